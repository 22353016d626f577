import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readExitOfferReport } from '#features/discounts/exit-offer-report.ts'
import { createLog } from '#platform/log.ts'
import { testDatabase } from '#tests/support/database.ts'
import { addCoach } from '#tests/support/people.ts'
import { deleteExpiredRows } from './commands.ts'
import { retentions } from './retention.ts'

const database = testDatabase()
const now = Date.UTC(2026, 10, 21)
const forget = () =>
  deleteExpiredRows({ db: database.db, clock: { now: () => now }, log: createLog('silent') })

async function addMember(name: string): Promise<{ id: string }> {
  const { rows } = await database.pool.query(
    `insert into profiles (full_name, email, user_type) values ($1, $1 || '@students.test', 'student') returning id`,
    [name],
  )
  return rows[0]
}

describe('data retention by the privacy policy', () => {
  test('deletes visits older than 25 months, however many, and keeps newer ones', async () => {
    const { pool } = database
    await pool.query(`insert into page_views (id, session_id, page_path, domain, created_at)
      select gen_random_uuid(), gen_random_uuid(), '/', 'greenside.test', timestamptz '2024-10-20' - make_interval(secs => n)
      from generate_series(1, 5001) n`)
    await pool.query(`insert into page_views (id, session_id, page_path, domain, created_at)
      values (gen_random_uuid(), gen_random_uuid(), '/young', 'greenside.test', '2024-10-22')`)
    await pool.query(`insert into search_history (id, session_id, search_query, results_count, created_at)
      values (gen_random_uuid(), gen_random_uuid(), '28202', 7, '2020-01-01')`)
    await pool.query(`insert into web_vitals (id, session_id, name, value, rating, page_path, created_at)
      values (gen_random_uuid(), gen_random_uuid(), 'LCP', 900, 'good', '/', '2023-01-01')`)
    expect(await forget()).toEqual({ page_views: 5_001, search_history: 1, web_vitals: 1 })
    expect((await pool.query('select page_path from page_views')).rows).toEqual([{ page_path: '/young' }])
    expect(await forget()).toEqual({})
  })

  test('deletes the conversations of a closed account 24 months after the last message, and keeps those between members', async () => {
    const { pool } = database
    const coach = await addCoach(pool)
    const [left, stays] = [await addMember('left'), await addMember('stays')]
    for (const student of [left, stays])
      await pool.query(
        `insert into conversations (instructor_id, student_id, last_message_at, created_at) values ($1, $2, '2024-11-20', '2024-11-20')`,
        [coach.id, student.id],
      )
    expect(await forget()).toEqual({})
    await pool.query('update profiles set closed_at = current_instant() where id = $1', [left.id])
    expect(await forget()).toEqual({ conversations: 1 })
    expect((await pool.query('select student_id from conversations')).rows).toEqual([
      { student_id: stays.id },
    ])
  })

  test('keeps unused exit offers for 13 months, longer than their longest report', async () => {
    const { pool } = database
    const coach = await addCoach(pool)
    for (const offeredAt of ['2025-10-20', '2025-11-22', '2026-11-20'])
      await pool.query(
        `insert into exit_offers (session_id, instructor_id, percent_off, offered_at, expires_at)
         values (gen_random_uuid(), $1, 25, $2, $2::timestamptz + interval '30 minutes')`,
        [coach.id, offeredAt],
      )
    expect(await forget()).toEqual({ exit_offers: 1 })
    const [row] = await readExitOfferReport(database.db, now, 365)
    expect(row).toMatchObject({ coachId: coach.id, made: 2, used: 0 })
  })

  test('deletes a saved quiz match after 24 months', async () => {
    const { pool } = database
    const coach = await addCoach(pool)
    for (const [email, savedAt] of [
      ['old@example.test', '2024-11-20'],
      ['new@example.test', '2024-11-22'],
    ])
      await pool.query(
        `insert into match_saves (name, email, matched_instructor_id, preferences, created_at, updated_at)
         values ('Pat', $1, $2, '{"skillLevel": "beginner"}', $3, $3)`,
        [email, coach.id, savedAt],
      )
    expect(await forget()).toEqual({ match_saves: 1 })
    expect((await pool.query('select email from match_saves')).rows).toEqual([{ email: 'new@example.test' }])
  })

  test('deletes a request for the free trial after 24 months, also of a visitor without an account', async () => {
    const { pool } = database
    for (const [email, sentAt] of [
      ['old@range.test', '2024-11-20'],
      ['new@range.test', '2024-11-22'],
    ])
      await pool.query(
        `insert into trial_interests (client_id, full_name, email, phone, created_at)
         values (gen_random_uuid(), 'Sam Range', $1, '7045550100', $2)`,
        [email, sentAt],
      )
    expect(await forget()).toEqual({ trial_interests: 1 })
    expect((await pool.query('select email from trial_interests')).rows).toEqual([
      { email: 'new@range.test' },
    ])
  })

  test('deletes a visitor’s question after 24 months, and keeps a member’s with the account', async () => {
    const { pool } = database
    const student = await addMember('pat')
    for (const userId of [null, student.id])
      await pool.query(
        `insert into support_tickets (client_id, user_id, user_email, user_name, message, created_at, updated_at)
         values (gen_random_uuid(), $1, 'pat@example.test', 'Pat', 'How do I book?', '2024-11-20', '2024-11-20')`,
        [userId],
      )
    expect(await forget()).toEqual({ support_tickets: 1 })
    expect((await pool.query('select user_id from support_tickets')).rows).toEqual([{ user_id: student.id }])
  })
})

test('every period is one named in the privacy policy', () => {
  const policy = readFileSync('content/legal/privacy-policy.md', 'utf8')
  const section = policy.slice(
    policy.indexOf('## How long we keep things'),
    policy.indexOf('## Your choices'),
  )
  for (const { months } of retentions) expect(section).toMatch(new RegExp(`\\b${months} months?\\b`))
})

/** Tables with an email address or a phone number that need no period, with the reason. */
const keptOtherwise: Record<string, string> = {
  address_subscriptions: 'remembers that somebody wants no such emails',
  brought_students: 'deleted with the coach’s account',
  credentials: 'deleted with the account',
  gift_cards: 'part of a payment',
  payment_customers: 'deleted with the account',
  payment_disputes: 'part of a payment',
  phone_codes: 'deleted with the account',
  profiles: 'the account',
  sms_consents: 'proves that somebody agreed to texts',
  student_invitations: 'deleted with the coach’s account',
}

test('every table with contact details has a period or a reason for not having one', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select distinct c.table_name as name from information_schema.columns c
       join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text'
       and c.column_name ~ 'email|phone'`,
  )
  const periods = retentions.map(({ table }) => table)
  const without = rows.map(({ name }) => name).filter((name) => !periods.includes(name))
  expect(without.toSorted()).toEqual(Object.keys(keptOtherwise))
})
