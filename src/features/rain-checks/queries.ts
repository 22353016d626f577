import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { bookings } from '#features/bookings/tables.ts'
import { clinicDates, clinics } from '#features/clinics/tables.ts'
import type { RainRule } from '#features/coaches/coach.ts'
import { studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import { playerNameIn } from '#features/golfers/queries.ts'
import { notifications } from '#features/notifications/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { dateIn, toIso, toIsoOrNull } from '#platform/time.ts'
import { AHEAD_HOURS } from './rain-check.ts'
import type { Affected, RainCheck, TimesOfDay } from './schema.ts'
import { rainChecks } from './tables.ts'

/** A booked lesson at an outdoor place, whose forecast is to be read. */
export interface LessonToCheck {
  bookingId: string
  coachId: string
  rule: RainRule
  /** By the clock of its place. */
  date: string
  /** It is within 48 hours; otherwise an earlier lesson of its date is. */
  isDue: boolean
  /** Milliseconds since 1970, UTC. */
  start: number
  end: number
  place: { id: string; lat: number; lng: number }
}

/**
 * Lessons within 48 hours whose coaches have a weather rule and that were not offered a rain check yet, by place, and the later ones of
 * their dates. Lessons of suspended coaches are left to the admins.
 * @param now milliseconds since 1970, UTC
 */
export async function listLessonsToCheck(db: Queryable, now: number): Promise<LessonToCheck[]> {
  const { id, lat, lng } = teachingLocations
  const due = now + AHEAD_HOURS * HOUR
  const found = await db
    .select({
      bookingId: bookings.id,
      coachId: bookings.instructorId,
      rule: bookings.rainCheck,
      zone: bookings.timeZone,
      start: bookings.lessonDate,
      end: bookings.lessonEnd,
      placeId: id,
      lat,
      lng,
    })
    .from(bookings)
    .innerJoin(teachingLocations, eq(id, bookings.teachingLocationId))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, bookings.instructorId))
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        gt(bookings.lessonDate, now),
        lte(bookings.lessonDate, due + DAY),
        ne(bookings.rainCheck, 'off'),
        isNull(bookings.weatherSince),
        isNull(bookings.clinicId),
        eq(teachingLocations.isOutdoor, true),
        eq(instructorProfiles.mayTeach, true),
      ),
    )
    .orderBy(asc(id), asc(bookings.lessonDate), asc(bookings.id))
  const lessons = found.flatMap(({ placeId, lat: north, lng: east, zone, ...lesson }) => {
    if (north === null || east === null) return []
    const { start } = lesson
    const place = { id: placeId, lat: north, lng: east }
    return [{ ...lesson, date: dateIn(start, zone), isDue: start <= due, place }]
  })
  const dayOf = ({ coachId, date }: LessonToCheck) => `${coachId} ${date}`
  const days = new Set(lessons.filter(({ isDue }) => isDue).map(dayOf))
  return lessons.filter((lesson) => days.has(dayOf(lesson)))
}

/** Whether a date and time of day at a place is in the given times. */
const isInTimes = (start: SQL, zone: SQL, { date, startTime, endTime }: TimesOfDay) =>
  sql`(${start} at time zone ${zone})::date = ${date}::date and (${start} at time zone ${zone})::time >= ${startTime}::time
    and (${start} at time zone ${zone})::time < ${endTime}::time`

/**
 * What calling off a part of a day would do to a coach's lessons.
 * @param now milliseconds since 1970, UTC
 */
export async function readAffected(
  db: Queryable,
  coachId: string,
  times: TimesOfDay,
  now: number,
): Promise<Affected> {
  const isThen = isInTimes(sql`${bookings.lessonDate}`, sql`${bookings.timeZone}`, times)
  const found = await db
    .select({
      bookingId: bookings.id,
      start: bookings.lessonDate,
      durationMinutes: bookings.durationMinutes,
      zone: bookings.timeZone,
      student: playerNameIn({ golferId: bookings.golferId, studentName: studentAccount.fullName }),
      isOfCaller: sql<boolean>`${studentAccount.enteredBy} is not null`,
      place: bookings.locationName,
      calledOffAt: bookings.calledOffAt,
      isOutdoor: teachingLocations.isOutdoor,
    })
    .from(bookings)
    .innerJoin(studentAccount, eq(studentAccount.id, bookings.studentId))
    .leftJoin(teachingLocations, eq(teachingLocations.id, bookings.teachingLocationId))
    .where(
      and(
        eq(bookings.instructorId, coachId),
        eq(bookings.status, 'confirmed'),
        isNull(bookings.clinicId),
        gt(bookings.lessonDate, now),
        isThen,
      ),
    )
    .orderBy(asc(bookings.lessonDate), asc(bookings.id))
  const [seats] = await db
    .select({ n: sql`count(distinct ${clinics.id})`.mapWith(Number) })
    .from(clinicDates)
    .innerJoin(clinics, eq(clinics.id, clinicDates.clinicId))
    .where(
      and(
        eq(clinics.instructorId, coachId),
        eq(clinics.status, 'published'),
        gt(clinicDates.startsAt, now),
        isInTimes(sql`${clinicDates.startsAt}`, sql`${clinics.timeZone}`, times),
      ),
    )
  // A place that was removed is taken for an outdoor one.
  const outdoors = found.filter(({ isOutdoor }) => isOutdoor !== false)
  return {
    lessons: outdoors
      .filter(({ calledOffAt }) => calledOffAt === null)
      .map(({ calledOffAt: _, isOutdoor: __, start, ...lesson }) => ({ ...lesson, start: toIso(start) })),
    indoors: found.length - outdoors.length,
    clinics: seats?.n ?? 0,
    before: outdoors.filter(({ calledOffAt }) => calledOffAt !== null).length,
  }
}

/** How many of these lessons of a coach are called off, also when their students cancelled them or kept them as a credit since. */
export async function countCalledOff(
  db: Queryable,
  coachId: string,
  bookingIds: readonly string[],
): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(bookings)
    .where(
      and(
        inArray(bookings.id, [...bookingIds]),
        eq(bookings.instructorId, coachId),
        isNotNull(bookings.calledOffAt),
      ),
    )
  return found?.n ?? 0
}

/** Lessons that were called off and have reached their time without a choice. @param now milliseconds since 1970, UTC */
export async function listUnanswered(
  db: Queryable,
  now: number,
): Promise<{ bookingId: string; instructorId: string }[]> {
  return await db
    .select({ bookingId: bookings.id, instructorId: bookings.instructorId })
    .from(bookings)
    .where(
      and(eq(bookings.status, 'confirmed'), isNotNull(bookings.calledOffAt), lte(bookings.lessonDate, now)),
    )
    .orderBy(asc(bookings.lessonDate), asc(bookings.id))
    .limit(500)
}

/** The weather rule of a lesson, and the offer about its present time; without whether it can be kept as a credit. */
export async function findRainCheck(db: Queryable, bookingId: string) {
  const [row] = await db
    .select({
      rule: bookings.rainCheck,
      status: bookings.status,
      studentId: bookings.studentId,
      instructorId: bookings.instructorId,
      offer: rainChecks,
    })
    .from(bookings)
    .leftJoin(
      rainChecks,
      and(eq(rainChecks.bookingId, bookings.id), eq(rainChecks.lessonStart, bookings.lessonDate)),
    )
    .where(eq(bookings.id, bookingId))
  return row ?? null
}

/** An offer as it is shown. */
export function presentOffer(
  offer: typeof rainChecks.$inferSelect,
): Omit<NonNullable<RainCheck['offer']>, 'isOpen' | 'creditRefusal'> {
  const { chanceOfRain, isThunder, windMph } = offer
  return {
    offeredAt: toIso(offer.offeredAt),
    forecast:
      chanceOfRain === null || isThunder === null || windMph === null
        ? null
        : { chanceOfRain, isThunder, windMph },
    calledOffAt: toIsoOrNull(offer.calledOffAt),
    message: offer.message,
  }
}

/** The weather rule for lessons booked from now on. @returns null when the user is not a coach */
export async function readRule(db: Queryable, coachId: string) {
  const [coach] = await db
    .select({ rule: instructorProfiles.rainCheck })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, coachId))
  return coach ?? null
}

/** The rule of a listed coach, as visitors see it: `off` when all places are indoors. */
export async function readPublicRule(db: Queryable, coachId: string) {
  const [coach] = await db
    .select({
      rule: instructorProfiles.rainCheck,
      isOutdoor: sql<boolean>`exists (select from ${teachingLocations} l where l.instructor_id = ${instructorProfiles.userId}
        and l.is_outdoor)`,
    })
    .from(instructorProfiles)
    .where(and(eq(instructorProfiles.userId, coachId), eq(instructorProfiles.isListed, true)))
  return coach ? { rule: coach.isOutdoor ? coach.rule : ('off' as const) } : null
}

/** Whether a coach was notified of a forecast under one of the keys. */
export async function wasToldOfForecast(db: Queryable, coachId: string, keys: string[]): Promise<boolean> {
  const { id, businessKey, userId, kind } = notifications
  const [notice] = await db
    .select({ id })
    .from(notifications)
    .where(and(eq(userId, coachId), eq(kind, 'rain_forecast'), inArray(businessKey, keys)))
    .limit(1)
  return notice !== undefined
}

/**
 * A coach's lessons of a date that were offered a rain check and still wait for their students, in the order of their times.
 * @param date by the clock of each lesson's place
 * @param later ids of lessons to list too, which were not offered one yet
 */
export async function listOffered(
  db: Queryable,
  coachId: string,
  date: string,
  now: number,
  later: readonly string[] = [],
) {
  return await db
    .select({
      bookingId: bookings.id,
      start: bookings.lessonDate,
      zone: bookings.timeZone,
      place: bookings.locationName,
      student: playerNameIn({ golferId: bookings.golferId, studentName: studentAccount.fullName }),
      chanceOfRain: rainChecks.chanceOfRain,
      isThunder: rainChecks.isThunder,
      windMph: rainChecks.windMph,
    })
    .from(bookings)
    .leftJoin(
      rainChecks,
      and(
        eq(rainChecks.bookingId, bookings.id),
        eq(rainChecks.lessonStart, bookings.lessonDate),
        isNull(rainChecks.outcome),
        isNull(rainChecks.calledOffAt),
      ),
    )
    .innerJoin(studentAccount, eq(studentAccount.id, bookings.studentId))
    .where(
      and(
        eq(bookings.instructorId, coachId),
        or(isNotNull(rainChecks.id), inArray(bookings.id, [...later])),
        eq(bookings.status, 'confirmed'),
        gt(bookings.lessonDate, now),
        sql`(${bookings.lessonDate} at time zone ${bookings.timeZone})::date = ${date}::date`,
      ),
    )
    .orderBy(asc(bookings.lessonDate), asc(bookings.id))
}
