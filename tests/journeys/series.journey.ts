import type { APIRequestContext } from '@playwright/test'
import pg from 'pg'
import { DAY } from '#platform/duration.ts'
import { startCluster } from '#platform/embedded-postgres.ts'
import { dateIn, formatClockTime, offsetMinutes } from '#platform/time.ts'
import { projectRoot } from '../support/cluster.ts'
import { newStudent, payHeld } from './lesson-support.ts'
import { journeyDatabase, journeyPort } from './marketplace.ts'
import { expect, expectFitsBothWidths, hydrated, scenario, test, toCheckout } from './support.ts'

const { dale } = scenario
const zone = 'America/Indiana/Indianapolis'

/** Lets students book with Dale a year ahead, so that the weeks around the next clock change can be booked. */
async function openTheYear() {
  const cluster = await startCluster({ checkout: projectRoot, name: 'test', isThrowaway: true })
  const client = new pg.Client({ connectionString: cluster.url(journeyDatabase(journeyPort())) })
  await client.connect()
  await client.query('update instructor_profiles set max_booking_window_days = 365 where user_id = $1', [
    dale.id,
  ])
  await client.end()
}

/** The next day on which clocks change at Dale's place, at least two weeks ahead. */
function nextClockChange(): number {
  let day = Date.now() + 14 * DAY
  while (offsetMinutes(day, zone) === offsetMinutes(day + DAY, zone)) day += DAY
  return day
}

/** A time of which the next four weeks are free and the clocks change among them. */
async function timeBeforeTheChange(request: APIRequestContext): Promise<string> {
  const change = nextClockChange()
  const [from, to] = [change - 10 * DAY, change - 3 * DAY].map((at) => dateIn(at, zone))
  const slots = await (
    await request.get(`/api/coaches/${dale.id}/slots?durationMinutes=60&from=${from}&to=${to}`)
  ).json()
  const starts: string[] = slots.days.flatMap((day: { slots: { start: string }[] }) =>
    day.slots.map(({ start }) => start),
  )
  for (const start of starts.sort(() => Math.random() - 0.5)) {
    const data = { instructorId: dale.id, start, weeks: 4, durationMinutes: 60 }
    const quote = await (await request.post('/api/series-quotes', { data })).json()
    if (quote.lessons === 4) return start
  }
  throw new Error('Dale has no time in four weeks')
}

test('a student buys a weekly time over a clock change, and cancels the rest', async ({
  page,
  playwright,
  baseURL,
}) => {
  await openTheYear()
  await newStudent(page.request)
  const start = await timeBeforeTheChange(page.request)
  // Another student has the third week.
  const other = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await newStudent(other)
  const data = { instructorId: dale.id, start, weeks: 4, durationMinutes: 60 }
  const quote = await (await page.request.post('/api/series-quotes', { data })).json()
  const taken = await other.post('/api/bookings', {
    data: { instructorId: dale.id, start: quote.weeks[2].start, durationMinutes: 60 },
  })
  expect(taken.status()).toBe(201)
  await other.dispose()

  await page.goto(
    `/instructor/${dale.id}?duration=60&date=${quote.weeks[0].date}&time=${encodeURIComponent(start)}#instant-book-section`,
  )
  await hydrated(page)
  await page.getByRole('button', { name: 'Repeat weekly' }).click()
  await expect(page.getByLabel('Repeat weekly')).toBeFocused()
  await page.getByLabel('Repeat weekly').selectOption('4 weeks')
  const weeks = page.getByRole('region', { name: 'Weekly lessons' })
  await expect(weeks.getByText('Taken')).toBeVisible()
  await expect(weeks.getByRole('status')).toContainText('3 lessons')
  await expect(weeks.getByRole('status')).toContainText('One week is left out.')
  const time = formatClockTime(start, zone)
  await expect(weeks.getByText(`Clocks change on the way, and your time stays ${time}.`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Price summary' })).toContainText('3 weekly lessons')
  await expectFitsBothWidths(page, 'weekly lessons in the booking panel')

  await toCheckout(page)
  const held = (await (await page.request.get('/api/bookings')).json()).filter(
    ({ series }: { series: object | null }) => series !== null,
  )
  expect(held).toHaveLength(3)
  const [first, , last] = held
  expect([first, last].map((lesson) => formatClockTime(lesson.start, zone))).toEqual([time, time])
  expect(offsetMinutes(Date.parse(first.start), zone)).not.toBe(offsetMinutes(Date.parse(last.start), zone))
  await payHeld(page.request, { bookingId: first.id, checkoutUrl: first.checkoutUrl })

  const { receipt } = await (await page.request.get(`/api/bookings/${first.id}`)).json()
  await page.goto(`/payment-confirmation?session_id=${receipt}`)
  await expect(page.getByRole('heading', { name: '3 weekly lessons' })).toBeVisible()
  await expect(page.getByRole('listitem').getByRole('link', { name: / – \d/ })).toHaveCount(3)
  await expectFitsBothWidths(page, 'the receipt of weekly lessons')

  await page.goto(`/lessons?lesson=${last.id}`)
  await expect(page.getByRole('dialog').getByText('Weekly lesson 3 of 3')).toBeVisible()
  await page.goto(`/lessons?lesson=${first.id}&do=cancel_rest`)
  await hydrated(page)
  const dialog = page.getByRole('dialog')
  const sum = 3 * first.priceCents
  const dollars = `$${(sum / 100).toLocaleString('en-US')}`
  await expect(dialog.getByText('You get back for 3 lessons')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expectFitsBothWidths(page, 'cancelling the rest')
  await dialog.getByRole('button', { name: `Cancel 3 lessons and get ${dollars} back` }).click()
  await expect(page.getByText('3 lessons cancelled')).toBeVisible()
  await expect
    .poll(async () => (await (await page.request.get(`/api/bookings/${last.id}`)).json()).status)
    .toBe('cancelled')
})
