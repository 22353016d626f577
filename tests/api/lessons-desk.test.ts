import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookingNumber } from '#features/bookings/booking.ts'
import { balances, bookPaid, emailsAbout, sendRefunds, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct, type Visitor } from '../support/product.ts'

/** Lessons in the back office: found by number or person, cancelled, moved, refunded and noted by an admin. */
const product = testProduct()
const pool = () => product.database.pool
const why = 'Ticket 4711: the range is closed'
let admin: Visitor & { userId: string }

beforeAll(async () => {
  admin = await product.admin()
})

let day = 4
async function lesson(studentName = 'Sam Rivera', coachName = 'Maya Bennett') {
  const [student, coach] = [await product.student(studentName), await signedInCoach(product, coachName)]
  const start = charlotteTime(day++, 10)
  const bookingId = await bookPaid(product, student, { instructorId: coach.userId, start })
  return { student, coach, bookingId, start }
}
const audited = async (bookingId: string) =>
  (
    await pool().query(
      `select actor_id, target, before, after, reason from audit_log where ids ->> 'bookingId' = $1 order by id`,
      [bookingId],
    )
  ).rows

describe('the list', () => {
  const list = async (query: string) =>
    (await admin.get(`/api/admin/lists/lessons?${query}`)).json.rows.map(({ id }: { id: string }) => id)

  test('finds a lesson by number, by part of either name, and by email', async () => {
    const { student, bookingId } = await lesson('Bo Lindqvist', 'Greta Oakes')
    await lesson('Someone Else', 'Another Coach')
    const number = bookingNumber(bookingId)
    for (const words of [number, number.toLowerCase(), number.slice(3), 'lindq', 'greta oak', student.email])
      expect(await list(`q=${encodeURIComponent(words)}`), words).toEqual([bookingId])
    expect(await list('q=GS-ZZZZ')).toEqual([])
    const { json } = await admin.get(`/api/admin/find?q=${number}`)
    expect(json, 'in the palette').toMatchObject([{ kind: 'booking', href: `/admin/lessons/${bookingId}` }])
  })

  test('filters by status, coach, day and money', async () => {
    const { bookingId } = await lesson('Ida Storm', 'Nils Berg')
    const of = (filters: Record<string, string>) =>
      list(
        Object.entries({ coach: 'Nils Berg', ...filters })
          .map(([name, value]) => `filters[${name}]=${value}`)
          .join('&'),
      )
    expect(await of({ status: 'confirmed', price: '80..90' })).toEqual([bookingId])
    expect(await of({ status: 'cancelled' })).toEqual([])
    expect(await of({ price: '90..' })).toEqual([])
    expect(await of({ lessonDate: '2020-01-01..2020-01-02' })).toEqual([])
  })
})

test('the page has the student’s note and answers', async () => {
  const { bookingId } = await lesson('Noa Field', 'Quentin Marsh')
  await pool().query('insert into booking_notes (booking_id, note) values ($1, $2)', [
    bookingId,
    'My left knee hurts.',
  ])
  const answered = { question: 'What is your handicap?', answer: '14' }
  await pool().query(
    'insert into intake_answers (booking_id, position, question, answer) values ($1, 1, $2, $3)',
    [bookingId, answered.question, answered.answer],
  )
  const { json } = await admin.get(`/api/admin/lessons/${bookingId}`)
  expect(json).toMatchObject({ note: 'My left knee hurts.', answers: [answered] })
})

test('an admin can cancel only with a reason: it is logged, and both people are told that Greenside did it', async () => {
  const { bookingId } = await lesson()
  const cancel = (body: object) => admin.post(`/api/bookings/${bookingId}/cancellation`, body)
  const refused = await cancel({})
  expect([refused.status, refused.json.code]).toEqual([400, 'reason_missing'])
  expect(await audited(bookingId)).toEqual([])
  const answer = await cancel({ reason: why, message: 'We are sorry: the range is closed.' })
  expect(answer.json).toEqual({ refundCents: 8_500 })
  expect(await audited(bookingId)).toEqual([
    {
      actor_id: admin.userId,
      target: 'bookings.cancel',
      before: { status: 'confirmed' },
      after: { status: 'cancelled', refundCents: 8_500, creditReturned: false },
      reason: why,
    },
  ])
  await sendRefunds(product, bookingId)
  const told = await pool().query(
    `select body_html from local_vendor.outbox where channel = 'email' and idempotency_key like '%booking-cancelled-%:' || $1`,
    [bookingId],
  )
  expect(told.rows).toHaveLength(2)
  for (const { body_html: letter } of told.rows) {
    expect(letter).toMatch(/we cancelled (your|the) lesson/)
    expect(letter).toContain('the range is closed')
    expect(letter, 'the reason is for the log').not.toContain('4711')
  }
  expect(await emailsAbout(product, bookingId)).toEqual(
    expect.arrayContaining(['booking-cancelled-coach', 'booking-cancelled-student']),
  )
})

test('an admin can move a lesson only with a reason, and only to a free time of the coach', async () => {
  const { bookingId, start } = await lesson()
  const to = new Date(Date.parse(start) + 2 * 3_600_000).toISOString()
  const move = (body: object) =>
    admin.post(`/api/bookings/${bookingId}/reschedule`, { start: to, confirmed: [], ...body })
  const refused = await move({})
  expect([refused.status, refused.json.code]).toEqual([400, 'reason_missing'])
  expect((await move({ reason: why })).status).toBe(200)
  expect(await audited(bookingId)).toMatchObject([
    {
      target: 'bookings.reschedule',
      before: { start: new Date(Date.parse(start)).toISOString() },
      after: { start: to },
      reason: why,
    },
  ])
  await product.settle()
  expect(await emailsAbout(product, bookingId)).toEqual(
    expect.arrayContaining(['booking-rescheduled-coach', 'booking-rescheduled-student']),
  )
  const { json } = await admin.get(`/api/admin/lessons/${bookingId}`)
  expect(json.events.map(({ what }: { what: string }) => what)).toEqual([
    'Greenside moved it',
    'The student booked it',
  ])
})

describe('a refund', () => {
  test('of a given amount is made once, and both people see how it affects them', async () => {
    const { bookingId } = await lesson()
    const refund = { refundId: randomUUID(), amountCents: 2_000, keptCents: 8_500, reason: why }
    const send = (body: object) => admin.post(`/api/admin/lessons/${bookingId}/refunds`, body)
    expect((await send({ ...refund, reason: '' })).status).toBe(400)
    expect((await send(refund)).json).toEqual({ refundCents: 2_000 })
    expect((await send(refund)).json, 'again').toEqual({ refundCents: 2_000 })
    expect(await audited(bookingId)).toHaveLength(1)
    await sendRefunds(product, bookingId)
    expect(await balances(product, bookingId)).toEqual({
      processor_cash: 6_500,
      coach_held: -5_850,
      platform_fee: -650,
    })
    expect(await emailsAbout(product, bookingId)).toEqual(
      expect.arrayContaining(['booking-refunded-coach', 'booking-refunded-student']),
    )
    const { json } = await admin.get(`/api/admin/lessons/${bookingId}`)
    expect(json).toMatchObject({ status: 'confirmed', refundable: { keptCents: 6_500, refusal: null } })
  })

  test('is refused when the amount exceeds what is left or another refund was made meanwhile', async () => {
    const { bookingId } = await lesson()
    const send = async (body: object) =>
      (
        await admin.post(`/api/admin/lessons/${bookingId}/refunds`, {
          refundId: randomUUID(),
          amountCents: 2_000,
          keptCents: 8_500,
          reason: why,
          ...body,
        })
      ).json.code
    expect(await send({ amountCents: 8_501 })).toBe('more_than_kept')
    expect(await send({ keptCents: 8_000 })).toBe('money_moved')
    await admin.post(`/api/bookings/${bookingId}/cancellation`, { reason: why })
    expect(await send({})).toBe('nothing_left')
    const { json } = await admin.get(`/api/admin/lessons/${bookingId}`)
    expect(json.refundable).toMatchObject({ keptCents: 0, refusal: 'Nothing is left to refund.' })
  })
})

test('a note is saved once and visible only to admins', async () => {
  const { bookingId, student } = await lesson()
  const note = { noteId: randomUUID(), body: 'Called twice about the parking.' }
  const send = () => admin.post(`/api/admin/lessons/${bookingId}/notes`, note)
  expect([(await send()).status, (await send()).status]).toEqual([200, 200])
  const { json } = await admin.get(`/api/admin/lessons/${bookingId}`)
  expect(json.notes).toMatchObject([{ body: note.body, author: 'Avery Quinn' }])
  expect(await audited(bookingId)).toHaveLength(1)
  expect((await student.get(`/api/bookings/${bookingId}`)).text).not.toContain('parking')
})
