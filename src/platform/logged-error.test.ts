import { inspect } from 'node:util'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#tests/support/database.ts'
import { createLog } from './log.ts'
import { describeError, errorWords, nameOfStatement } from './logged-error.ts'

const database = testDatabase()

/** Returns everything that the log contains about an error. */
function logged(error: unknown): string {
  let lines = ''
  const log = createLog('info', {
    write: (line: string) => {
      lines += line
    },
  })
  log.error({ err: error }, 'request failed')
  log.error(error, 'request failed')
  return lines
}

const secret = '$2b$10$a-hash-of-a-password'
const failing = async (work: () => PromiseLike<unknown>) => {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

test('a failed statement is logged by its name and SQLSTATE, without its values', async () => {
  const db = drizzle({ client: database.pool })
  const errors = [
    // The value appears in the statement's parameters, in the message, and in the constraint's detail.
    await failing(() =>
      db.execute(sql`insert into credentials (account_id, provider_id, user_id, password)
      values ('x', 'credential', gen_random_uuid(), ${secret})`),
    ),
    await failing(() => db.execute(sql`select ${secret}::uuid`)),
    await failing(() => database.pool.query('insert into profiles (full_name) values ($1)', [secret])),
  ]
  for (const error of errors) {
    expect(inspect(error, { depth: 9 }), 'the error itself carries the secret').toContain(secret)
    expect(logged(error)).not.toContain(secret)
    expect(errorWords(error)).not.toContain(secret)
    expect(JSON.stringify(describeError(error))).toMatch(/SQLSTATE [0-9A-Z]{5}/)
  }
  expect(errorWords(errors[0])).toMatch(/^failed: insert into credentials #[0-9a-f]{8} \(.*SQLSTATE 23503\)$/)
})

test('a database outage is logged without the data sent', async () => {
  const db = drizzle({ connection: 'postgres://nobody:nothing@127.0.0.1:9/none' })
  const error = await failing(() => db.execute(sql`update credentials set password = ${secret}`))
  expect(logged(error)).not.toContain(secret)
  expect(errorWords(error)).toContain('update credentials')
  expect(logged(error)).toContain('ECONNREFUSED')
})

test('unreadable input is not quoted', async () => {
  const errors = [
    await failing(async () => JSON.parse(`{"password": ${secret}`)),
    await failing(async () => new URL(secret)),
    await failing(async () => z.object({ password: z.uuid() }).parse({ password: secret })),
  ]
  for (const error of errors) expect(logged(error)).not.toContain(secret)
})

test.each([
  ['select 1', /^select #/],
  ['select a from "profiles" p where x', /^select from profiles #/],
  ['\n  insert into lesson_reviews (rating) values ($1)', /^insert into lesson_reviews #/],
  ['with gone as (delete from user_roles where x) insert into y', /^delete from user_roles #/],
])('%s has a name', (statement, name) => expect(nameOfStatement(statement)).toMatch(name))
