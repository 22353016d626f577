import { addDays, dateIn, dayOfWeek, offsetMinutes } from '#platform/time.ts'

const DAY = 86_400_000
const charlotte = 'America/New_York'

/** The instant at which tests start, milliseconds since 1970, UTC: the same in every file of a run. They move on from here. */
export const testNow = Date.parse(process.env.TEST_NOW ?? drawTestNow())

/** Any second of the coming three years, as `2027-03-14T06:59:00Z`: a test that holds on one day only is found by and by. */
export function drawTestNow(): string {
  const drawn = Date.now() + Math.random() * 3 * 365 * DAY
  return new Date(Math.floor(drawn / 1_000) * 1_000).toISOString()
}

/** The calendar date in Charlotte some days after the one on which tests start, as `yyyy-MM-dd`. */
export const charlotteDay = (days: number): string => addDays(dateIn(testNow, charlotte), days)

/** Days from the one on which tests start to the next such weekday in Charlotte, at least two. @param day 0 is Sunday */
export const daysUntil = (day: number): number => 2 + ((day - dayOfWeek(charlotteDay(2)) + 7) % 7)

/**
 * An hour on the wall clock of a zone, some days after the one on which tests start in Charlotte.
 * @returns an instant as ISO text, UTC
 */
export function wallTime(zone: string, days: number, hour: number, minute = 0): string {
  const wall = Date.parse(`${charlotteDay(days)}T00:00:00Z`) + (hour * 60 + minute) * 60_000
  // Twice: the first guess of the offset may lie beyond a change of the clocks.
  const guess = wall - offsetMinutes(wall, zone) * 60_000
  return new Date(wall - offsetMinutes(guess, zone) * 60_000).toISOString()
}

/** The same in Charlotte, where most coaches of the tests teach. */
export const charlotteTime = (days: number, hour: number, minute = 0): string =>
  wallTime(charlotte, days, hour, minute)

/** A lesson's start that a coach who wants a day's notice refuses for that reason alone. */
export const withinTheNotice = [charlotteTime(0, 16), charlotteTime(1, 9)].find(
  // A test's clock runs: a start that is only minutes away would be over by then.
  (start) => Date.parse(start) > testNow + 3_600_000,
) as string

/** A card that the stand-in for the payment processor takes at an instant and for three years. */
export const cardAt = (now: number) => ({
  number: '4242 4242 4242 4242',
  expiry: `12/${String(new Date(now + 3 * 365 * DAY).getUTCFullYear()).slice(2)}`,
  cvc: '123',
})

/** One that is good for as long as a test lasts. */
export const goodCard = cardAt(testNow)
