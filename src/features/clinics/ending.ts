import { and, asc, eq, exists, gt, inArray, isNull, lte } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import { cancelSeats } from '#features/bookings/cancellation/commands.ts'
import { releaseSlot } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import type { Actor } from '#platform/actor.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { AppError } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import { formatDay } from '#platform/time.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { lockOwn } from './commands.ts'
import { notifyClinicCancelled } from './emails.ts'
import { settleClinicsJob } from './jobs.ts'
import { type ClinicRow, findClinic } from './queries.ts'
import { clinicDates, clinics } from './tables.ts'

/**
 * Clinics that do not take place. The clinic is cancelled first, in a transaction of its own: from then on seats cannot be held, and a
 * payment that arrives late is refunded. Then the seats of each student are cancelled, with a refund each and one letter; what is
 * interrupted, the job finishes. The coach is notified once of the clinic.
 */

/**
 * Cancels a clinic that has not begun, with a full refund for each seat. Cancelling it again goes on with what is left.
 * @param message to the people who have a seat
 * @returns how many seats were refunded
 * @throws AppError no_such_clinic, not_published, clinic_begun
 */
export async function cancelClinic(
  services: Services,
  coach: Actor,
  { clinicId, message }: { clinicId: string; message?: string | undefined },
): Promise<number> {
  const now = services.clock.now()
  const clinic = await services.db.transaction(async (tx) => {
    const own = await lockOwn(tx, coach.userId, clinicId)
    if (own.status === 'cancelled') return own
    if (own.status === 'draft')
      throw new AppError('conflict', 'not_published', 'This clinic is a draft. Remove it instead.')
    const found = await findClinic(tx, clinicId, now)
    if (!found || (found.dates[0]?.start ?? 0) <= now)
      throw new AppError('conflict', 'clinic_begun', 'This clinic has begun and can no longer be cancelled.')
    await end(services, tx, own, 'coach')
    await notifyClinicCancelled(services, tx, found, 'coach')
    return own
  })
  return await refundSeats(services, clinic, message)
}

async function end(
  services: TransactionServices,
  tx: Queryable,
  { id: clinicId, instructorId }: Pick<ClinicRow, 'id' | 'instructorId'>,
  cancelledBecause: NonNullable<ClinicRow['cancelledBecause']>,
) {
  await tx
    .update(clinics)
    .set({
      status: 'cancelled',
      cancelledAt: services.clock.now(),
      cancelledBecause,
      updatedAt: present,
    })
    .where(and(eq(clinics.id, clinicId), eq(clinics.status, 'published')))
  await publish(services, tx, 'clinic_changed', { clinicId, instructorId })
}

/**
 * Releases the holds of a cancelled clinic and cancels its seats, also after its first date: one transaction and one letter for each
 * student.
 * @returns how many seats were cancelled
 */
async function refundSeats(
  services: Services,
  { id, instructorId }: Pick<ClinicRow, 'id' | 'instructorId'>,
  message?: string,
): Promise<number> {
  const seats = await services.db
    .select({ bookingId: bookings.id, studentId: bookings.studentId, status: bookings.status })
    .from(bookings)
    .where(and(eq(bookings.clinicId, id), inArray(bookings.status, ['pending', 'confirmed'])))
    .orderBy(asc(bookings.createdAt), asc(bookings.id))
  const paid = new Map<string, string[]>()
  for (const { bookingId, studentId, status } of seats) {
    const at = services.clock.now()
    const release = { from: 'pending', reason: 'hold_expired', at, payment: 'failed' } as const
    if (status === 'pending' && (await releaseSlot(services.db, bookingId, release))) continue
    // A hold that was paid in this moment is a seat by now.
    paid.set(studentId, [...(paid.get(studentId) ?? []), bookingId])
  }
  let refunded = 0
  for (const bookingIds of paid.values())
    refunded += await services.db.transaction((tx) =>
      cancelSeats(
        services,
        tx,
        { userId: instructorId, role: 'coach' },
        { bookingIds, isOfEndedClinic: true, ...(message ? { message } : {}) },
      ),
    )
  return refunded
}

/**
 * Decides the clinics whose day has come, and finishes cancelled ones whose seats are not all refunded. While a seat is held that
 * could make the difference, a clinic waits for its payment. A clinic that began undecided, for instance because no worker ran for
 * a day, takes place.
 * @returns how many clinics were decided or finished
 */
export async function settleClinics(services: Services): Promise<number> {
  const now = services.clock.now()
  const due = await services.db
    .select({ id: clinics.id })
    .from(clinics)
    .where(and(eq(clinics.status, 'published'), isNull(clinics.decidedAt), lte(clinics.decideAt, now)))
  const left = await services.db
    .selectDistinct({ id: clinics.id })
    .from(clinics)
    .innerJoin(bookings, eq(bookings.clinicId, clinics.id))
    .where(and(eq(clinics.status, 'cancelled'), inArray(bookings.status, ['pending', 'confirmed'])))
  return await doEach(services, {
    name: settleClinicsJob.name,
    items: [...due, ...left].map(({ id }) => id),
    idOf: (id) => id,
    work: (id) => settleClinic(services, id),
  })
}

async function settleClinic(services: Services, clinicId: string): Promise<boolean> {
  const now = services.clock.now()
  const clinic = await services.db.transaction(async (tx) => {
    const [row] = await tx.select().from(clinics).where(eq(clinics.id, clinicId)).for('no key update')
    if (row?.status !== 'published' || row.decidedAt !== null) return row
    const found = await findClinic(tx, clinicId, now)
    if (!found || row.decideAt === null || row.decideAt > now) return undefined
    const hasBegun = (found.dates[0]?.start ?? 0) <= now
    // Seats of a clinic that has begun can no longer be refunded. The students were not told otherwise, so it takes place.
    if (found.sold >= row.minimum || hasBegun) {
      await tx.update(clinics).set({ decidedAt: now, updatedAt: present }).where(eq(clinics.id, clinicId))
      return undefined
    }
    if (found.sold + found.held >= row.minimum) return undefined
    await end(services, tx, row, 'minimum')
    await notifyClinicCancelled(services, tx, found, 'minimum')
    return { ...row, status: 'cancelled' as const, cancelledBecause: 'minimum' as const }
  })
  if (clinic?.status !== 'cancelled') return clinic === undefined
  const message =
    clinic.cancelledBecause === 'minimum' ? await minimumMessage(services.db, clinic) : undefined
  await refundSeats(services, clinic, message)
  return true
}

async function minimumMessage(db: Queryable, { id, title, minimum, timeZone }: ClinicRow): Promise<string> {
  const [first] = await db
    .select({ start: clinicDates.startsAt })
    .from(clinicDates)
    .where(eq(clinicDates.clinicId, id))
    .orderBy(asc(clinicDates.startsAt))
    .limit(1)
  const day = first ? ` on ${formatDay(first.start, timeZone)}` : ''
  return `${title}${day} does not take place because fewer than ${minimum} people signed up.`
}

/**
 * Ends the clinics of a coach whose lessons are cancelled with a suspension; the seats are cancelled like all lessons.
 * @returns whether a clinic was ended
 */
export async function endClinicsOfSuspended(
  services: TransactionServices,
  tx: Queryable,
  { userId, promises }: AccountEvents['account_suspended'],
): Promise<boolean> {
  return promises === 'cancel' && (await endAll(services, tx, userId))
}

/** Ends the clinics of an account that is closed; seats that are to come keep an account open. */
export const endClinicsOfClosing = (
  services: TransactionServices,
  tx: Queryable,
  { userId }: AccountEvents['account_closing'],
): Promise<boolean> => endAll(services, tx, userId)

/** Clinics that are over stay as they are. @returns whether a clinic was ended */
async function endAll(services: TransactionServices, tx: Queryable, userId: string): Promise<boolean> {
  const published = await tx
    .select({ id: clinics.id, instructorId: clinics.instructorId })
    .from(clinics)
    .where(
      and(
        eq(clinics.instructorId, userId),
        eq(clinics.status, 'published'),
        exists(
          tx
            .select({ id: clinicDates.id })
            .from(clinicDates)
            .where(and(eq(clinicDates.clinicId, clinics.id), gt(clinicDates.endsAt, services.clock.now()))),
        ),
      ),
    )
    .orderBy(asc(clinics.id))
  for (const clinic of published) await end(services, tx, clinic, 'account')
  return published.length > 0
}
