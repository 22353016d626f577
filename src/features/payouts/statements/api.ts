import { z } from 'zod'
import { coach } from '#ports/services.ts'
import { listStatementLines, readStatement } from './queries.ts'
import {
  statementFileInput,
  statementInput,
  statementLinesInput,
  statementLinesSchema,
  statementSchema,
} from './schema.ts'
import { statementFile } from './statement-file.ts'

const tags = ['Payouts']
const FILES_PER_COACH = { points: 60, seconds: 60 * 60 }

export const statementsApi = {
  statement: coach
    .route({ method: 'GET', path: '/coach/statement', tags, summary: 'Your year, month by month' })
    .input(statementInput)
    .output(statementSchema)
    .handler(({ input, context: { services, actor } }) =>
      readStatement(services, actor.userId, input.year, services.clock.now()),
    ),

  statementLines: coach
    .route({
      method: 'GET',
      path: '/coach/statement-lines',
      tags,
      summary: 'What a figure of your statement is made of, a line each',
    })
    .input(statementLinesInput)
    .output(statementLinesSchema)
    .handler(({ input, context: { services, actor } }) =>
      listStatementLines(services.db, actor.userId, input, services.clock.now()),
    ),

  statementFile: coach
    .route({ method: 'GET', path: '/coach/statement.csv', tags, summary: 'The same for a spreadsheet' })
    .input(statementFileInput)
    .output(z.file())
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('statement-file', actor.userId, FILES_PER_COACH)
      const { db, clock } = services
      const year = await readStatement(services, actor.userId, input.year, clock.now())
      const { lines, sum } = await listStatementLines(db, actor.userId, input, clock.now())
      const of = input.month ? `${input.year}-${String(input.month).padStart(2, '0')}` : `${input.year}`
      return new File([statementFile(lines, sum, year)], `statement-${of}.csv`, {
        type: 'text/csv; charset=utf-8',
      })
    }),
}
