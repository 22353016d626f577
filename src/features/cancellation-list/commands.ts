import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { bookings } from '#features/bookings/tables.ts'
import { expireHold } from '#features/checkout/hold-expiry.ts'
import { releaseHold } from '#features/checkout/open-holds.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { MINUTE } from '#platform/duration.ts'
import { doEach } from '#platform/each-item.ts'
import { AppError } from '#platform/errors.ts'
import { signedValues } from '#platform/signed-value.ts'
import { addDays, dateIn } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { ASKS_PER_STUDENT, FARTHEST_DAYS, MOST_REQUESTS } from './cancellation-list.ts'
import { notifyOffered } from './emails.ts'
import { offerFreedTimeToNext } from './freed-time-offers.ts'
import { offerFreedTimesJob } from './jobs.ts'
import { findLinkedRequest, readLeavingRequest } from './leave-links.ts'
import { isGivenUp, listToPassOn } from './queries.ts'
import type { askForTimeSchema, LeavingRequest } from './schema.ts'
import { leaveSeats } from './seats/commands.ts'
import { cancellationRequests, clinicSeatRequests, freedTimeOffers } from './tables.ts'

const LEAVINGS_PER_ADDRESS = { points: 60, seconds: 3600 }

/** How long leaving can be undone. */
const UNDO_FOR = 10 * MINUTE
const undos = (env: Pick<Services['env'], 'SESSION_SECRET'>) =>
  signedValues(env.SESSION_SECRET, 'undo leaving a cancellation list')

/**
 * Adds a student to a coach's cancellation list. A repeated request returns the existing entry.
 * @throws AppError no_such_coach, no_such_place, in_the_past, too_far_ahead, duration_not_offered,
 * too_many_requests
 */
export async function askForTime(
  services: Services,
  student: Pick<Actor, 'userId'>,
  input: z.output<typeof askForTimeSchema>,
): Promise<{ id: string }> {
  const { db, clock, rateLimits } = services
  await rateLimits.count('cancellation-list', student.userId, ASKS_PER_STUDENT)
  const { instructorId, locationId, durationMinutes } = input
  const now = clock.now()
  const schedule = await findSchedule(db, instructorId, { now })
  if (!schedule?.isListed || schedule.takesDemoBookings || instructorId === student.userId)
    throw new AppError('not_found', 'no_such_coach', 'This coach can’t be found.')
  if (locationId && !(await findSchedule(db, instructorId, { now, locationId })))
    throw new AppError('not_found', 'no_such_place', 'This coach does not teach there.')
  if (!schedule.durations.includes(durationMinutes))
    throw new AppError('bad_input', 'duration_not_offered', 'This coach does not offer that length.')
  const today = dateIn(now, schedule.rules.zone)
  if (input.to < today)
    throw new AppError('bad_input', 'in_the_past', 'These dates have passed. Choose later ones.')
  if (input.from > addDays(today, FARTHEST_DAYS))
    throw new AppError('bad_input', 'too_far_ahead', 'Choose dates within the next four months.')
  return await db.transaction(async (tx) => {
    const wish = {
      studentId: student.userId,
      instructorId,
      fromDate: input.from,
      toDate: input.to,
      dayPart: input.dayPart,
      durationMinutes,
      teachingLocationId: locationId ?? null,
    }
    const same = await findSame(tx, wish, today)
    if (same) return { id: same.id }
    const request = cancellationRequests
    const [made] = await tx.insert(request).values(wish).returning({ id: request.id })
    return { id: made?.id ?? '' }
  })
}

type Wish = Omit<typeof cancellationRequests.$inferSelect, 'id' | 'status' | 'createdAt'>

/**
 * Finds the student's waiting request for the same times.
 * @throws AppError too_many_requests, when there is none and no room for another one
 */
async function findSame(tx: Queryable, wish: Wish, today: string): Promise<{ id: string } | undefined> {
  const request = cancellationRequests
  const own = and(eq(request.studentId, wish.studentId), eq(request.status, 'waiting'))
  const waiting = await tx.select().from(request).where(own)
  const same = waiting.find(
    (one) =>
      one.instructorId === wish.instructorId &&
      one.fromDate === wish.fromDate &&
      one.toDate === wish.toDate &&
      one.dayPart === wish.dayPart &&
      one.durationMinutes === wish.durationMinutes &&
      one.teachingLocationId === wish.teachingLocationId,
  )
  if (!same && waiting.filter((one) => one.toDate >= today).length >= MOST_REQUESTS)
    throw new AppError(
      'conflict',
      'too_many_requests',
      'You are already on ten lists. Leave one of them first.',
    )
  return same
}

/**
 * Removes a student from a list. Idempotent. A time that is held for the student stays held until they
 * decline it; one that was not announced yet, until {@link announceOffer}.
 * @returns what {@link undoLeaving} takes; null when the student had left before
 */
export async function leaveList(
  { db, env, clock }: Pick<Services, 'db' | 'env' | 'clock'>,
  studentId: string,
  requestId: string,
): Promise<string | null> {
  const request = cancellationRequests
  const own = and(eq(request.id, requestId), eq(request.studentId, studentId))
  const [found] = await db.select({ status: request.status }).from(request).where(own)
  if (!found) throw noSuchRequest()
  if (found.status !== 'waiting') return null
  await db.update(request).set({ status: 'left' }).where(own)
  return undos(env).sign(`${requestId} ${clock.now() + UNDO_FOR}`)
}

/**
 * Undoes leaving a list: the student has the earlier place again. Idempotent.
 * @throws AppError undo_expired, no_such_request, too_many_requests
 */
export async function undoLeaving(
  { db, env, clock }: Pick<Services, 'db' | 'env' | 'clock'>,
  studentId: string,
  undo: string,
): Promise<void> {
  const [requestId, until] = undos(env).read(undo)?.split(' ') ?? []
  const now = clock.now()
  if (!requestId || Number(until) < now)
    throw new AppError('conflict', 'undo_expired', 'This can no longer be undone. Join the list again.')
  await db.transaction(async (tx) => {
    const request = cancellationRequests
    const own = and(eq(request.id, requestId), eq(request.studentId, studentId))
    const [found] = await tx.select().from(request).where(own).for('update')
    if (!found) throw noSuchRequest()
    if (found.status === 'left' && !(await findSame(tx, found, dateIn(now, 'UTC'))))
      await tx.update(request).set({ status: 'waiting' }).where(own)
  })
}

const noSuchRequest = () => new AppError('not_found', 'no_such_request', 'You don’t wait for this.')

/** Removes a student from all lists, because the account no longer books lessons. */
export async function leaveAllLists(tx: Queryable, studentId: string): Promise<void> {
  for (const request of [cancellationRequests, clinicSeatRequests])
    await tx
      .update(request)
      .set({ status: 'left' })
      .where(and(eq(request.studentId, studentId), eq(request.status, 'waiting')))
}

/**
 * Removes the recipient of the email from the list. Idempotent.
 * @throws AppError no_such_link, too_many_requests
 */
export async function leaveListByLink(
  services: Pick<Services, 'db' | 'env' | 'clock' | 'rateLimits'>,
  ip: string,
  token: string | undefined,
): Promise<LeavingRequest> {
  await services.rateLimits.count('leave-list', ip, LEAVINGS_PER_ADDRESS)
  const { requestId, studentId, clinic } = await findLinkedRequest(services.db, services.env, token)
  if (clinic) await leaveSeats(services, studentId, requestId)
  else await leaveList(services, studentId, requestId)
  return await readLeavingRequest(services, token)
}

/**
 * Declines an offer: releases the hold and offers the time to the next golfer.
 * @throws AppError no_such_offer, paid_already
 */
export async function declineOffer(
  services: Services,
  student: Pick<Actor, 'userId'>,
  offerId: string,
): Promise<void> {
  const { db, clock } = services
  const offer = freedTimeOffers
  const own = and(eq(offer.id, offerId), eq(offer.studentId, student.userId))
  const [found] = await db.select().from(offer).where(own)
  if (!found) throw new AppError('not_found', 'no_such_offer', 'This time is not held for you.')
  if (found.status !== 'open') return
  // Recorded first, so that the sweep can finish the decline if this process stops here.
  await db.update(offer).set({ declinedAt: clock.now() }).where(own)
  const freed = await releaseHold(services, student, found.bookingId)
  if (freed === 'paid')
    throw new AppError('conflict', 'paid_already', 'You have paid for this time, and it is booked.')
  await db.transaction((tx) => offerFreedTimeToNext(services, tx, found.freedTimeId))
}

/**
 * Notifies a golfer of the time that is held for them. For a golfer who has given it up by leaving the list before, the offer is
 * declined.
 */
export async function announceOffer(services: Services, offerId: string): Promise<void> {
  const offer = freedTimeOffers
  const [givenUp] = await services.db
    .select({ userId: offer.studentId })
    .from(offer)
    .innerJoin(cancellationRequests, eq(cancellationRequests.id, offer.requestId))
    .where(and(eq(offer.id, offerId), isGivenUp(services.db, services.clock.now())))
  if (givenUp) await declineOffer(services, givenUp, offerId)
  else await services.db.transaction((tx) => notifyOffered(services, tx, offerId))
}

/**
 * Passes on every freed time whose golfer declined or let it expire. Expired holds are closed at the payment
 * processor first.
 * @returns how many were processed
 */
export async function offerFreedTimes(services: Services): Promise<number> {
  const { db, clock } = services
  const waiting = await listToPassOn(db, clock.now())
  const passOnOne = async (freedTimeId: string) => {
    const [hold] = await db
      .select({ bookingId: bookings.id })
      .from(freedTimeOffers)
      .innerJoin(bookings, eq(bookings.id, freedTimeOffers.bookingId))
      .where(
        and(
          eq(freedTimeOffers.freedTimeId, freedTimeId),
          eq(freedTimeOffers.status, 'open'),
          eq(bookings.status, 'pending'),
        ),
      )
    if (hold) await expireHold(services, hold.bookingId)
    await db.transaction((tx) => offerFreedTimeToNext(services, tx, freedTimeId))
  }
  await doEach(services, {
    name: offerFreedTimesJob.name,
    items: waiting,
    idOf: (freedTimeId) => freedTimeId,
    work: passOnOne,
  })
  return waiting.length
}
