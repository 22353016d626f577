import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { isServedNumber, readTextingState } from './may-text.ts'

const database = testDatabase()

test('consent belongs to the person who gave it, not everyone with the number', async () => {
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
    `insert into sms_consents (user_id, phone, action, source, wording, is_proved, said_at)
       values ($1, '+17045550123', 'given', 'settings', 'Text me about my lessons', true, $2)`,
    [sam, new Date(0)],
  )
  expect(await readTextingState(db, sam, '+17045550123')).toBe('agreed')
  expect(await readTextingState(db, mallory, '+17045550123')).toBe('not_agreed')
})

test.each([
  ['North Carolina', '+17045550123', true],
  ['Puerto Rico', '+17875550123', true],
  ['Toronto', '+14165550123', false],
  ['Jamaica', '+18765550123', false],
  ['London', '+447911123456', false],
  ['a number that costs extra', '+19002345678', false],
  ['a number that is free to call', '+18002345678', false],
  ['no number', '+1', false],
])('%s: %s', (_, phone, isServed) => expect(isServedNumber(phone)).toBe(isServed))
