import { and, eq, exists, inArray, notExists } from 'drizzle-orm'
import { checkOwnTime, isAllowed } from '#features/availability/own-times/own-time.ts'
import type { Schedule } from '#features/availability/schedule-types.ts'
import { occupyingStatuses } from '#features/bookings/booking.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { bookings } from '#features/bookings/tables.ts'
import { bookLesson, type HeldBooking } from '#features/checkout/commands.ts'
import { findHoldToResume } from '#features/checkout/open-holds.ts'
import type { BookingRefusal } from '#features/checkout/refusal.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { Actor } from '#platform/actor.ts'
import { present } from '#platform/columns.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { announceAccepted } from './conversation-posts.ts'
import { confirmedBefore, type HeldProposal, isAtItsPlace, lockProposal } from './locked-proposal.ts'
import { closesAt, mayTransition, type ProposalRefusal } from './proposal.ts'
import { lessonProposals } from './tables.ts'

/** Either the proposal cannot be accepted, or its time cannot be held. */
export type AcceptRefused =
  | (Refused<ProposalRefusal> & { of: 'proposal' })
  | (Refused<BookingRefusal> & { of: 'booking' })

const proposalRefused = (reason: ProposalRefusal) => ({ ...refused(reason), of: 'proposal' as const })
const bookingRefused = (reason: BookingRefusal) => ({ ...refused(reason), of: 'booking' as const })

interface AcceptInput {
  proposalId: string
  version: number
  /** One of the proposed times, an ISO instant. */
  start: string
  /** The cancellation policy that the student saw; any when omitted. */
  expectedPolicy?: CancellationPolicy | undefined
  /** The part that gift cards pay, as the student saw it. */
  giftCents?: Cents | undefined
}

/**
 * Accepts one of the proposed times: checks it against the coach's calendar again, holds it, and starts the
 * payment at the proposal's price. If two tabs accept different times, one of them fails; accepting the same
 * time again returns the same checkout. When the time cannot be held, the proposal stays open.
 * @throws AppError gift_owner_only
 */
export async function acceptProposal(
  services: Services,
  student: Actor,
  input: AcceptInput,
): Promise<HeldBooking | AcceptRefused> {
  const start = Date.parse(input.start)
  const accepted = await services.db.transaction(async (tx) => {
    const proposal = await lockProposal(tx, input.proposalId)
    if (proposal?.studentId !== student.userId) return proposalRefused('no_such_proposal')
    if (proposal.status === 'accepted' && proposal.acceptedStart === start)
      return { ok: true as const, proposal }
    const why = whyNotAccept(proposal, { ...input, start }, services.clock.now())
    if (why) return proposalRefused(why)
    const schedule = await readSchedule(services, proposal, start)
    if (!isAtItsPlace(schedule, proposal)) return proposalRefused('place_gone')
    if (!isStillOpen(services, schedule, proposal, start)) return bookingRefused('slot_taken')
    const now = services.clock.now()
    await tx
      .update(lessonProposals)
      .set({ status: 'accepted', acceptedStart: start, acceptedAt: now, updatedAt: now })
      .where(eq(lessonProposals.id, proposal.id))
    return { ok: true as const, proposal }
  })
  if (!accepted.ok) return accepted
  const held = await hold(services, student, accepted.proposal, { ...input, start })
  if (!held.ok) return bookingRefused(held.reason)
  await services.db.transaction(async (tx) => {
    // Concurrent requests for the same acceptance are serialized; the second one finds the announcement of
    // the first.
    await lockProposal(tx, input.proposalId)
    // The hold took the place of one with a smaller part of gift cards, whose end reopened the proposal.
    await tx
      .update(lessonProposals)
      .set({ status: 'accepted', acceptedStart: start, acceptedAt: services.clock.now(), updatedAt: present })
      .where(
        and(
          eq(lessonProposals.id, input.proposalId),
          eq(lessonProposals.status, 'pending'),
          eq(lessonProposals.version, accepted.proposal.version),
          exists(lessonOf(tx)),
        ),
      )
    await announceAccepted(services, tx, input.proposalId)
  })
  return held
}

async function hold(
  services: Services,
  student: Actor,
  proposal: HeldProposal,
  { start, expectedPolicy, giftCents }: Pick<AcceptInput, 'expectedPolicy' | 'giftCents'> & { start: number },
) {
  try {
    const { instructorId, durationMinutes } = proposal
    const lesson = { instructorId, durationMinutes, start: toIso(start) }
    const own = await findHoldToResume(services, student.userId, lesson)
    // A time that is held already keeps the terms it was accepted under, unless gift cards pay more of it now: that hold is replaced.
    const keepsTerms =
      own !== null && own.cancellationPolicy === expectedPolicy && own.giftCents >= (giftCents ?? 0)
    const held = await bookLesson(services, student, {
      ...lesson,
      ...(proposal.locationId ? { locationId: proposal.locationId } : {}),
      proposalId: proposal.id,
      expectedPriceCents: proposal.priceCents,
      expectedPolicy: keepsTerms ? undefined : expectedPolicy,
      giftCents,
    })
    if (!held.ok) await reopenProposal(services, proposal.id, start)
    return held
  } catch (error) {
    await reopenProposal(services, proposal.id, start)
    throw error
  }
}

function whyNotAccept(
  proposal: HeldProposal,
  request: { version: number; start: number },
  now: number,
): ProposalRefusal | null {
  if (!mayTransition('accept', proposal.status, 'student')) return 'not_now'
  if (request.version !== proposal.version) return 'proposal_changed'
  if (now >= closesAt(proposal.expiresAt, proposal.times)) return 'proposal_expired'
  return proposal.times.includes(request.start) ? null : 'time_not_offered'
}

function readSchedule(services: Services, proposal: HeldProposal, start: number): Promise<Schedule | null> {
  const date = dateIn(start, 'UTC')
  return findSchedule(services.db, proposal.instructorId, {
    now: services.clock.now(),
    locationId: proposal.locationId ?? undefined,
    from: addDays(date, -1),
    to: addDays(date, 1),
  })
}

/**
 * Whether a proposed time is still available. The booking notice does not apply; lessons conflict, and so do
 * blocks and hours that the coach did not confirm.
 */
function isStillOpen(
  services: Services,
  schedule: Schedule | null,
  proposal: HeldProposal,
  start: number,
): boolean {
  const now = services.clock.now()
  if (!schedule) return false
  const looked = checkOwnTime(schedule.rules, { start, durationMinutes: proposal.durationMinutes, now })
  return isAllowed(looked, confirmedBefore(proposal.confirmed, start))
}

/**
 * Reopens a proposal whose time is no longer held, so that the student can choose again. For expired holds a
 * trigger does the same.
 */
export async function reopenProposal(
  { db }: Pick<Services, 'db'>,
  proposalId: string,
  start: number,
): Promise<boolean> {
  const reopened = await db
    .update(lessonProposals)
    .set({ status: 'pending', acceptedStart: null, acceptedAt: null, updatedAt: present })
    .where(
      and(
        eq(lessonProposals.id, proposalId),
        eq(lessonProposals.status, 'accepted'),
        eq(lessonProposals.acceptedStart, start),
        notExists(lessonOf(db)),
      ),
    )
    .returning({ id: lessonProposals.id })
  return reopened.length > 0
}

/** The lesson of the proposal in the outer query, held or booked. */
const lessonOf = (db: Queryable) =>
  db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.proposalId, lessonProposals.id), inArray(bookings.status, occupyingStatuses)))
