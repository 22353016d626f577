import { DAY } from '#platform/duration.ts'
import { addDays, dateIn, dayOfWeek, offsetMinutes } from '#platform/time.ts'

const charlotte = 'America/New_York'

/** The instant at which tests start, milliseconds since 1970, UTC: the same in every file of a run. The tests' clocks start from it. */
export const testNow = Date.parse(process.env.TEST_NOW ?? drawTestNow())

/** A random second within the next three years, as `2027-03-14T06:59:00Z`. Over many runs, this finds tests that depend on the date. */
export function drawTestNow(): string {
  const drawn = Date.now() + Math.random() * 3 * 365 * DAY
  return new Date(Math.floor(drawn / 1_000) * 1_000).toISOString()
}

/** The calendar date in Charlotte a number of days after the start of the tests, as `yyyy-MM-dd`. */
export const charlotteDay = (days: number): string => addDays(dateIn(testNow, charlotte), days)

/** Days from the start of the tests to the next such weekday in Charlotte, at least two. @param day 0 is Sunday */
export const daysUntil = (day: number): number => 2 + ((day - dayOfWeek(charlotteDay(2)) + 7) % 7)

/**
 * A local time in a zone, a number of days after the start of the tests in Charlotte.
 * @returns an instant as ISO text, UTC
 */
export function wallTime(zone: string, days: number, hour: number, minute = 0): string {
  const wall = Date.parse(`${charlotteDay(days)}T00:00:00Z`) + (hour * 60 + minute) * 60_000
  // Computed twice, because the first guess of the offset may be on the other side of a clock change.
  const guess = wall - offsetMinutes(wall, zone) * 60_000
  return new Date(wall - offsetMinutes(guess, zone) * 60_000).toISOString()
}

/** The same in Charlotte, where most test coaches teach. */
export const charlotteTime = (days: number, hour: number, minute = 0): string =>
  wallTime(charlotte, days, hour, minute)

/** The start of a lesson that is refused only because of the coach's one-day notice. */
export const withinTheNotice = [charlotteTime(0, 16), charlotteTime(1, 9)].find(
  // A test's clock advances, so a start only minutes away could pass during the test.
  (start) => Date.parse(start) > testNow + 3_600_000,
) as string

/** A card that the local payment processor accepts from an instant and for three years. */
export const cardAt = (now: number) => ({
  number: '4242 4242 4242 4242',
  expiry: `12/${String(new Date(now + 3 * 365 * DAY).getUTCFullYear()).slice(2)}`,
  cvc: '123',
})

/** A card that stays valid for the duration of a test. */
export const goodCard = cardAt(testNow)
