import { and, asc, eq, gt, inArray, lt, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { bookings } from '#features/bookings/tables.ts'
import { type CancellationPolicy, coachLabel } from '#features/coaches/coach.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { ageText, playerName } from '#features/golfers/golfer.ts'
import { golferOf } from '#features/golfers/queries.ts'
import { golfers } from '#features/golfers/tables.ts'
import { orders, payments } from '#features/payments/tables.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import { dateIn, toIso, toIsoOrNull } from '#platform/time.ts'
import { publicState } from './clinic.ts'
import type { Clinic, Participant } from './schema.ts'
import { clinicDates, clinics } from './tables.ts'

export type ClinicRow = typeof clinics.$inferSelect

export interface Range {
  /** Milliseconds since 1970, UTC. */
  start: number
  end: number
}

/** A date of a clinic. */
interface ClinicDate extends Range {
  id: string
}

/** A clinic with its dates and its seats. */
export interface FoundClinic {
  clinic: ClinicRow
  /** Ascending. */
  dates: ClinicDate[]
  sold: number
  /** Seats that wait for their payment. */
  held: number
}

/** The seats that count: paid ones, and holds that have not expired. */
const isTaken = (now: number) =>
  or(
    inArray(bookings.status, ['confirmed', 'completed']),
    and(eq(bookings.status, 'pending'), gt(bookings.holdExpiresAt, now)),
  )

/** Reads the dates and seats of some clinics, in the given order. */
export async function withSeats(
  db: Queryable,
  rows: readonly ClinicRow[],
  now: number,
): Promise<FoundClinic[]> {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const dates = await db
    .select()
    .from(clinicDates)
    .where(inArray(clinicDates.clinicId, ids))
    .orderBy(asc(clinicDates.startsAt))
  const seats = await db
    .select({
      clinicId: bookings.clinicId,
      sold: sql`count(*) filter (where ${bookings.status} <> 'pending')`.mapWith(Number),
      held: sql`count(*) filter (where ${bookings.status} = 'pending')`.mapWith(Number),
    })
    .from(bookings)
    .where(and(inArray(bookings.clinicId, ids), isTaken(now)))
    .groupBy(bookings.clinicId)
  return rows.map((clinic) => {
    const taken = seats.find(({ clinicId }) => clinicId === clinic.id)
    return {
      clinic,
      dates: dates
        .filter(({ clinicId }) => clinicId === clinic.id)
        .map(({ id, startsAt, endsAt }) => ({ id, start: startsAt, end: endsAt })),
      sold: taken?.sold ?? 0,
      held: taken?.held ?? 0,
    }
  })
}

/** A clinic with its dates and seats, in any status; null when there is none. */
export async function findClinic(db: Queryable, clinicId: string, now: number): Promise<FoundClinic | null> {
  const rows = await db.select().from(clinics).where(eq(clinics.id, clinicId))
  return (await withSeats(db, rows, now))[0] ?? null
}

const coachOf = {
  instructorId: instructorProfiles.userId,
  displayName: instructorProfiles.displayName,
  fullName: profiles.fullName,
  cancellationPolicy: instructorProfiles.cancellationPolicy,
}

/**
 * The clinics of a coach that are to come, the next one first; empty for a coach who is not shown.
 * @param now milliseconds since 1970, UTC
 */
export const listClinics = (db: Queryable, instructorId: string, now: number): Promise<Clinic[]> =>
  listUpcoming(db, eq(clinics.instructorId, instructorId), now)

/** Filters clinics to upcoming ones of coaches who are shown. @param now milliseconds since 1970, UTC */
export const listClinicsById = (db: Queryable, ids: readonly string[], now: number): Promise<Clinic[]> =>
  listUpcoming(db, inArray(clinics.id, [...ids]), now)

async function listUpcoming(db: Queryable, which: SQL, now: number): Promise<Clinic[]> {
  const rows = await db
    .select({ clinic: clinics, coach: coachOf })
    .from(clinics)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, clinics.instructorId))
    .innerJoin(profiles, eq(profiles.id, clinics.instructorId))
    .where(and(which, eq(clinics.status, 'published'), eq(instructorProfiles.isListed, true)))
  const coaches = new Map(rows.map(({ clinic, coach }) => [clinic.id, coach]))
  const found = await withSeats(
    db,
    rows.map(({ clinic }) => clinic),
    now,
  )
  return found
    .flatMap((one) => {
      const coach = coaches.get(one.clinic.id)
      return coach ? [presentClinic(one, coach, now)] : []
    })
    .filter(({ state }) => state === 'open' || state === 'sold_out')
    .sort((a, b) => (a.dates[0]?.start ?? '').localeCompare(b.dates[0]?.start ?? ''))
}

/** The ids of all published clinics that have not begun, of coaches who are shown; the oldest first. */
export async function listOpenClinicIds(db: Queryable): Promise<string[]> {
  const begun = db
    .select({ id: clinicDates.clinicId })
    .from(clinicDates)
    .where(and(eq(clinicDates.clinicId, clinics.id), lte(clinicDates.startsAt, present)))
  const found = await db
    .select({ id: clinics.id })
    .from(clinics)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, clinics.instructorId))
    .where(and(eq(clinics.status, 'published'), eq(instructorProfiles.isListed, true), notExists(begun)))
    .orderBy(clinics.createdAt, clinics.id)
  return found.map(({ id }) => id)
}

/**
 * A clinic that was published, of a coach who is shown; otherwise null.
 * @param now milliseconds since 1970, UTC
 * @param studentId whose unpaid seats count as left, because the student can go on paying for them or choose others
 */
export async function findPublicClinic(
  db: Queryable,
  clinicId: string,
  now: number,
  studentId?: string,
): Promise<Clinic | null> {
  const found = await findClinic(db, clinicId, now)
  if (!found || found.clinic.publishedAt === null) return null
  const [coach] = await findListed(db, found.clinic.instructorId)
  if (!coach) return null
  const own = studentId ? await listOwnSeats(db, clinicId, studentId, now) : []
  const unpaid = own.filter(({ status }) => status === 'pending').length
  return presentClinic({ ...found, held: Math.max(0, found.held - unpaid) }, coach, now)
}

const findListed = (db: Queryable, instructorId: string) =>
  db
    .select(coachOf)
    .from(instructorProfiles)
    .innerJoin(profiles, eq(profiles.id, instructorProfiles.userId))
    .where(and(eq(instructorProfiles.userId, instructorId), eq(instructorProfiles.isListed, true)))

/** What everyone sees of a clinic. */
export function presentFields({ clinic, dates, sold, held }: FoundClinic) {
  return {
    id: clinic.id,
    title: clinic.title,
    description: clinic.description,
    place: clinic.locationName,
    address: clinic.locationAddress,
    zone: clinic.timeZone,
    dates: dates.map(({ start, end }) => ({ start: toIso(start), end: toIso(end) })),
    priceCents: clinic.priceCents,
    seats: clinic.seats,
    seatsLeft: Math.max(0, clinic.seats - sold - held),
    minimum: clinic.minimum,
    decideAt: toIsoOrNull(clinic.decidedAt === null && clinic.minimum > 1 ? clinic.decideAt : null),
    youngest: clinic.youngest,
    oldest: clinic.oldest,
    level: clinic.level,
  }
}

type CoachOfClinic = Awaited<ReturnType<typeof findListed>>[number]

function presentClinic(found: FoundClinic, coach: CoachOfClinic, now: number): Clinic {
  const fields = presentFields(found)
  const firstStart = found.dates[0]?.start ?? 0
  const name = coach.displayName ?? coach.fullName
  return {
    ...fields,
    state: publicState(
      {
        status: found.clinic.status,
        firstStart,
        lastEnd: found.dates.at(-1)?.end ?? 0,
        seatsLeft: fields.seatsLeft,
      },
      now,
    ),
    coach: { id: coach.instructorId, name, label: coachLabel(name) },
    cancellationPolicy: coach.cancellationPolicy,
  }
}

/** The participants of a clinic for its coach, booked seats first. @param now milliseconds since 1970, UTC */
export async function listParticipants(db: Queryable, clinicId: string, now: number): Promise<Participant[]> {
  const rows = await db
    .select({
      bookingId: bookings.id,
      status: bookings.status,
      cancelReason: bookings.cancelReason,
      holdExpiresAt: bookings.holdExpiresAt,
      start: bookings.lessonDate,
      zone: bookings.timeZone,
      studentName: profiles.fullName,
      golfer: golfers,
    })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.studentId))
    .leftJoin(golfers, eq(golfers.id, bookings.golferId))
    .where(eq(bookings.clinicId, clinicId))
    .orderBy(asc(bookings.createdAt), asc(bookings.id))
  const order = { booked: 0, held: 1, cancelled: 2 }
  return rows
    .flatMap(({ bookingId, status, cancelReason, holdExpiresAt, start, zone, studentName, golfer }) => {
      const isOpenHold = status === 'pending' && (holdExpiresAt ?? 0) > now
      const wasBooked = cancelReason === 'student' || cancelReason === 'coach' || cancelReason === 'admin'
      const state =
        status === 'confirmed' || status === 'completed'
          ? ('booked' as const)
          : isOpenHold
            ? ('held' as const)
            : wasBooked
              ? ('cancelled' as const)
              : null
      if (state === null) return []
      const plays = golferOf(golfer)
      const year = Number(dateIn(start, zone).slice(0, 4))
      return [
        {
          bookingId,
          name: playerName({ student: { name: studentName }, golfer: plays }),
          age: plays && ageText(plays, year),
          bookedBy: plays ? studentName : null,
          state,
        },
      ]
    })
    .sort((a, b) => order[a.state] - order[b.state])
}

/** A date of a published clinic in its coach's calendar. */
interface Session extends ClinicDate {
  clinicId: string
  title: string
  place: string
  zone: string
  seats: number
  /** Paid and held seats. */
  taken: number
  /** Paid seats. */
  sold: number
}

/** The dates of a coach's published clinics within a range, with their seats, for her calendar. */
export async function listClinicSessions(
  db: Queryable,
  instructorId: string,
  within: Range,
  now: number,
): Promise<Session[]> {
  const rows = await db
    .selectDistinct({ clinic: clinics })
    .from(clinics)
    .innerJoin(clinicDates, eq(clinicDates.clinicId, clinics.id))
    .where(
      and(
        eq(clinics.instructorId, instructorId),
        eq(clinics.status, 'published'),
        lt(clinicDates.startsAt, within.end),
        gt(clinicDates.endsAt, within.start),
      ),
    )
  const found = await withSeats(
    db,
    rows.map(({ clinic }) => clinic),
    now,
  )
  return found.flatMap(({ clinic, dates, sold, held }) =>
    dates
      .filter(({ start, end }) => start < within.end && end > within.start)
      .map((date) => ({
        ...date,
        clinicId: clinic.id,
        title: clinic.title,
        seats: clinic.seats,
        taken: sold + held,
        sold,
        place: clinic.locationName,
        zone: clinic.timeZone,
      })),
  )
}

/** A seat of a student that is paid or held. Instants in milliseconds since 1970, UTC. */
export interface OwnSeat {
  bookingId: string
  golferId: string | null
  status: 'pending' | 'confirmed' | 'completed'
  /** The terms that the student agreed to. */
  cancellationPolicy: CancellationPolicy
  holdExpiresAt: number
  priceCents: number
  /** The part of it that gift cards pay. */
  giftCents: number
}

/** The seats of a student in a clinic that count. @param now milliseconds since 1970, UTC */
export async function listOwnSeats(
  db: Queryable,
  clinicId: string,
  studentId: string,
  now: number,
): Promise<OwnSeat[]> {
  const rows = await db
    .select({ booking: bookings, giftCents: payments.giftCents })
    .from(bookings)
    .innerJoin(payments, eq(payments.bookingId, bookings.id))
    .where(
      and(
        eq(bookings.clinicId, clinicId),
        eq(bookings.studentId, studentId),
        ne(bookings.status, 'cancelled'),
        isTaken(now),
      ),
    )
    .orderBy(asc(bookings.createdAt), asc(bookings.id))
  return rows.flatMap(
    ({
      booking: { id: bookingId, golferId, status, cancellationPolicy, holdExpiresAt, priceAmount },
      giftCents,
    }) =>
      status === 'cancelled'
        ? []
        : [
            {
              bookingId,
              golferId,
              status,
              cancellationPolicy,
              holdExpiresAt: holdExpiresAt ?? 0,
              priceCents: priceAmount,
              giftCents,
            },
          ],
  )
}

/** The order that pays for a booking; null when there is no such booking. */
export async function findOrderOf(
  db: Queryable,
  bookingId: string,
): Promise<{ id: string; checkoutUrl: string | null; offersCards: boolean } | null> {
  const [order] = await db
    .select({ id: orders.id, checkoutUrl: orders.checkoutUrl, offersCards: orders.offersCards })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(eq(payments.bookingId, bookingId))
  return order ?? null
}
