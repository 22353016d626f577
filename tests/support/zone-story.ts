import { completeDueLessons } from '#features/bookings/completion/commands.ts'
import { remindOfLessons } from '#features/lesson-letters/reminders.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { bookPaid, signedInCoach } from './lessons.ts'
import { workOff } from './notified.ts'
import type { testProduct } from './product.ts'

type Product = ReturnType<typeof testProduct>

/** Instants at which a dependency on the server's own zone would show: clock changes, ends of days, months and years, a leap day. */
export const fakedDates = [
  '2026-03-07T12:00:00Z',
  '2026-03-08T06:30:00Z',
  '2026-06-30T23:45:00Z',
  '2026-11-01T05:30:00Z',
  '2026-12-31T23:30:00Z',
  '2027-02-28T18:15:00Z',
  '2027-03-14T09:59:00Z',
  '2027-07-04T04:30:00Z',
  '2028-02-29T03:00:00Z',
  '2029-01-01T00:10:00Z',
]

let storiesTold = 0

/** The time zones of the coaches. */
const places = ['America/New_York', 'America/Phoenix', 'Pacific/Honolulu']

/**
 * Everything that people see at an instant: open times, prices, a lesson from its quote to its completion with its page, lists, receipt,
 * calendar file, feed, emails and texts. Ids, tokens and addresses are normalized, so that two runs can be compared exactly.
 */
export async function tellZoneStory(product: Product, at: string): Promise<Record<string, string>> {
  const { pool } = product.database
  const now = Date.parse(at)
  const told: Record<string, string> = {}
  for (const zone of places) {
    product.clock.moveTo(now)
    const tell = (what: string, said: unknown) => {
      told[`${zone}: ${what}`] = sameFor(typeof said === 'string' ? said : JSON.stringify(said))
    }
    const maya = await signedInCoach(product)
    await pool.query('update instructor_teaching_locations set time_zone = $2 where instructor_id = $1', [
      maya.userId,
      zone,
    ])
    // A day off, and a morning off, in the local calendar of her place.
    await pool.query(
      `update instructor_profiles set time_zone = $2, buffer_minutes = 15 where user_id = $1`,
      [maya.userId, zone],
    )
    await pool.query(
      `insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2::date), ($1, $3::date)`,
      [maya.userId, day(now + 4 * DAY), day(now + 9 * DAY)],
    )
    const sam = await product.student()
    const phone = `+1312555${String(2_000 + storiesTold++)}`
    await pool.query('update profiles set phone = $2 where id = $1', [sam.userId, phone])
    await sam.put('/api/text-consent', { agrees: true })
    await sam.put('/api/quiet-hours', { zone, quiet: null })

    const open = (await sam.get(`/api/coaches/${maya.userId}/slots?durationMinutes=60`)).json
    tell('open hours', open)
    tell('long ones', (await sam.get(`/api/coaches/${maya.userId}/slots?durationMinutes=120`)).json)
    tell('next openings', (await sam.get(`/api/next-openings?instructorIds[]=${maya.userId}`)).json)
    const first = String(open.days.find((one: { slots: object[] }) => one.slots.length > 0).slots[0].start)
    const wish = { instructorId: maya.userId, start: first, durationMinutes: 60 }
    tell('quote', (await sam.post('/api/quotes', wish)).json)

    const id = await bookPaid(product, sam, wish)
    await workOff(product)
    tell('booking', (await sam.get(`/api/bookings/${id}`)).json)
    tell('list', (await sam.get('/api/bookings')).json)
    tell('coach’s dashboard', (await maya.get('/api/coach/dashboard')).json)
    tell('cancellation', (await sam.get(`/api/bookings/${id}/cancellation`)).json)
    tell('new times', (await sam.get(`/api/bookings/${id}/new-times`)).json)
    tell('calendar file', (await sam.get(`/api/bookings/${id}/calendar.ics`)).text)
    const feed = new URL((await sam.post('/api/calendar-feed')).json.url).pathname
    tell('calendar feed', (await product.visitor().get(feed)).text)
    const session = await pool.query('select stripe_session_id as id from payments where booking_id = $1', [
      id,
    ])
    tell('receipt', (await sam.get(`/api/checkouts/${session.rows[0].id}`)).json)
    tell('notifications', (await sam.get('/api/notifications')).json)

    const start = Date.parse(first)
    for (const moment of [start - 24 * HOUR, start - 2 * HOUR, start + 26 * HOUR]) {
      product.clock.moveTo(moment)
      await remindOfLessons(product.services)
      await completeDueLessons(product.services)
      await workOff(product)
    }
    tell('timeline', (await sam.get(`/api/bookings/${id}/timeline`)).json)
    const letters = await pool.query(
      `select channel, subject, body_text, calendar_file from local_vendor.outbox
       where recipient = any ($1) order by channel, subject, body_text`,
      [[sam.email, maya.email, phone]],
    )
    tell('letters and texts', letters.rows)
  }
  return told
}

const day = (instant: number) => new Date(instant).toISOString().slice(0, 10)

/** Removes what differs between any two runs: ids, tokens, mailboxes, and times of the machine's own clock. */
function sameFor(text: string): string {
  return text
    .replaceAll(/token=[^\s)"\\&]+/g, '(token)')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '(id)')
    .replaceAll(/cs_local_[\w-]+/g, '(session)')
    .replaceAll(/\+1312555\d{4}/g, '(number)')
    .replaceAll(/GS-[0-9A-F]{8}/g, '(booking)')
    .replaceAll(/[\w-]{32,}/g, '(token)')
    .replaceAll(/\.[\w-]{22}\b/g, '.(signature)')
    .replaceAll(
      /(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)(\.\d+)?Z/g,
      (instant, ...[y, m, d, h, min, s]) =>
        Math.abs(Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`) - Date.now()) < 2 * DAY
          ? '(the machine’s present)'
          : instant,
    )
}

/** The first difference between two texts, with some context. */
export function whereTheyDiffer(
  here: Readonly<Record<string, string>>,
  there: Readonly<Record<string, string>>,
): string[] {
  return [...new Set([...Object.keys(here), ...Object.keys(there)])].flatMap((what) => {
    const [one = '', other = ''] = [here[what], there[what]]
    if (one === other) return []
    const at = Math.max(0, [...one].findIndex((sign, place) => sign !== other[place]) - 30)
    return [`${what}: …${one.slice(at, at + 80)}… and …${other.slice(at, at + 80)}…`]
  })
}
