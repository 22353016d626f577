import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { readTextingState } from './queries.ts'

const database = testDatabase()

test('a yes is that of the person who gave it, not of everybody with the number', async () => {
  const { pool, db } = database
  const add = async (name: string): Promise<string> =>
    (
      await pool.query(
        `insert into profiles (full_name, email, phone) values ($1, $1 || '@students.test', '+17045550123') returning id`,
        [name],
      )
    ).rows[0].id
  const [sam, mallory] = [await add('sam'), await add('mallory')]
  await pool.query(
    `insert into sms_consents (user_id, phone, action, source, wording, said_at)
       values ($1, '+17045550123', 'given', 'settings', 'Text me about my lessons', now())`,
    [sam],
  )
  expect(await readTextingState(db, sam, '+17045550123')).toBe('agreed')
  expect(await readTextingState(db, mallory, '+17045550123')).toBe('not_agreed')
})
