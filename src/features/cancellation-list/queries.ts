import { and, asc, desc, eq, gt, gte, isNotNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { profiles } from '#features/accounts/tables.ts'
import { bookings } from '#features/bookings/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import type { CoachList, OwnList } from './schema.ts'
import { listOwnSeatRequests, listWaitedClinics } from './seats/queries.ts'
import { cancellationRequests, freedTimeOffers, freedTimes } from './tables.ts'

/** The date that has passed everywhere on the Earth the day after. */
const yesterday = (now: number) => addDays(dateIn(now, 'UTC'), -1)

/** What a student waits for and is offered. @param now milliseconds since 1970, UTC */
export async function readOwnList(db: Queryable, studentId: string, now: number): Promise<OwnList> {
  const request = cancellationRequests
  const requests = await db
    .select({
      id: request.id,
      instructorId: request.instructorId,
      coachName: instructorProfiles.displayName,
      from: request.fromDate,
      to: request.toDate,
      dayPart: request.dayPart,
      durationMinutes: request.durationMinutes,
      place: teachingLocations.locationName,
      locationId: request.teachingLocationId,
    })
    .from(request)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, request.instructorId))
    .leftJoin(teachingLocations, eq(teachingLocations.id, request.teachingLocationId))
    .where(
      and(
        eq(request.studentId, studentId),
        eq(request.status, 'waiting'),
        gte(request.toDate, yesterday(now)),
      ),
    )
    .orderBy(asc(request.fromDate), asc(request.id))
  const offers = await db
    .select({
      id: freedTimeOffers.id,
      instructorId: freedTimes.instructorId,
      coachName: instructorProfiles.displayName,
      start: freedTimes.lessonStart,
      durationMinutes: bookings.durationMinutes,
      zone: freedTimes.timeZone,
      place: freedTimes.locationName,
      locationId: freedTimes.teachingLocationId,
      priceCents: bookings.priceAmount,
      announcedAt: freedTimeOffers.announcedAt,
      expiresAt: freedTimeOffers.expiresAt,
      endsEarly: sql<boolean>`${isGivenUp(db, now)}`,
      isWaiting: sql<boolean>`${request.status} = 'waiting'`,
    })
    .from(freedTimeOffers)
    .innerJoin(freedTimes, eq(freedTimes.id, freedTimeOffers.freedTimeId))
    .innerJoin(request, eq(request.id, freedTimeOffers.requestId))
    .innerJoin(bookings, eq(bookings.id, freedTimeOffers.bookingId))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, freedTimes.instructorId))
    .where(
      and(
        eq(freedTimeOffers.studentId, studentId),
        eq(freedTimeOffers.status, 'open'),
        gt(freedTimeOffers.expiresAt, now),
      ),
    )
    .orderBy(asc(freedTimeOffers.expiresAt))
  return {
    seatRequests: await listOwnSeatRequests(db, studentId, now),
    requests: requests.map(({ instructorId, coachName, ...one }) => ({
      ...one,
      coach: { id: instructorId, label: coachLabel(coachName) },
    })),
    offers: offers.map(({ instructorId, coachName, start, announcedAt, expiresAt, endsEarly, ...one }) => ({
      ...one,
      coach: { id: instructorId, label: coachLabel(coachName) },
      start: toIso(start),
      expiresAt: toIso(endsEarly && announcedAt > now ? announcedAt : expiresAt),
    })),
  }
}

/**
 * Condition of an offer and its request: the golfer has left the list, waits for no other dates of this coach, and is not paying for
 * the held time. If it was not announced before, it is not going to be.
 * @param now milliseconds since 1970, UTC
 */
export function isGivenUp(db: Queryable, now: number) {
  const other = alias(cancellationRequests, 'other')
  const ofCoach = db
    .select({ one: sql`1` })
    .from(other)
    .where(
      and(
        eq(other.studentId, cancellationRequests.studentId),
        eq(other.instructorId, cancellationRequests.instructorId),
        eq(other.status, 'waiting'),
        gte(other.toDate, yesterday(now)),
      ),
    )
  const checkout = db
    .select({ one: sql`1` })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.bookingId, freedTimeOffers.bookingId), isNotNull(orders.stripeSessionId)))
  return and(eq(cancellationRequests.status, 'left'), notExists(ofCoach), notExists(checkout))
}

/** What a coach sees of her cancellation list. @param now milliseconds since 1970, UTC */
export async function readCoachList(db: Queryable, coachId: string, now: number): Promise<CoachList> {
  const request = cancellationRequests
  const golfers = sql<number>`count(distinct ${request.studentId})::int`
  const waiting = await db
    .select({
      from: request.fromDate,
      to: request.toDate,
      durationMinutes: request.durationMinutes,
      golfers,
    })
    .from(request)
    .where(
      and(
        eq(request.instructorId, coachId),
        eq(request.status, 'waiting'),
        gte(request.toDate, yesterday(now)),
      ),
    )
    .groupBy(request.fromDate, request.toDate, request.durationMinutes)
    .orderBy(asc(request.fromDate), asc(request.toDate))
    .limit(50)
  const freed = await db
    .select()
    .from(freedTimes)
    .where(and(eq(freedTimes.instructorId, coachId), gt(freedTimes.lessonStart, now)))
    .orderBy(desc(freedTimes.createdAt))
    .limit(20)
  const offers = await db
    .select({
      freedTimeId: freedTimeOffers.freedTimeId,
      status: freedTimeOffers.status,
      student: profiles.fullName,
      expiresAt: freedTimeOffers.expiresAt,
    })
    .from(freedTimeOffers)
    .innerJoin(freedTimes, eq(freedTimes.id, freedTimeOffers.freedTimeId))
    .innerJoin(profiles, eq(profiles.id, freedTimeOffers.studentId))
    .where(and(eq(freedTimes.instructorId, coachId), gt(freedTimes.lessonStart, now)))
  const waited = await listWaitedClinics(db, coachId, now)
  return {
    waiting,
    clinics: waited.map(({ start, ...clinic }) => ({ ...clinic, start: toIso(start) })),
    freed: freed.map((time) => {
      const own = offers.filter(({ freedTimeId }) => freedTimeId === time.id)
      const last = own.find(({ status }) => status === 'open' || status === 'taken')
      return {
        id: time.id,
        start: toIso(time.lessonStart),
        durationMinutes: time.durationMinutes,
        zone: time.timeZone,
        place: time.locationName,
        status: time.status,
        offeredTo: own.length,
        student: last?.student ?? null,
        expiresAt: last?.status === 'open' ? toIso(last.expiresAt) : null,
      }
    }),
  }
}

/**
 * Lists offered freed times whose golfer no longer has an open hold.
 * @param now milliseconds since 1970, UTC
 */
export async function listToPassOn(db: Queryable, now: number): Promise<string[]> {
  const found = await db
    .select({ id: freedTimes.id })
    .from(freedTimes)
    .where(
      and(
        eq(freedTimes.status, 'offering'),
        notExists(
          db
            .select({ one: sql`1` })
            .from(freedTimeOffers)
            .innerJoin(bookings, eq(bookings.id, freedTimeOffers.bookingId))
            .where(
              and(
                eq(freedTimeOffers.freedTimeId, freedTimes.id),
                eq(freedTimeOffers.status, 'open'),
                eq(bookings.status, 'pending'),
                sql`${bookings.holdExpiresAt} > ${new Date(now)}`,
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(freedTimes.createdAt))
    .limit(200)
  return found.map(({ id }) => id)
}
