import { randomBytes } from 'node:crypto'
import { and, asc, eq, exists, gte, inArray, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { AccountEvents } from '#features/accounts/events.ts'
import { isSlotOpen } from '#features/availability/availability.ts'
import { hasCalendarAccess } from '#features/availability/calendar-access.ts'
import type { LessonEvents, PlaceOfLesson } from '#features/bookings/events.ts'
import { findOffer } from '#features/bookings/offer.ts'
import { isSlotConflict } from '#features/bookings/slot-conflict.ts'
import { takeSlot } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import { readQuote } from '#features/checkout/quote.ts'
import { clinicDates } from '#features/clinics/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { mayReach } from '#features/messages/may-reach.ts'
import { maySendAt } from '#features/notifications/quiet-hours.ts'
import { readQuietHours } from '#features/notifications/quiet-hours-setting.ts'
import type { Queryable } from '#platform/db.ts'
import { publish } from '#platform/reactions.ts'
import { dateIn, toIso } from '#platform/time.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { TransactionServices } from '#ports/services.ts'
import { isDayPart, waitFor } from './cancellation-list.ts'
import { notifyMissed, notifyTakenByAnother } from './emails.ts'
import { announceOfferJob } from './jobs.ts'
import { cancellationRequests, freedTimeOffers, freedTimes } from './tables.ts'

/**
 * Offers a freed time to one golfer after another. Every step is one transaction and can be repeated safely.
 */

type FreedTime = typeof freedTimes.$inferSelect

/** On cancellation: offers the freed time to waiting golfers, in the same transaction as the cancellation. */
export const offerCancelledTime = (
  services: TransactionServices,
  tx: Queryable,
  { bookingId }: LessonEvents['lesson_cancelled'],
) => offerFreedTime(services, tx, bookingId, null)

/** On rescheduling: offers the time the lesson left, at the place where it was. */
export const offerMovedTime = (
  services: TransactionServices,
  tx: Queryable,
  { bookingId, from, fromPlace }: LessonEvents['lesson_moved'],
) => offerFreedTime(services, tx, bookingId, { lessonStart: from, ...fromPlace })

/**
 * On expiry of a hold: if it belonged to an offer, offers the time to the next golfer before anyone else can
 * book it.
 */
export async function offerExpiredToNext(
  services: TransactionServices,
  tx: Queryable,
  { bookingId }: LessonEvents['hold_expired'],
): Promise<void> {
  const [offer] = await tx
    .select({ freedTimeId: freedTimeOffers.freedTimeId })
    .from(freedTimeOffers)
    .where(and(eq(freedTimeOffers.bookingId, bookingId), eq(freedTimeOffers.status, 'open')))
  if (offer) await tryToPassOn(services, tx, offer.freedTimeId)
}

/** On payment: if the lesson was an offered one, marks the offer as taken and notifies the other golfers. */
export async function settleTaken(
  services: TransactionServices,
  tx: Queryable,
  { bookingId }: LessonEvents['lesson_confirmed'],
): Promise<void> {
  const [offer] = await tx
    .select({ freedTimeId: freedTimeOffers.freedTimeId })
    .from(freedTimeOffers)
    .innerJoin(freedTimes, eq(freedTimes.id, freedTimeOffers.freedTimeId))
    .innerJoin(
      bookings,
      and(
        eq(bookings.id, bookingId),
        eq(bookings.studentId, freedTimeOffers.studentId),
        eq(bookings.instructorId, freedTimes.instructorId),
        eq(bookings.lessonDate, freedTimes.lessonStart),
      ),
    )
    .where(eq(freedTimeOffers.status, 'open'))
  if (offer) await tryToPassOn(services, tx, offer.freedTimeId)
}

/** When an invited student accepts: times that their lessons left stay on offer to others. */
export async function takeOverFreedTimes(
  _services: unknown,
  tx: Queryable,
  { invitedId, studentId }: AccountEvents['invited_student_accepted'],
): Promise<void> {
  await tx.update(freedTimes).set({ studentId }).where(eq(freedTimes.studentId, invitedId))
}

async function offerFreedTime(
  services: TransactionServices,
  tx: Queryable,
  bookingId: string,
  movedFrom: (PlaceOfLesson & { lessonStart: number }) | null,
) {
  const [lesson] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  // A seat in a clinic leaves no free time.
  if (!lesson || lesson.isDemoBooking || lesson.clinicId) return
  const { lessonStart, teachingLocationId, locationName, timeZone } = movedFrom ?? {
    ...lesson,
    lessonStart: lesson.lessonDate,
  }
  // A lesson that only changed its place leaves no free time.
  if (lessonStart <= services.clock.now() || movedFrom?.lessonStart === lesson.lessonDate) return
  const time = {
    instructorId: lesson.instructorId,
    studentId: lesson.studentId,
    lessonStart,
    timeZone,
    teachingLocationId,
  }
  const [anybody] = await tx
    .select({ id: cancellationRequests.id })
    .from(cancellationRequests)
    .where(fits(time))
    .limit(1)
  if (!anybody) return
  const [freed] = await tx
    .insert(freedTimes)
    .values({
      ...time,
      bookingId,
      changeNumber: lesson.changeNumber,
      locationName,
      durationMinutes: lesson.durationMinutes,
    })
    .onConflictDoNothing()
    .returning({ id: freedTimes.id })
  if (freed) await tryToPassOn(services, tx, freed.id)
}

/** A failure here must not roll back the cancellation or the payment: the sweep retries. */
async function tryToPassOn(services: TransactionServices, tx: Queryable, freedTimeId: string) {
  try {
    await inSavepoint(tx, () => offerFreedTimeToNext(services, tx, freedTimeId))
  } catch (error) {
    services.log.warn({ err: error, freedTimeId }, 'a freed time was not passed on now; the sweep will')
  }
}

/** Runs work in a savepoint, so that a failure leaves the rest of the transaction intact. */
async function inSavepoint<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  const name = sql.raw(`step_${randomBytes(6).toString('hex')}`)
  await tx.execute(sql`savepoint ${name}`)
  try {
    const done = await work()
    await tx.execute(sql`release savepoint ${name}`)
    return done
  } catch (error) {
    await tx.execute(sql`rollback to savepoint ${name}`)
    throw error
  }
}

/**
 * Advances a freed time by one step: settles its open offer and, if that has ended, offers the time to the
 * next golfer. When no golfers are left, the time becomes public.
 */
export async function offerFreedTimeToNext(
  services: TransactionServices,
  tx: Queryable,
  freedTimeId: string,
): Promise<void> {
  const [time] = await tx.select().from(freedTimes).where(eq(freedTimes.id, freedTimeId)).for('update')
  if (time?.status !== 'offering') return
  const { outcome, expiredOfferId } = await settleOpenOffer(services, tx, time)
  if (outcome === 'still_open') return
  const now = services.clock.now()
  if (outcome === 'taken') {
    await tx.update(freedTimes).set({ status: 'taken', endedAt: now }).where(eq(freedTimes.id, time.id))
    await notifyOthers(services, tx, time)
    return
  }
  const isPassedOn = await offerToNext(services, tx, time)
  if (!isPassedOn)
    await tx.update(freedTimes).set({ status: 'public', endedAt: now }).where(eq(freedTimes.id, time.id))
  if (expiredOfferId) await notifyMissed(services, tx, expiredOfferId, { isPassedOn })
}

/** Settles the open offer: none, still open, paid, or ended; with the id of an offer that expired. */
async function settleOpenOffer(
  services: TransactionServices,
  tx: Queryable,
  time: FreedTime,
): Promise<{ outcome: 'none' | 'still_open' | 'taken' | 'over'; expiredOfferId?: string }> {
  const [offer] = await tx
    .select()
    .from(freedTimeOffers)
    .where(and(eq(freedTimeOffers.freedTimeId, time.id), eq(freedTimeOffers.status, 'open')))
  if (!offer) return { outcome: 'none' }
  // A golfer who pays a different price, with a discount code, has another booking for the same time.
  const held = await tx
    .select({ id: bookings.id, status: bookings.status })
    .from(bookings)
    .where(
      and(
        eq(bookings.studentId, offer.studentId),
        eq(bookings.instructorId, time.instructorId),
        eq(bookings.lessonDate, time.lessonStart),
        ne(bookings.status, 'cancelled'),
      ),
    )
  const isTaken = held.some(({ status }) => status !== 'pending')
  if (held.length > 0 && !isTaken) return { outcome: 'still_open' }
  const status = isTaken ? 'taken' : offer.declinedAt === null ? 'expired' : 'declined'
  await tx
    .update(freedTimeOffers)
    .set({ status, endedAt: services.clock.now(), ...(isTaken && held[0] ? { bookingId: held[0].id } : {}) })
    .where(eq(freedTimeOffers.id, offer.id))
  if (isTaken)
    await tx
      .update(cancellationRequests)
      .set({ status: 'booked' })
      .where(eq(cancellationRequests.id, offer.requestId))
  return {
    outcome: isTaken ? 'taken' : 'over',
    ...(status === 'expired' ? { expiredOfferId: offer.id } : {}),
  }
}

/**
 * Condition: the request matches the date and place. The part of the day and the duration are checked one by
 * one.
 */
const fits = (
  time: Pick<FreedTime, 'instructorId' | 'studentId' | 'lessonStart' | 'timeZone' | 'teachingLocationId'>,
) => {
  const date = dateIn(time.lessonStart, time.timeZone)
  const request = cancellationRequests
  return and(
    eq(request.instructorId, time.instructorId),
    eq(request.status, 'waiting'),
    lte(request.fromDate, date),
    gte(request.toDate, date),
    ne(request.studentId, time.studentId),
    time.teachingLocationId === null
      ? isNull(request.teachingLocationId)
      : or(isNull(request.teachingLocationId), eq(request.teachingLocationId, time.teachingLocationId)),
  )
}

const hourAt = (time: FreedTime) =>
  Temporal.Instant.fromEpochMilliseconds(time.lessonStart).toZonedDateTimeISO(time.timeZone).hour

/** Students who wait for it, were not offered it and neither blocked the coach nor are blocked, in the order of their requests. */
async function listNext(tx: Queryable, time: FreedTime) {
  const offer = freedTimeOffers
  const waiting = await tx
    .select()
    .from(cancellationRequests)
    .where(
      and(
        fits(time),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(offer)
            .where(and(eq(offer.freedTimeId, time.id), eq(offer.studentId, cancellationRequests.studentId))),
        ),
      ),
    )
    .orderBy(asc(cancellationRequests.createdAt), asc(cancellationRequests.id))
  const hour = hourAt(time)
  const fitting: typeof waiting = []
  for (const request of waiting)
    if (isDayPart(request.dayPart, hour) && (await mayReach(tx, request, { carriesText: false })))
      fitting.push(request)
  return fitting
}

/** @returns false when there are no golfers left to offer it to */
async function offerToNext(services: TransactionServices, tx: Queryable, time: FreedTime): Promise<boolean> {
  const now = services.clock.now()
  const request = {
    instructorId: time.instructorId,
    locationId: time.teachingLocationId ?? undefined,
    start: toIso(time.lessonStart),
  }
  const offer = await findOffer(tx, request, now)
  if (!offer?.isListed || offer.takesDemoBookings) return false
  // Its place was removed.
  if (time.teachingLocationId === null && offer.location.id) return false
  for (const { id: requestId, studentId, durationMinutes } of await listNext(tx, time)) {
    // No offers are announced in quiet hours: the time to decide starts in the morning, if the lesson is
    // still far enough away.
    const announcedAt = maySendAt(now, await readQuietHours(services, tx, studentId))
    const wait = waitFor(time.lessonStart - announcedAt)
    if (wait === null || !isSlotOpen(offer.rules, time.lessonStart, durationMinutes, now)) continue
    const mayBook =
      offer.instantBookEnabled ||
      (!offer.isPaused && (await hasCalendarAccess(tx, studentId, time.instructorId)))
    if (!mayBook) continue
    if (await isBusyThen(tx, studentId, time, durationMinutes)) continue
    const read = await readQuote(
      { db: tx, answers: services.answers },
      offer,
      { durationMinutes },
      { studentId, sessionId: null, offerId: null, now },
    )
    if (!read.ok) continue
    const { quote } = read
    const expiresAt = announcedAt + wait
    const lesson = {
      offer,
      studentId,
      start: time.lessonStart,
      durationMinutes,
      priceCents: quote.priceCents,
      title: quote.title,
      lessonType: quote.lessonType,
      idempotencyKey: undefined,
      heldUntil: expiresAt,
      isOffered: true,
    }
    const taken = await inSavepoint(tx, () => takeSlot(tx, lesson, now)).catch((error: unknown) => {
      if (!isSlotConflict(error)) throw error
      return { ok: false, reason: 'slot_taken' } as const
    })
    if (!taken.ok && (taken.reason === 'too_many_holds' || taken.reason === 'student_unavailable')) continue
    if (!taken.ok && (taken.reason === 'slot_taken' || taken.reason === 'coach_unavailable')) return false
    // The coach changed the schedule meanwhile: the sweep retries with the new rules.
    if (!taken.ok) throw new Error('the schedule changed meanwhile')
    const offerId = uuidV8(`freed-time:${time.id}:${studentId}`)
    await tx.insert(freedTimeOffers).values({
      id: offerId,
      freedTimeId: time.id,
      requestId,
      studentId,
      bookingId: taken.bookingId,
      announcedAt,
      expiresAt,
    })
    await publish(services, tx, 'time_held', { bookingId: taken.bookingId, until: expiresAt })
    await services.jobs.send(
      tx,
      announceOfferJob,
      { offerId },
      { id: uuidV8(`announce:${offerId}`), ...(announcedAt > now ? { notBefore: announcedAt } : {}) },
    )
    return true
  }
  return false
}

/** Whether the student already has a lesson at this time; a seat in a camp counts on the dates of the camp only. */
async function isBusyThen(tx: Queryable, studentId: string, time: FreedTime, minutes: number) {
  const isThen = (start: PgColumn, end: PgColumn) =>
    sql`${start} < ${new Date(time.lessonStart + minutes * 60_000)} and ${end} > ${new Date(time.lessonStart)}`
  const ofClinic = tx
    .select({ one: sql`1` })
    .from(clinicDates)
    .where(and(eq(clinicDates.clinicId, bookings.clinicId), isThen(clinicDates.startsAt, clinicDates.endsAt)))
  const found = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.studentId, studentId),
        inArray(bookings.status, ['pending', 'confirmed']),
        isThen(bookings.lessonDate, bookings.lessonEnd),
        or(isNull(bookings.clinicId), exists(ofClinic)),
      ),
    )
    .limit(1)
  return found.length > 0
}

/** Notifies the golfers who were never offered the time. */
async function notifyOthers(services: TransactionServices, tx: Queryable, time: FreedTime) {
  const [coach] = await tx
    .select({ name: instructorProfiles.displayName })
    .from(instructorProfiles)
    .where(eq(instructorProfiles.userId, time.instructorId))
  const others = new Set((await listNext(tx, time)).map(({ studentId }) => studentId))
  for (const studentId of others)
    await notifyTakenByAnother(services, tx, {
      id: time.id,
      start: time.lessonStart,
      durationMinutes: time.durationMinutes,
      zone: time.timeZone,
      coach: coachLabel(coach?.name),
      studentId,
    })
}
