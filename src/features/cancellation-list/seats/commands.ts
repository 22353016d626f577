import { and, asc, eq, inArray } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import type { LessonEvents } from '#features/bookings/events.ts'
import { bookings } from '#features/bookings/tables.ts'
import { seatsLeftText } from '#features/clinics/clinic.ts'
import { noSuchClinic } from '#features/clinics/commands.ts'
import { findClinic, findPublicClinic } from '#features/clinics/queries.ts'
import { mayReach } from '#features/messages/may-reach.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { HOUR } from '#platform/duration.ts'
import { doEach } from '#platform/each-item.ts'
import { AppError } from '#platform/errors.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { ASKS_PER_STUDENT, MOST_REQUESTS } from '../cancellation-list.ts'
import { tellOfFreeSeatsJob } from '../jobs.ts'
import { clinicSeatRequests } from '../tables.ts'
import { notifySeatsFree } from './emails.ts'
import { listClinicsToLookAt, listOwnSeatRequests } from './queries.ts'
import type { AskForSeatsInput } from './schema.ts'

/**
 * Students who wait for seats in a clinic. A seat has no golfer and no price of its own before it is bought, so nothing is held: all who
 * want at most as many seats as are free are notified at the same time.
 */

/** A student is notified again at the earliest after this time, however often seats come and go. */
const TELL_AGAIN_AFTER = 2 * HOUR

const request = clinicSeatRequests

/**
 * Adds a student to the list of a clinic, or changes how many seats the student wants.
 * @throws AppError no_such_clinic, demo_only, clinic_closed, too_many_seats, seats_left, too_many_requests
 */
export async function askForSeats(
  services: Services,
  student: Pick<Actor, 'userId'>,
  { clinicId, seats }: AskForSeatsInput,
): Promise<{ id: string }> {
  const { db, clock, rateLimits } = services
  await rateLimits.count('cancellation-list', student.userId, ASKS_PER_STUDENT)
  const now = clock.now()
  const clinic = await findPublicClinic(db, clinicId, now)
  if (!clinic) throw noSuchClinic()
  const schedule = await findSchedule(db, clinic.coach.id, { now })
  if (schedule?.takesDemoBookings)
    throw new AppError(
      'not_allowed',
      'demo_only',
      'This is the clinic of a demo coach. Its seats are not sold.',
    )
  if (clinic.state !== 'open' && clinic.state !== 'sold_out')
    throw new AppError('conflict', 'clinic_closed', 'Seats in this clinic are no longer sold.')
  if (seats > clinic.seats)
    throw new AppError('bad_input', 'too_many_seats', `This clinic has ${clinic.seats} seats.`)
  if (seats <= clinic.seatsLeft)
    throw new AppError('conflict', 'seats_left', `${seatsLeftText(clinic.seatsLeft)}. You can book now.`)
  const waiting = await listOwnSeatRequests(db, student.userId, now)
  if (waiting.length >= MOST_REQUESTS && !waiting.some((one) => one.clinicId === clinicId))
    throw new AppError(
      'conflict',
      'too_many_requests',
      'You are already on the lists of ten clinics. Leave one of them first.',
    )
  const isNew = { seats, status: 'waiting', hasRoom: false, toldAt: null } as const
  const known = await db
    .update(request)
    .set({ seats, hasRoom: false })
    .where(and(ofStudent(clinicId, student.userId), eq(request.status, 'waiting')))
    .returning({ id: request.id })
  if (known[0]) return known[0]
  const [added] = await db
    .insert(request)
    .values({ clinicId, studentId: student.userId, ...isNew, createdAt: now })
    .onConflictDoUpdate({ target: [request.clinicId, request.studentId], set: { ...isNew, createdAt: now } })
    .returning({ id: request.id })
  return { id: added?.id ?? '' }
}

const ofStudent = (clinicId: string, studentId: string) =>
  and(eq(request.clinicId, clinicId), eq(request.studentId, studentId))

/** Removes a student from the list of a clinic. Idempotent. @throws AppError no_such_request */
export async function leaveSeats(
  { db }: Pick<Services, 'db'>,
  studentId: string,
  requestId: string,
): Promise<void> {
  const own = and(eq(request.id, requestId), eq(request.studentId, studentId))
  const [found] = await db.select({ status: request.status }).from(request).where(own)
  if (!found) throw new AppError('not_found', 'no_such_request', 'You don’t wait for this.')
  await db
    .update(request)
    .set({ status: 'left' })
    .where(and(own, eq(request.status, 'waiting')))
}

/** On payment of a seat: its student no longer waits for the clinic. */
export async function settleBookedSeat(
  _services: TransactionServices,
  tx: Queryable,
  { bookingId }: LessonEvents['lesson_confirmed'],
): Promise<void> {
  const [seat] = await tx
    .select({ clinicId: bookings.clinicId, studentId: bookings.studentId })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  if (!seat?.clinicId) return
  await tx
    .update(request)
    .set({ status: 'booked' })
    .where(and(ofStudent(seat.clinicId, seat.studentId), eq(request.status, 'waiting')))
}

/**
 * Looks at every clinic that students wait for: tells those whose seats are free now, and ends the lists of clinics that have begun or do
 * not take place.
 * @returns how many clinics were looked at
 */
export async function tellOfFreeSeats(services: Services): Promise<number> {
  return await doEach(services, {
    name: tellOfFreeSeatsJob.name,
    items: await listClinicsToLookAt(services.db),
    idOf: (clinicId) => clinicId,
    work: async (clinicId) => {
      await services.db.transaction((tx) => lookAtClinic(services, tx, clinicId))
      return true
    },
  })
}

async function lookAtClinic(services: Services, tx: Queryable, clinicId: string): Promise<void> {
  const now = services.clock.now()
  const waiting = await tx
    .select()
    .from(request)
    .where(and(eq(request.clinicId, clinicId), eq(request.status, 'waiting')))
    .orderBy(asc(request.createdAt), asc(request.id))
    .for('update')
  const found = await findClinic(tx, clinicId, now)
  if (found?.clinic.status !== 'published' || (found.dates[0]?.start ?? 0) <= now) {
    await tx
      .update(request)
      .set({ status: 'ended' })
      .where(and(eq(request.clinicId, clinicId), eq(request.status, 'waiting')))
    return
  }
  // Of a suspended coach nothing is said; the list stays for the case that the suspension is lifted.
  const clinic = await findPublicClinic(tx, clinicId, now)
  const schedule = clinic && (await findSchedule(tx, clinic.coach.id, { now }))
  if (!clinic || !schedule?.mayTeach) return
  const full = waiting.filter(({ seats, hasRoom }) => hasRoom && seats > clinic.seatsLeft)
  await setRoom(tx, full, { hasRoom: false })
  const isDue = ({ seats, hasRoom, toldAt }: (typeof waiting)[number]) =>
    !hasRoom && seats <= clinic.seatsLeft && (toldAt ?? 0) <= now - TELL_AGAIN_AFTER
  const told: typeof waiting = []
  for (const one of waiting.filter(isDue)) {
    const { id: requestId, studentId: userId, seats } = one
    const [student] = await tx
      .select({ name: profiles.fullName, isOpen: profiles.isOpen })
      .from(profiles)
      .where(eq(profiles.id, userId))
    if (!student?.isOpen) continue
    if (!(await mayReach(tx, { instructorId: clinic.coach.id, studentId: userId }, { carriesText: false })))
      continue
    await notifySeatsFree(services, tx, clinic, { requestId, userId, name: student.name, seats, at: now })
    told.push(one)
  }
  await setRoom(tx, told, { hasRoom: true, toldAt: now })
}

async function setRoom(
  tx: Queryable,
  requests: readonly { id: string }[],
  change: { hasRoom: boolean; toldAt?: number },
) {
  const ids = requests.map(({ id }) => id)
  if (ids.length > 0) await tx.update(request).set(change).where(inArray(request.id, ids))
}
