import { eq } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import type { HeldPayment } from '#features/bookings/held-payment.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { notifyParties } from '#features/lesson-letters/emails.ts'
import { fillInLesson } from '#features/lesson-letters/lesson-letter.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { formatClockTime, formatDay, zoneName } from '#platform/time.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { TransactionServices } from '#ports/services.ts'
import { choiceWords, otherwiseWords } from './choice-words.ts'
import { whyNoCredit } from './credit-rule.ts'
import { calledOffStudent, rainForecastCoach, rainForecastKind, rainOfferedStudent } from './letters.ts'
import { listOffered, wasToldOfForecast } from './queries.ts'
import { type Weather, weatherWords } from './rain-check.ts'

type Sending = Pick<TransactionServices, 'jobs' | 'clock' | 'env' | 'answers'>

/** Tells a student that bad weather is forecast, once for each time of a lesson, which is locked with its payment. */
export async function notifyForecast(
  services: Sending,
  tx: Queryable,
  payment: HeldPayment,
  weather: Weather,
): Promise<void> {
  const mayKeep = (await whyNoCredit(services, tx, payment)) === null
  await notifyParties(services, tx, payment.bookingId, ({ money }) => ({
    letters: [
      fillInLesson(rainOfferedStudent, {
        forecast: weatherWords(weather),
        choices: choiceWords(money, mayKeep),
      }),
    ],
    occasion: `forecast:${payment.lessonStart}`,
  }))
}

/** Tells a student that the coach called the lesson off, once for each time of a lesson, which is locked with its payment. */
export async function notifyCalledOff(
  services: Sending,
  tx: Queryable,
  payment: HeldPayment,
  message: string | null,
): Promise<void> {
  const mayKeep = (await whyNoCredit(services, tx, payment)) === null
  await notifyParties(services, tx, payment.bookingId, ({ money }) => ({
    letters: [
      fillInLesson(calledOffStudent, {
        message_line: message ? `Your coach writes: “${message}”` : '',
        choices: choiceWords(money, mayKeep),
        otherwise: otherwiseWords(money),
      }),
    ],
    occasion: `called-off:${payment.lessonStart}`,
  }))
}

/**
 * Tells a coach that the forecast for lessons of a date exceeds the limit, once for each date. After a letter without the lessons of a
 * place whose forecast could not be read, another one follows if it names other lessons.
 * @param of.date by the clock of the lessons' places
 * @param of.isComplete the forecasts of all places with lessons of the date were read
 * @param later the weather of lessons that are not within 48 hours yet, by the id of their booking
 */
export async function notifyCoachOfForecast(
  services: Sending,
  tx: Queryable,
  { coachId, date, isComplete }: { coachId: string; date: string; isComplete: boolean },
  later: ReadonlyMap<string, Weather>,
): Promise<void> {
  const lessons = await listOffered(tx, coachId, date, services.clock.now(), [...later.keys()])
  const [coach] = await tx
    .select({ name: instructorProfiles.displayName, fullName: profiles.fullName })
    .from(instructorProfiles)
    .innerJoin(profiles, eq(profiles.id, instructorProfiles.userId))
    .where(eq(instructorProfiles.userId, coachId))
  if (lessons.length === 0 || !coach) return
  const day = formatDay(`${date}T12:00:00Z`, 'UTC', { long: true })
  const count = lessons.length === 1 ? '1 lesson' : `${lessons.length} lessons`
  const href = `/schedule?view=day&date=${date}`
  const named = lessons.map(({ bookingId }) => bookingId).sort()
  const [ofAllPlaces, ofThese] = [date, `${date}:${uuidV8(named.join())}`]
  if (await wasToldOfForecast(tx, coachId, [ofAllPlaces, ofThese])) return
  const lines = lessons.map(({ bookingId, start, zone, student, place, ...stored }) => {
    const weather = later.get(bookingId) ?? {
      chanceOfRain: stored.chanceOfRain ?? 0,
      isThunder: stored.isThunder ?? false,
      windMph: stored.windMph ?? 0,
    }
    return `${formatClockTime(start, zone)} ${zoneName(start, zone)}: ${student}, ${place}, ${weatherWords(weather)}`
  })
  await notifyUser(services, tx, {
    userId: coachId,
    kind: rainForecastKind,
    businessKey: isComplete ? ofAllPlaces : ofThese,
    title: `Bad weather is forecast for ${count} on ${day}`,
    body: `${lines.join('; ')}. Students of lessons within 48 hours can move or cancel them without a fee now, and those of later ones from 48 hours before, if the forecast is still bad then.`,
    href,
    email: fillIn(rainForecastCoach, {
      coach_name: coach.name ?? coach.fullName,
      day,
      lesson_count: count,
      lessons: lines.join('\n'),
      schedule_url: `${services.env.appUrl}${href}`,
    }),
    about: { what: 'rain', coachId, date },
  })
}
