import { z } from 'zod'
import { accountStates } from './schema.ts'
import { statementLinesInput, statementLinesSchema, statementSchema } from './statements/schema.ts'

export const coachMoneyInput = statementLinesInput
  .pick({ month: true, page: true })
  .extend({ instructorId: z.uuid(), year: statementLinesInput.shape.year.optional() })

/** A coach's year as her own statement has it, for admins who explain it to her. */
export const coachMoneySchema = z.object({
  coach: z.object({
    name: z.string(),
    email: z.string(),
    /** Whether she can be paid. */
    account: z.enum(accountStates),
  }),
  statement: statementSchema,
  lines: statementLinesSchema,
})
export type CoachMoney = z.infer<typeof coachMoneySchema>
