import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { ownData } from '#app/own-data.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>

beforeAll(async () => {
  maya = await signedInCoach(product, 'Maya Bennett')
})

const export_ = async (person: { get: (path: string) => Promise<{ json: Record<string, unknown[]> }> }) =>
  (await person.get('/api/me/export')).json

describe('a personal data download', () => {
  test('excludes texts sent to someone else at the same number', async () => {
    const { pool } = product.database
    const [sam, mallory] = [await product.student('Sam Rivera'), await product.student('Mallory Grey')]
    await pool.query(`update profiles set phone = '+17045550177' where id = any ($1)`, [
      [sam.userId, mallory.userId],
    ])
    await pool.query(
      `insert into sms_consents (user_id, phone, action, source, wording, is_proved, said_at)
       values ($1, '+17045550177', 'given', 'settings', 'Text me', true, $2)`,
      [sam.userId, new Date(product.clock.now())],
    )
    // No texts are sent at night.
    product.clock.moveTo(Date.parse(charlotteTime(1, 12)))
    await bookPaid(product, sam, { instructorId: maya.userId, start: startIn(3) })
    const key = 'texts_we_sent'
    expect((await export_(sam))[key]).toMatchObject([
      { message_content: expect.stringContaining('Coach Maya') },
    ])
    expect((await export_(mallory))[key]).toEqual([])
  })

  test('includes messages sent and received without an account only after the address is confirmed', async () => {
    const { pool } = product.database
    const olive = await product.student('Olive Owner')
    const { email } = olive
    const before = product.visitor()
    await before.post('/api/coach-saves', { instructorId: maya.userId, name: 'Olive', email })
    await before.post('/api/waitlist', { name: 'Olive', email, city: 'Boise', state: 'ID' })
    const ticket = { name: 'Olive', email, message: 'Hello', clientId: crypto.randomUUID() }
    await before.post('/api/support-tickets', ticket)
    await pool.query(
      `insert into email_logs (template_key, recipient_email, subject, status) values ('support-answer', $1, 'About your question', 'sent')`,
      [email],
    )
    const parts = async () => {
      const data = await export_(olive)
      const letters = JSON.stringify(data.emails_we_sent).includes('About your question')
      return [data.saved_coaches, data.waitlists, data.questions_to_support]
        .map((part) => part?.length)
        .concat(letters ? 1 : 0)
    }
    expect(await parts()).toEqual([0, 0, 0, 0])
    await pool.query('update profiles set email_verified = true where id = $1', [olive.userId])
    expect(await parts()).toEqual([1, 1, 1, 1])
  })

  test('includes proposals, problem reports, saved coaches and consents', async () => {
    const { pool } = product.database
    const sam = await product.student('Sam Rivera')
    await sam.send('PUT', `/api/me/saved-coaches/${maya.userId}`)
    await sam.post('/api/waitlist', { name: 'Sam', email: sam.email, city: 'Boise', state: 'ID' })
    await pool.query(
      `insert into sms_consents (user_id, phone, action, source, wording, said_at)
       values ($1, '+17045550178', 'withdrawn', 'settings', 'Text me', $2)`,
      [sam.userId, new Date(product.clock.now())],
    )
    const start = startIn(4)
    const bookingId = await bookPaid(product, sam, { instructorId: maya.userId, start })
    const now = product.clock.now()
    product.clock.moveTo(Date.parse(start) + 2 * 3_600_000)
    const reported = await sam.post(`/api/bookings/${bookingId}/problems`, {
      reason: 'other',
      details: 'No towel',
    })
    expect(reported.status, reported.text).toBeLessThan(300)
    product.clock.moveTo(now)
    const data = await export_(sam)
    expect(data).toMatchObject({
      saved_coaches: [{ coach: 'Maya Bennett' }],
      waitlists: [{ city: 'Boise' }],
      consents_to_texts: [{ phone: '+17045550178', action: 'withdrawn' }],
      problems_you_reported: [{ booking_id: bookingId, details: 'No towel' }],
      proposals: [],
      packages: [],
    })
  })
})

/** A start in this many days, at ten in the morning in Charlotte. */
function startIn(days: number): string {
  const day = new Date(product.clock.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `${day}T15:00:00.000Z`
}

/** Tables with personal data that are not part of a user's export, with the reason. */
const leftOut: Record<string, string> = {
  showroom_coaches: 'coaches who do not exist',
  account_links: 'secrets, of use for minutes',
  assistant_turns: 'how an answer came about; the answer is among the messages',
  audit_log: 'what admins did',
  lesson_desk_notes: 'notes of admins to each other about a lesson',
  availability_calendars: 'names of sets of hours, which are there themselves',
  clinic_dates: 'inside clinics',
  google_calendars: 'names of calendars of theirs, of which those that count are inside google_calendar',
  google_consents: 'secrets, of use for minutes',
  message_digests: 'when a message was told',
  phone_codes: 'hashes of codes, good for minutes',
  instructor_schedules: 'a counter',
  open_starts: 'computed from hours and lessons, which are in the export',
  open_start_changes: 'what is to be computed again, for seconds',
  market_lessons: 'computed from lessons, which are in the export',
  review_patterns: 'how often reviews share a card, a browser or a network',
  occupancies: 'the times of lessons, which are in the export',
  orders: 'the checkout of payments, which are in the export',
  support_replies: 'inside questions_to_support',
  two_factor_codes_used: 'codes that were used',
  two_factors: 'the secret of the second factor',
  exit_offers: 'of a coach, to somebody unknown',
}

test('includes every table that refers to a person, or has a reason for the exception', async () => {
  const { rows } = await product.database.pool.query<{ t: string }>(
    `select distinct table_name as t from information_schema.columns where table_schema = 'public'
       and table_name not in (select c.relname from pg_class c where c.relispartition)
       and column_name in ('user_id', 'student_id', 'instructor_id', 'sender_id', 'uploader_id', 'reporter_id', 'moved_by',
         'author_id', 'actor_id', 'email', 'user_email', 'phone', 'recipient_email', 'recipient_phone') order by 1`,
  )
  const { db, asked } = recorder()
  await ownData.export(db, crypto.randomUUID())
  const text = asked.map((one) => one.text).join('\n')
  const missing = rows
    .map(({ t }) => t)
    .filter((t) => !(t in leftOut) && !new RegExp(`(from|join) "?${t}\\b`).test(text))
  expect(missing).toEqual([])
})

test('every statement that exports, erases or revokes names the person', async () => {
  const person = { userId: crypto.randomUUID(), fullName: 'Olive Owner', email: 'olive@owner.test' }
  const { db, asked } = recorder()
  await ownData.export(db, person.userId)
  await ownData.erase(db, { ...person, emailVerified: true, otherNames: ['Emma Owner'] })
  for (const isClaimed of [true, false])
    await ownData.endAccess(db, { userId: person.userId, keepPush: null, isClaimed, now: testNow })
  expect(asked.length).toBeGreaterThan(100)
  const ofAnyone = asked.filter(
    ({ values }) => !values.includes(person.userId) && !values.includes(person.email),
  )
  expect(ofAnyone).toEqual([])
})

/** A database that records the statements and returns no rows. */
function recorder() {
  const asked: { text: string; values: unknown[] }[] = []
  const client = {
    query: async ({ text }: { text: string }, values: unknown[] = []) => {
      asked.push({ text, values })
      return { rows: [], rowCount: 0 }
    },
  }
  return { db: drizzle({ client: client as unknown as Client }), asked }
}
