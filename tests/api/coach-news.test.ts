import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { tellOfTomorrow } from '#features/lesson-letters/tomorrow.ts'
import { bookPaid, emailsAbout, signedInCoach } from '../support/lessons.ts'
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

const query = async (text: string, values: unknown[] = []) =>
  (await product.database.pool.query(text, values)).rows
const book = (start: string, student = sam) =>
  bookPaid(product, student, { instructorId: maya.userId, start })
const listOf = async (person: typeof sam) =>
  (await person.get('/api/notifications')).json.items.map(({ title }: { title: string }) => title)

describe('the lessons of tomorrow', () => {
  const subjects = async () =>
    (
      await query(
        `select subject from email_logs where user_id = $1 and template_key = 'tomorrows-lessons-coach'`,
        [maya.userId],
      )
    ).map(({ subject }) => subject)
  const tell = async () => {
    await tellOfTomorrow(product.services)
    await product.settle()
  }

  test('are told to the coach once, in the evening where she teaches', async () => {
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
    // Nothing for each lesson of its own, an hour before or at any other time.
    expect(await query(`select 1 from email_logs where template_key = 'lesson-reminder-coach'`)).toEqual([])
  })

  test('are those of her own evening, wherever she teaches', async () => {
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

  test('are not told when they are cancelled, or not wanted', async () => {
    const id = await book(charlotteTime(4, 10))
    product.clock.moveTo(Date.parse(charlotteTime(3, 18)))
    await tellOfTomorrow(product.services)
    await sam.post(`/api/bookings/${id}/cancellation`, {})
    await product.settle()
    expect(
      await query(
        `select status, error_message from email_logs where template_key = 'tomorrows-lessons-coach' and user_id = $1`,
        [maya.userId],
      ),
    ).toEqual([{ status: 'skipped', error_message: 'not sent: there are no lessons that day' }])
  })
})

describe('a coach is not written to about her own acts', () => {
  test('a move and a cancellation of her own are in her list, and mailed to the student only', async () => {
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
    expect(await listOf(maya)).toEqual([
      'Cancelled: the lesson with Sam Rivera',
      'The lesson with Sam Rivera has a new time',
      'Sam Rivera booked a lesson',
    ])
  })

  test('those of the student are mailed to her', async () => {
    const id = await book(charlotteTime(4, 10))
    await sam.post(`/api/bookings/${id}/cancellation`, {})
    await product.settle()
    expect(await emailsAbout(product, id)).toContain('booking-cancelled-coach')
  })

  test('a lesson that she entered is paid, not booked, when its student pays', async () => {
    await book(charlotteTime(9, 10))
    const entered = await maya.post('/api/coach/lessons', {
      student: { is: 'known', studentId: sam.userId },
      start: charlotteTime(4, 10),
      durationMinutes: 60,
      priceCents: 9_000,
      payment: 'here',
      confirmed: [],
      idempotencyKey: randomUUID(),
    })
    const { bookingId, checkoutUrl } = entered.json
    await product.settle()
    await sam.post(`/api/test-checkouts/${String(checkoutUrl).split('/').at(-1)}/payments`, goodCard)
    await product.settle()
    expect(await emailsAbout(product, bookingId)).toEqual([
      'booking-confirmed-student',
      'lesson-paid-coach',
      'lesson-to-pay-student',
    ])
    expect((await listOf(maya))[0]).toBe('Sam Rivera paid for a lesson')
  })
})
