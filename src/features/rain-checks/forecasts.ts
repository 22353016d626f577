import { eq } from 'drizzle-orm'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { bookings } from '#features/bookings/tables.ts'
import { freeForWeather } from '#features/bookings/weather.ts'
import { doEach, tryEach } from '#platform/each-item.ts'
import type { Services } from '#ports/services.ts'
import { type WeatherPort, WeatherUnavailable } from '#ports/weather/weather.ts'
import { notifyCoachOfForecast, notifyForecast } from './emails.ts'
import { checkForecastsJob } from './jobs.ts'
import { type LessonToCheck, listLessonsToCheck } from './queries.ts'
import { isTooBad, type Weather, weatherDuring } from './rain-check.ts'
import { rainChecks } from './tables.ts'

/** Offers of a rain check because of a forecast. */

/** A run asks about the places of no further coach after this many milliseconds; the rest waits for the next run. */
const RUN_MS = 40_000

/**
 * Reads the forecasts of the outdoor lessons of the next 48 hours, and offers student and coach a rain check where one exceeds the
 * coach's limit. While the weather service is away, nothing is offered, and lessons stay as they are.
 * @returns how many lessons were offered one
 */
export async function checkForecasts(services: Services): Promise<number> {
  const { weather } = services
  if (!weather) return 0
  const lessons = await listLessonsToCheck(services.db, services.clock.now())
  const coaches = Map.groupBy(lessons, ({ coachId }) => coachId)
  const endsAt = performance.now() + RUN_MS
  let offered = 0
  await doEach(services, {
    name: checkForecastsJob.name,
    items: coaches,
    idOf: ([coachId]) => coachId,
    work: async ([coachId, ofCoach]) => {
      if (performance.now() > endsAt) return false
      const seen: Seen = { offered: new Set(), later: new Map(), unread: new Set() }
      try {
        const places = Map.groupBy(ofCoach, ({ place }) => place.id)
        await tryEach(places.values(), async (ofPlace) => {
          try {
            await checkPlace(services, weather, ofPlace, seen)
          } catch (error) {
            for (const { date } of ofPlace) seen.unread.add(date)
            throw error
          }
        })
      } finally {
        offered += seen.offered.size
        const dates = new Set(ofCoach.filter((lesson) => seen.offered.has(lesson)).map(({ date }) => date))
        for (const date of dates)
          await services.db.transaction((tx) =>
            notifyCoachOfForecast(
              services,
              tx,
              { coachId, date, isComplete: !seen.unread.has(date) },
              seen.later,
            ),
          )
      }
    },
    stopsAt: (error) => error instanceof WeatherUnavailable,
  })
  return offered
}

/** The lessons of a coach with bad weather. */
interface Seen {
  /** They were offered a rain check. */
  offered: Set<LessonToCheck>
  /** The weather of lessons more than 48 hours away, by the id of their booking. */
  later: Map<string, Weather>
  /** The dates of lessons at places whose forecast could not be read. */
  unread: Set<string>
}

async function checkPlace(
  services: Services,
  port: WeatherPort,
  lessons: readonly LessonToCheck[],
  { offered, later }: Seen,
): Promise<void> {
  const [first] = lessons
  if (!first) return
  const hours = await port.hourly(first.place)
  for (const lesson of lessons) {
    const weather = weatherDuring(hours, lesson)
    if (!weather) continue
    if (!lesson.isDue) {
      if (isTooBad(lesson.rule, weather)) later.set(lesson.bookingId, weather)
    } else if (await offer(services, lesson, weather)) offered.add(lesson)
  }
}

/** @returns whether the lesson was offered a rain check */
async function offer(
  services: Services,
  { bookingId, ...due }: LessonToCheck,
  weather: Weather,
): Promise<boolean> {
  return await services.db.transaction(async (tx) => {
    const payment = await lockPayment(services, tx, { bookingId })
    const now = services.clock.now()
    // It was moved, cancelled or has begun since it was listed.
    if (payment?.status !== 'confirmed' || payment.lessonStart !== due.start || due.start <= now) return false
    const [lesson] = await tx
      .select({ rule: bookings.rainCheck })
      .from(bookings)
      .where(eq(bookings.id, bookingId))
    if (!lesson || !isTooBad(lesson.rule, weather)) return false
    const { instructorId, studentId } = payment
    const [made] = await tx
      .insert(rainChecks)
      .values({
        bookingId,
        lessonStart: due.start,
        instructorId,
        studentId,
        offeredAt: now,
        ...stored(weather),
      })
      .onConflictDoNothing()
      .returning({ id: rainChecks.id })
    // The lesson was moved away from this time and back: it was offered before.
    if (!made || !(await freeForWeather(tx, bookingId, now))) return false
    await notifyForecast(services, tx, payment, weather)
    return true
  })
}

/** As the columns take it. */
const stored = ({ chanceOfRain, isThunder, windMph }: Weather) => ({
  chanceOfRain,
  isThunder,
  windMph: Math.min(300, windMph),
})
