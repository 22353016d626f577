import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { LessonFacts } from '#features/bookings/components/lesson-facts.tsx'
import { LessonLine } from '#features/bookings/components/lesson-line.tsx'
import { lessonSchema } from '#features/bookings/schema.ts'
import { Receipt } from '#features/checkout/components/receipt.tsx'
import { checkoutStateSchema } from '#features/checkout/schema.ts'
import { BookingSummary } from '#features/instant-book/components/booking-summary.tsx'
import { formatLesson, formatMoment, zoneName } from '#platform/time.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { workOff } from '../support/notified.ts'
import { testProduct } from '../support/product.ts'
import { agreeToTexts } from '../support/texting.ts'

const product = testProduct()

/** Nine in the morning in six time zones, and lessons just before and after both daylight saving changes. */
const lessons: [zone: string, start: string, shown: string][] = [
  ['America/New_York', '2026-12-01T14:00:00Z', 'Tuesday, December 1, 2026, 9:00 – 10:00 AM EST'],
  ['America/Chicago', '2026-12-01T15:00:00Z', 'Tuesday, December 1, 2026, 9:00 – 10:00 AM CST'],
  ['America/Denver', '2026-12-01T16:00:00Z', 'Tuesday, December 1, 2026, 9:00 – 10:00 AM MST'],
  ['America/Phoenix', '2026-12-02T16:00:00Z', 'Wednesday, December 2, 2026, 9:00 – 10:00 AM MST'],
  ['America/Los_Angeles', '2026-12-01T17:00:00Z', 'Tuesday, December 1, 2026, 9:00 – 10:00 AM PST'],
  ['Pacific/Honolulu', '2026-12-01T19:00:00Z', 'Tuesday, December 1, 2026, 9:00 – 10:00 AM HST'],
  // Daylight saving time ends at 2 on November 1, 2026, and starts at 2 on March 14, 2027.
  ['America/New_York', '2026-11-01T14:00:00Z', 'Sunday, November 1, 2026, 9:00 – 10:00 AM EST'],
  ['America/Chicago', '2026-11-01T06:30:00Z', 'Sunday, November 1, 2026, 1:30 AM CDT – 1:30 AM CST'],
  ['America/New_York', '2027-03-14T13:00:00Z', 'Sunday, March 14, 2027, 9:00 – 10:00 AM EDT'],
  ['America/Los_Angeles', '2027-03-14T09:30:00Z', 'Sunday, March 14, 2027, 1:30 AM PST – 3:30 AM PDT'],
]
/** The visible text of an element. */
const wordsOf = (element: ReactElement) =>
  renderToStaticMarkup(element)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

let maya: Awaited<ReturnType<typeof product.student>>
beforeAll(async () => {
  maya = await signedInCoach(product)
  // Open all day: one of the lessons starts in the repeated hour.
  await product.query(
    `update instructor_availability set start_time = '00:00', end_time = '23:59' where instructor_id = $1`,
    [maya.userId],
  )
})

describe.each(lessons)('in %s at %s', (zone, start, shown) => {
  test('page, email, text, calendar file, feed and receipt show the same instant and zone', async () => {
    const { pool } = product.database
    product.clock.moveTo(Date.parse(start) - 3 * 86_400_000 + 4 * 3_600_000)
    await pool.query('update instructor_teaching_locations set time_zone = $2 where instructor_id = $1', [
      maya.userId,
      zone,
    ])
    await pool.query('update instructor_profiles set time_zone = $2 where user_id = $1', [maya.userId, zone])
    const sam = await product.student()
    const phone = `+1312555${String(lessons.findIndex((one) => one[1] === start && one[0] === zone) + 2_000)}`
    await pool.query('update profiles set phone = $2 where id = $1', [sam.userId, phone])
    expect((await agreeToTexts(product, sam, phone)).status).toBe(200)
    await sam.put('/api/quiet-hours', { zone, quiet: null })
    const id = await bookPaid(product, sam, { instructorId: maya.userId, start })
    await workOff(product)

    // The texts that pages render from the response, for student and coach, before and after the payment.
    const lesson = lessonSchema.parse((await sam.get(`/api/bookings/${id}`)).json)
    expect(new Date(lesson.start).getTime()).toBe(Date.parse(start))
    expect(lesson.zone).toBe(zone)
    const [day = '', range = ''] = shown.split(/, (?=\d+:)/)
    const { durationMinutes, priceCents, coach } = lesson
    const wish = { coachLabel: coach.label, start: lesson.start, durationMinutes, zone, priceCents }
    const summary = createElement(BookingSummary, wish)
    for (const page of [summary, createElement(LessonFacts, { lesson })]) {
      expect(wordsOf(page)).toContain(day)
      expect(wordsOf(page)).toContain(range)
    }
    expect(wordsOf(createElement(LessonLine, { lesson }))).toContain(range)
    expect(formatLesson(lesson.start, lesson.durationMinutes, lesson.zone)).toBe(shown)

    const letters = await pool.query<{
      channel: string
      subject: string | null
      body_text: string
      calendar_file: string
    }>(
      `select channel, subject, body_text, calendar_file from local_vendor.outbox where recipient = any ($1)`,
      [[sam.email, phone]],
    )
    const email = letters.rows.find((one) => one.subject?.startsWith('You are booked'))
    const text = letters.rows.find((one) => one.channel === 'sms' && one.body_text.includes('booked with'))
    expect(email?.subject).toContain(shown)
    expect(email?.body_text).toContain(shown)
    expect(text?.body_text).toContain(formatMoment(start, zone))

    const notification = (await sam.get('/api/notifications')).json.items[0]
    expect(notification.body).toContain(shown)

    const file = (await sam.get(`/api/bookings/${id}/calendar.ics`)).text
    const feed = await product
      .visitor()
      .get(new URL((await sam.post('/api/calendar-feed')).json.url).pathname)
    const compact = `${new Date(start).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    const ends = `${new Date(Date.parse(start) + 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    for (const calendar of [file, feed.text, email?.calendar_file ?? '']) {
      const lines = calendar.replaceAll('\r\n ', '').split('\r\n')
      expect(lines).toContain(`DTSTART:${compact}`)
      expect(lines).toContain(`DTEND:${ends}`)
      expect(lines.find((line) => line.startsWith('DESCRIPTION:'))?.replaceAll('\\,', ',')).toContain(shown)
    }

    const session = await pool.query<{ stripe_session_id: string }>(
      'select stripe_session_id from payments where booking_id = $1',
      [id],
    )
    const result = checkoutStateSchema.parse(
      (await sam.get(`/api/checkouts/${session.rows[0]?.stripe_session_id}`)).json,
    )
    expect(wordsOf(createElement(LessonFacts, { lesson: result.lesson }))).toContain(range)
    const { paidAt } = result
    if (!paidAt) throw new Error('paid, and not said when')
    expect(wordsOf(createElement(Receipt, { result }))).toContain(formatMoment(paidAt, zone, { year: true }))
    expect(formatMoment(paidAt, zone)).toContain(zoneName(paidAt, zone))
  })
})
