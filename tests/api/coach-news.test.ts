import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { sendTomorrowOverviews } from '#features/lesson-letters/tomorrow.ts'
import { bookPaid, emailsAbout, enteredLesson, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteDay, charlotteTime, goodCard, wallTime } from '../support/now.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
})

const { query } = product
const book = (start: string, student = sam) =>
  bookPaid(product, student, { instructorId: maya.userId, start })
const listOf = async (person: typeof sam) =>
  (await person.get('/api/notifications')).json.items.map(({ title }: { title: string }) => title)

describe('tomorrow’s lessons', () => {
  const subjects = async () =>
    (
      await query(
        `select subject from email_logs where user_id = $1 and template_key = 'tomorrows-lessons-coach'`,
        [maya.userId],
      )
    ).map(({ subject }) => subject)
  const tell = async () => {
    await sendTomorrowOverviews(product.services)
    await product.settle()
  }

  test('are sent to the coach once, in the evening of the coach’s time zone', async () => {
    const priya = await product.student('Priya Nair')
    await book(charlotteTime(4, 10))
    await book(charlotteTime(4, 13), priya)
    await book(charlotteTime(5, 10))
    product.clock.moveTo(Date.parse(charlotteTime(3, 17, 55)))
    await tell()
    expect(await subjects()).toEqual([])
    product.clock.moveTo(Date.parse(charlotteTime(3, 18)))
    await tell()
    await tell()
    expect(await subjects()).toEqual([expect.stringMatching(/^Tomorrow, .*: 2 lessons$/)])
    const [{ email }] = await query('select email from profiles where id = $1', [maya.userId])
    const letter = (await lettersTo(product.database.pool, email)).find(({ subject }) =>
      subject.startsWith('Tomorrow'),
    )
    expect(letter?.text).toMatch(/10:00 AM E[SD]T: Sam Rivera, .*Longleaf/)
    expect(letter?.text).toMatch(/1:00 PM E[SD]T: Priya Nair, .*Longleaf/)
    expect(letter?.text).toContain(`/schedule?view=day&date=${charlotteDay(4)}`)
    // No reminder for individual lessons, an hour before or at any other time.
    expect(await query(`select 1 from email_logs where template_key = 'lesson-reminder-coach'`)).toEqual([])
  })

  test('use the coach’s own evening, wherever the coach teaches', async () => {
    await query(
      `update instructor_teaching_locations set time_zone = 'Pacific/Honolulu' where instructor_id = $1`,
      [maya.userId],
    )
    await query(`update instructor_profiles set time_zone = 'Pacific/Honolulu' where user_id = $1`, [
      maya.userId,
    ])
    await book(wallTime('Pacific/Honolulu', 4, 10))
    product.clock.moveTo(Date.parse(charlotteTime(3, 20)))
    await tell()
    expect(await subjects()).toEqual([])
    product.clock.moveTo(Date.parse(wallTime('Pacific/Honolulu', 3, 18, 30)))
    await tell()
    expect(await subjects()).toHaveLength(1)
  })

  test('are not sent when canceled or turned off', async () => {
    const id = await book(charlotteTime(4, 10))
    product.clock.moveTo(Date.parse(charlotteTime(3, 18)))
    await sendTomorrowOverviews(product.services)
    await sam.post(`/api/bookings/${id}/cancellation`, {})
    await product.settle()
    expect(
      await query(
        `select status, error_message from email_logs where template_key = 'tomorrows-lessons-coach' and user_id = $1`,
        [maya.userId],
      ),
    ).toEqual([{ status: 'skipped', error_message: 'not sent: there are no lessons that day' }])
  })

  test('are not sent on the day of the lessons, after quiet hours or an outage', async () => {
    await book(charlotteTime(4, 10))
    product.clock.moveTo(Date.parse(charlotteTime(3, 18)))
    await sendTomorrowOverviews(product.services)
    product.clock.moveTo(Date.parse(charlotteTime(4, 7)))
    await product.settle()
    expect(
      await query(
        `select status, error_message from email_logs where template_key = 'tomorrows-lessons-coach' and user_id = $1`,
        [maya.userId],
      ),
    ).toEqual([{ status: 'skipped', error_message: 'not sent: the lessons are no longer tomorrow' }])
  })
})

describe('a coach gets no email about the coach’s own actions', () => {
  test('a coach’s own move or cancellation is in the coach’s list and emailed only to the student', async () => {
    const id = await book(charlotteTime(4, 10))
    await maya.post(`/api/bookings/${id}/reschedule`, { start: charlotteTime(5, 10) })
    await product.settle()
    await maya.post(`/api/bookings/${id}/cancellation`, {})
    await product.settle()
    expect(await emailsAbout(product, id)).toEqual([
      'booking-cancelled-student',
      'booking-confirmed-coach',
      'booking-confirmed-student',
      'booking-rescheduled-student',
    ])
    // The clock is stopped: entries of the same instant have no defined order.
    expect((await listOf(maya)).toSorted()).toEqual([
      'Cancelled: the lesson with Sam Rivera',
      'Sam Rivera booked a lesson',
      'The lesson with Sam Rivera has a new time',
    ])
  })

  test('the student’s actions are emailed to the coach', async () => {
    const id = await book(charlotteTime(4, 10))
    await sam.post(`/api/bookings/${id}/cancellation`, {})
    await product.settle()
    expect(await emailsAbout(product, id)).toContain('booking-cancelled-coach')
  })

  test('an entered lesson is reported as paid, not booked, when the student pays', async () => {
    await book(charlotteTime(9, 10))
    const entered = await maya.post(
      '/api/coach/lessons',
      enteredLesson({
        student: { is: 'known', studentId: sam.userId },
        start: charlotteTime(4, 10),
        payment: 'here',
      }),
    )
    const { bookingId, checkoutUrl } = entered.json
    await product.settle()
    await sam.post(`/api/test-checkouts/${String(checkoutUrl).split('/').at(-1)}/payments`, goodCard)
    await product.settle()
    expect(await emailsAbout(product, bookingId)).toEqual([
      'booking-confirmed-student',
      'lesson-paid-coach',
      'lesson-to-pay-student',
    ])
    expect(await listOf(maya)).toContain('Sam Rivera paid for a lesson')
  })
})

describe('a message to all students of a day', () => {
  const send = (more: object = {}, person = maya) =>
    person.post('/api/coach/schedule/messages', {
      date: charlotteDay(4),
      content: 'We meet under the roof of the range.',
      clientId: randomUUID(),
      ...more,
    })
  const messagesOf = async (person: typeof sam) =>
    (
      await query(
        `select m.content from messages m join conversations c on c.id = m.conversation_id
         where c.instructor_id = $1 and c.student_id = $2`,
        [maya.userId, person.userId],
      )
    ).map(({ content }) => content)

  test('is delivered once to each student’s own conversation, and to nobody from another day', async () => {
    const [priya, other] = [await product.student('Priya Nair'), await product.student('Other Day')]
    await book(charlotteTime(4, 10))
    await book(charlotteTime(4, 11))
    await book(charlotteTime(4, 13), priya)
    await book(charlotteTime(5, 10), other)
    const clientId = randomUUID()
    for (let press = 0; press < 2; press++)
      expect((await send({ clientId })).json).toEqual({ sent: 2, notSent: [] })
    for (const person of [sam, priya])
      expect(await messagesOf(person)).toEqual(['We meet under the roof of the range.'])
    expect(await messagesOf(other)).toEqual([])
  })

  test('is about the day by the clock of the place in view', async () => {
    const [{ id: placeId }] = await query(
      `insert into instructor_teaching_locations (instructor_id, location_name, city, state, lat, lng, time_zone, is_primary)
       values ($1, 'Lanai Links', 'Honolulu', 'HI', 21.3069, -157.8583, 'Pacific/Honolulu', false) returning id`,
      [maya.userId],
    )
    const priya = await product.student('Priya Nair')
    const enter = (studentId: string, start: string) =>
      maya.post(
        '/api/coach/lessons',
        enteredLesson({ student: { is: 'known', studentId }, start, confirmed: ['outside_hours'] }),
      )
    // The first lessons make them students of the coach.
    await book(charlotteTime(9, 10))
    await book(charlotteTime(9, 13), priya)
    // Eight in the evening in Honolulu is the next day in Charlotte, and one in the morning in Charlotte the day before there.
    expect((await enter(sam.userId, wallTime('Pacific/Honolulu', 4, 20))).status).toBe(201)
    expect((await enter(priya.userId, charlotteTime(4, 1))).status).toBe(201)
    const shown = await maya.get(`/api/coach/schedule?view=day&date=${charlotteDay(4)}&placeId=${placeId}`)
    expect(shown.json.entries.map((entry: { student?: { id: string } }) => entry.student?.id)).toEqual([
      sam.userId,
    ])
    expect((await send({ placeId })).json).toEqual({ sent: 1, notSent: [] })
    expect(await messagesOf(sam)).toHaveLength(1)
    expect(await messagesOf(priya)).toEqual([])
    expect((await send({ placeId: randomUUID() })).json.code).toBe('no_such_place')
  })

  test('skips students who blocked the coach and callers without an email address, and says so', async () => {
    const priya = await product.student('Priya Nair')
    await book(charlotteTime(4, 10))
    await book(charlotteTime(4, 13), priya)
    await send()
    const [{ id }] = await query(
      'select id from conversations where instructor_id = $1 and student_id = $2',
      [maya.userId, priya.userId],
    )
    await query(
      'update conversation_participants set blocked_at = current_instant() where conversation_id = $1 and user_id = $2',
      [id, priya.userId],
    )
    const entered = await maya.post(
      '/api/coach/lessons',
      enteredLesson({
        student: { is: 'caller', name: 'Gus Caller', phone: '704 555 0150' },
        start: charlotteTime(4, 15),
      }),
    )
    expect(entered.status, entered.text).toBe(201)
    const { sent, notSent } = (await send({ content: 'Bring a jacket.' })).json
    expect(sent).toBe(1)
    expect(notSent.map(({ name }: { name: string }) => name)).toEqual(['Priya Nair', 'Gus Caller'])
    expect(await messagesOf(priya)).toHaveLength(1)
    expect(await messagesOf(sam)).toEqual(['We meet under the roof of the range.', 'Bring a jacket.'])
  })

  test('can only be sent by a coach and must not be empty', async () => {
    expect((await send({}, sam)).status).toBe(403)
    expect((await send({ content: ' ' })).status).toBe(400)
    expect((await send()).json).toEqual({ sent: 0, notSent: [] })
  })
})
