import { and, count, eq, ne } from 'drizzle-orm'
import { lockAccount } from '#features/accounts/access.ts'
import { checkOwnTime } from '#features/availability/own-times/own-time.ts'
import { firstInstantOf, teachingDay } from '#features/availability/teaching-day.ts'
import { minutesOf } from '#features/availability/weekdays.ts'
import { findOffer } from '#features/bookings/offer.ts'
import { inSlotTransaction, waitForSchedule } from '#features/bookings/slots.ts'
import { bookings } from '#features/bookings/tables.ts'
import { placeAddress } from '#features/coaches/place-address.ts'
import { teachingLocations } from '#features/coaches/tables.ts'
import type { Actor } from '#platform/actor.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import { MINUTE } from '#platform/duration.ts'
import { AppError } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import { epochDay, formatDay, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { clinicLimits } from './clinic.ts'
import { areToCome, clinicTag } from './own-clinics.ts'
import { findClinic } from './queries.ts'
import type { SaveClinicInput } from './schema.ts'
import { clinicDates, clinics } from './tables.ts'

/** Creating, changing, publishing and removing clinics. Seats are sold by `seats.ts`; clinics end in `ending.ts`. */

const NOON = 12 * 60

interface Dates {
  start: number
  end: number
}

/**
 * Creates a draft, or changes a clinic of the coach. The dates and the place of a published clinic stay, and its seats do not
 * fall below the number that is taken.
 * @throws AppError no_such_clinic, no_such_place, no_such_time, dates_overlap, decides_too_late, already_decided, clinic_cancelled,
 *   changed_elsewhere, dates_fixed, seats_taken, too_many_clinics
 */
export async function saveClinic(services: Services, coach: Actor, input: SaveClinicInput): Promise<string> {
  const now = services.clock.now()
  return await services.db.transaction(async (tx) => {
    await lockAccount(tx, coach.userId)
    const known = input.clinicId
      ? await lockOwn(tx, coach.userId, input.clinicId)
      : await lockStoredDraft(tx, coach.userId, input.newClinicId)
    if (known?.status === 'cancelled') throw isCancelled()
    if (known?.status === 'published') {
      await changePublished(services, tx, known, input)
      return known.id
    }
    const place = await findOwnPlace(tx, coach.userId, input.placeId)
    const { dates, told } = readDetails(input, place.timeZone)
    const where = {
      teachingLocationId: place.id,
      locationName: place.locationName,
      locationAddress: placeAddress(place) || null,
      timeZone: place.timeZone,
    }
    if (!known) {
      await refuseTooMany(tx, coach.userId, now)
      const [added] = await tx
        .insert(clinics)
        .values({ ...told, ...where, id: input.newClinicId, instructorId: coach.userId })
        .onConflictDoNothing()
        .returning({ id: clinics.id })
      // The id is that of another coach's clinic.
      if (!added) throw noSuchClinic()
      await storeDates(tx, added.id, dates)
      return added.id
    }
    const before = await findClinic(tx, known.id, now)
    refuseOutdated(input, clinicTag(known, before?.dates ?? []), clinicTag({ ...told, ...where }, dates))
    await tx
      .update(clinics)
      .set({ ...told, ...where, updatedAt: present })
      .where(eq(clinics.id, known.id))
    await tx.delete(clinicDates).where(eq(clinicDates.clinicId, known.id))
    await storeDates(tx, known.id, dates)
    return known.id
  })
}

/**
 * Changes a published clinic, also one whose place is no longer one of the coach's: its dates are read in its own zone.
 * @throws AppError no_such_time, dates_overlap, decides_too_late, already_decided, changed_elsewhere, dates_fixed, seats_taken
 */
async function changePublished(
  services: Services,
  tx: Queryable,
  known: typeof clinics.$inferSelect,
  input: SaveClinicInput,
): Promise<void> {
  const now = services.clock.now()
  const { dates, told } = readDetails(input, known.timeZone)
  const { seats, minimum, decideAt } = told
  const found = await findClinic(tx, known.id, now)
  const asked = clinicTag({ ...told, teachingLocationId: input.placeId }, dates)
  refuseOutdated(input, clinicTag(known, found?.dates ?? []), asked)
  const isSame =
    known.teachingLocationId === input.placeId &&
    found?.dates.length === dates.length &&
    found.dates.every(({ start, end }, n) => start === dates[n]?.start && end === dates[n]?.end)
  if (!found || !isSame)
    throw new AppError(
      'conflict',
      'dates_fixed',
      'The dates and the place of a published clinic stay, because students may have bought seats. Cancel it and create another one.',
    )
  const taken = found.sold + found.held
  if (seats < taken)
    throw new AppError(
      'conflict',
      'seats_taken',
      `${taken} seats are taken already. Enter at least ${taken}.`,
    )
  if (decideAt !== known.decideAt || minimum !== known.minimum) refuseLateMinimum(known, decideAt, now)
  await tx
    .update(clinics)
    .set({ ...told, updatedAt: present })
    .where(eq(clinics.id, known.id))
  await publish(services, tx, 'clinic_changed', { clinicId: known.id, instructorId: known.instructorId })
}

/**
 * Refuses a change that is based on another version than the stored one, unless it asks for what is stored.
 * @throws AppError changed_elsewhere
 */
function refuseOutdated({ basedOn }: SaveClinicInput, stored: string, asked: string) {
  if (basedOn !== undefined && basedOn !== stored && asked !== stored) throw changedElsewhere()
}

const changedElsewhere = () =>
  new AppError(
    'conflict',
    'changed_elsewhere',
    'This clinic was changed in another window, and nothing was overwritten. Close this form and open it again to see the latest version.',
  )

/** @throws AppError no_such_place */
async function findOwnPlace(tx: Queryable, coachId: string, placeId: string | null) {
  const [place] = placeId
    ? await tx
        .select()
        .from(teachingLocations)
        .where(and(eq(teachingLocations.id, placeId), eq(teachingLocations.instructorId, coachId)))
    : []
  if (!place)
    throw new AppError('not_found', 'no_such_place', 'You do not teach at this place. Choose another one.')
  return place
}

/** The dates, and everything else but the place. @throws AppError no_such_time, dates_overlap, decides_too_late */
function readDetails(input: SaveClinicInput, zone: string) {
  const { title, description, priceCents, seats, minimum, youngest, oldest, level } = input
  const dates = readDates(input, zone)
  const decideAt = readDecision(input, zone, dates[0]?.start ?? 0)
  return {
    dates,
    told: { title, description, priceCents, seats, minimum, decideAt, youngest, oldest, level },
  }
}

/** The dates as instants, ascending. @throws AppError no_such_time, dates_overlap */
function readDates({ dates }: SaveClinicInput, zone: string): Dates[] {
  const read = dates
    .map(({ date, time, durationMinutes }) => {
      const start = firstInstantOf(minutesOf(time), teachingDay(epochDay(date), zone))
      if (start === null)
        throw new AppError(
          'bad_input',
          'no_such_time',
          'Clocks change on this day, and this time does not occur.',
        )
      return { start, end: start + durationMinutes * MINUTE }
    })
    .sort((a, b) => a.start - b.start)
  if (read.some(({ start }, n) => n > 0 && start < (read[n - 1]?.end ?? 0)))
    throw new AppError('bad_input', 'dates_overlap', 'Two dates of this clinic overlap.')
  return read
}

/** When the minimum is checked: at noon at the place. @throws AppError decides_too_late */
function readDecision({ minimum, decideOn }: SaveClinicInput, zone: string, firstStart: number) {
  if (minimum < 2 || decideOn === null) return null
  const at = firstInstantOf(NOON, teachingDay(epochDay(decideOn), zone))
  if (at === null || at >= firstStart)
    throw new AppError(
      'bad_input',
      'decides_too_late',
      'The day on which you decide ends at noon. It has to be before the clinic begins.',
    )
  return at
}

/**
 * Refuses another minimum of a published clinic when it would end the clinic at once, or after it was decided that it takes place.
 * @throws AppError decides_too_late, already_decided
 */
function refuseLateMinimum(known: typeof clinics.$inferSelect, decideAt: number | null, now: number) {
  // Without a minimum, the clinic takes place.
  if (decideAt === null) return
  if (known.decidedAt !== null)
    throw new AppError(
      'conflict',
      'already_decided',
      'It was decided that this clinic takes place. Its minimum and the day of the decision stay.',
    )
  if (decideAt <= now) throw decisionHasPassed()
}

/** @param now milliseconds since 1970, UTC */
async function refuseTooMany(tx: Queryable, coachId: string, now: number) {
  const [own] = await tx
    .select({ count: count() })
    .from(clinics)
    .where(and(eq(clinics.instructorId, coachId), areToCome(tx, now)))
  if ((own?.count ?? 0) >= clinicLimits.clinics)
    throw new AppError(
      'conflict',
      'too_many_clinics',
      `You can have ${clinicLimits.clinics} drafts and clinics to come at most. Remove a draft to add another one.`,
    )
}

async function storeDates(tx: Queryable, clinicId: string, dates: readonly Dates[]) {
  await tx
    .insert(clinicDates)
    .values(dates.map(({ start, end }) => ({ clinicId, startsAt: start, endsAt: end })))
}

/** Locks a clinic of the coach. @throws AppError no_such_clinic */
export async function lockOwn(tx: Queryable, coachId: string, clinicId: string) {
  const [own] = await tx
    .select()
    .from(clinics)
    .where(and(eq(clinics.id, clinicId), eq(clinics.instructorId, coachId)))
    .for('no key update')
  if (!own) throw noSuchClinic()
  return own
}

/**
 * Locks the draft that a form stored before, if its answer was lost.
 * @returns null when nothing was stored under the id
 * @throws AppError changed_elsewhere
 */
async function lockStoredDraft(tx: Queryable, coachId: string, newClinicId: string | undefined) {
  if (!newClinicId) return null
  const [stored] = await tx
    .select()
    .from(clinics)
    .where(and(eq(clinics.id, newClinicId), eq(clinics.instructorId, coachId)))
    .for('no key update')
  if (stored?.status === 'published') throw changedElsewhere()
  return stored ?? null
}

/**
 * Publishes a draft: from now on its dates are occupied, and seats are sold. It has the name and the address that its place has
 * now. Publishing twice changes nothing.
 * @throws AppError no_such_clinic, clinic_cancelled, no_such_place, other_time_zone, in_the_past, coach_unavailable, overlaps, blocked,
 *   decides_too_late
 */
export async function publishClinic(services: Services, coach: Actor, clinicId: string): Promise<void> {
  const published = await inSlotTransaction(services.db, async (tx) => {
    const now = services.clock.now()
    await waitForSchedule(tx, coach.userId, now)
    const own = await lockOwn(tx, coach.userId, clinicId)
    if (own.status === 'published') return { ok: true as const }
    if (own.status === 'cancelled') throw isCancelled()
    const place = await findOwnPlace(tx, coach.userId, own.teachingLocationId)
    if (place.timeZone !== own.timeZone)
      throw new AppError(
        'conflict',
        'other_time_zone',
        'The place is now in another time zone. Open the draft, check its dates, and save it again.',
      )
    const found = await findClinic(tx, clinicId, now)
    const dates = found?.dates ?? []
    const [first] = dates
    const last = dates.at(-1)
    if (!first || !last || first.start <= now)
      throw new AppError('conflict', 'in_the_past', 'The first date has passed. Change the dates first.')
    if (own.decideAt !== null && own.decideAt <= now) throw decisionHasPassed()
    const offer = await findOffer(
      tx,
      {
        instructorId: coach.userId,
        locationId: place.id,
        start: toIso(first.start),
        lastStart: toIso(last.start),
      },
      now,
    )
    if (!offer?.mayTeach)
      throw new AppError('conflict', 'coach_unavailable', 'You cannot take bookings at the moment.')
    for (const { start, end } of dates) {
      const looked = checkOwnTime(offer.rules, { start, durationMinutes: (end - start) / MINUTE, now })
      const day = formatDay(start, own.timeZone)
      if (!looked.isFree) throw overlaps(day)
      if (looked.warnings.includes('blocked'))
        throw new AppError(
          'conflict',
          'blocked',
          `You blocked this time on ${day}. Open it in your schedule first, or choose another date.`,
        )
    }
    await tx
      .update(clinics)
      .set({
        status: 'published',
        publishedAt: now,
        locationName: place.locationName,
        locationAddress: placeAddress(place) || null,
        updatedAt: present,
      })
      .where(eq(clinics.id, clinicId))
    await publish(services, tx, 'clinic_changed', { clinicId, instructorId: coach.userId })
    return { ok: true as const }
  })
  if (!published.ok) throw overlaps('one of its days')
}

const overlaps = (day: string) =>
  new AppError(
    'conflict',
    'overlaps',
    `You have a lesson or another clinic at this time on ${day}, or it is too far ahead. Choose another time.`,
  )

/** Separates the published clinics from a place that moves elsewhere: they stay where seats were sold, as after its removal. */
export async function leavePlace(tx: Queryable, placeId: string): Promise<void> {
  await tx
    .update(clinics)
    .set({ teachingLocationId: null })
    .where(and(eq(clinics.teachingLocationId, placeId), eq(clinics.status, 'published')))
}

/** Removes a draft. @throws AppError no_such_clinic, not_a_draft */
export async function removeDraft(services: Services, coach: Actor, clinicId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const own = await lockOwn(tx, coach.userId, clinicId)
    const [seat] = await tx
      .select({ id: bookings.id })
      .from(bookings)
      .where(eq(bookings.clinicId, clinicId))
      .limit(1)
    if (own.status === 'published' || seat)
      throw new AppError('conflict', 'not_a_draft', 'Only a draft can be removed. Cancel the clinic instead.')
    await tx.delete(clinics).where(and(eq(clinics.id, clinicId), ne(clinics.status, 'published')))
  })
}

export const noSuchClinic = () => new AppError('not_found', 'no_such_clinic', 'There is no such clinic.')

const decisionHasPassed = () =>
  new AppError(
    'conflict',
    'decides_too_late',
    'Noon of the day on which you decide has passed. Choose a later day.',
  )

const isCancelled = () =>
  new AppError('conflict', 'clinic_cancelled', 'This clinic was cancelled. Create another one.')
