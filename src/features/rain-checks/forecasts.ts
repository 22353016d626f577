import { eq } from 'drizzle-orm'
import { lockPayment } from '#features/bookings/held-payment.ts'
import { bookings } from '#features/bookings/tables.ts'
import { freeForWeather } from '#features/bookings/weather.ts'
import { doEach } from '#platform/each-item.ts'
import { dateIn } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { type HourForecast, type WeatherPort, WeatherUnavailable } from '#ports/weather/weather.ts'
import { notifyCoachOfForecast, notifyForecast } from './emails.ts'
import { checkForecastsJob } from './jobs.ts'
import { type LessonToCheck, listLessonsToCheck } from './queries.ts'
import { isTooBad, type Weather, weatherDuring } from './rain-check.ts'
import { rainChecks } from './tables.ts'

/** Offers of a rain check because of a forecast. */

/** A run asks about no further place after this many milliseconds; the rest waits for the next run. */
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
  const places = Map.groupBy(lessons, ({ place }) => place.id)
  const endsAt = performance.now() + RUN_MS
  let offered = 0
  await doEach(services, {
    name: checkForecastsJob.name,
    items: [...places.values()],
    idOf: ([lesson]) => lesson?.place.id ?? '',
    work: async (ofPlace) => {
      if (performance.now() > endsAt) return false
      offered += await checkPlace(services, weather, ofPlace)
    },
    stopsAt: (error) => error instanceof WeatherUnavailable,
  })
  return offered
}

async function checkPlace(
  services: Services,
  weather: WeatherPort,
  lessons: readonly LessonToCheck[],
): Promise<number> {
  const [first] = lessons
  if (!first) return 0
  const hours = await weather.hourly(first.place)
  const days = new Map<string, { coachId: string; date: string }>()
  let offered = 0
  for (const lesson of lessons) {
    const day = await offer(services, lesson, hours)
    if (!day) continue
    offered++
    days.set(`${day.coachId} ${day.date}`, day)
  }
  for (const day of days.values())
    await services.db.transaction((tx) => notifyCoachOfForecast(services, tx, day))
  return offered
}

/** @returns the coach and the date of the lesson when it was offered a rain check */
async function offer(
  services: Services,
  { bookingId, ...due }: LessonToCheck,
  hours: readonly HourForecast[],
): Promise<{ coachId: string; date: string } | null> {
  const weather = weatherDuring(hours, due)
  if (!weather) return null
  return await services.db.transaction(async (tx) => {
    const payment = await lockPayment(services, tx, { bookingId })
    const now = services.clock.now()
    // It was moved, cancelled or has begun since it was listed.
    if (payment?.status !== 'confirmed' || payment.lessonStart !== due.start || due.start <= now) return null
    const [lesson] = await tx
      .select({ rule: bookings.rainCheck, zone: bookings.timeZone })
      .from(bookings)
      .where(eq(bookings.id, bookingId))
    if (!lesson || !isTooBad(lesson.rule, weather)) return null
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
    if (!made || !(await freeForWeather(tx, bookingId, now))) return null
    await notifyForecast(services, tx, payment, weather)
    return { coachId: instructorId, date: dateIn(due.start, lesson.zone) }
  })
}

/** As the columns take it. */
const stored = ({ chanceOfRain, isThunder, windMph }: Weather) => ({
  chanceOfRain,
  isThunder,
  windMph: Math.min(300, windMph),
})
