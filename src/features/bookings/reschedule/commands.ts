import { eq } from 'drizzle-orm'
import { isSlotOpen } from '#features/availability/availability.ts'
import { checkOwnTime, isAllowed, type TimeWarning } from '#features/availability/own-times/own-time.ts'
import { placeAddress } from '#features/coaches/place-address.ts'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import { publish } from '#platform/reactions.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { requireReason } from '../admin-reason.ts'
import { type CancelParty, refundPercent } from '../cancellation/cancellation.ts'
import type { PlaceOfLesson } from '../events.ts'
import { type HeldPayment, lockPayment } from '../held-payment.ts'
import type { Offer } from '../offer.ts'
import { partyOf } from '../policy.ts'
import { inSlotTransaction, moveSlot, type SlotRefusal } from '../slots.ts'
import { bookings, lessonMoves } from '../tables.ts'
import { findMoveOffer, type MoveOffer, readPackageEndOfLesson } from './queries.ts'
import { latestStart, type MoveRefusal, whyNotMove } from './reschedule.ts'

type Refusal =
  | MoveRefusal
  | SlotRefusal
  | 'in_the_past'
  | 'not_confirmed_time'
  | 'place_gone'
  | 'after_the_package'
  | 'no_such_booking'

/**
 * Moves a lesson: the same booking, payment, length and price at another time, another place, or both. A student chooses among the
 * open times; coach and admin can choose any free time after confirming that it is outside the hours, blocked
 * or soon, and the student may then cancel for a full refund until the lesson begins. Moving to the present
 * time at the present place changes nothing. An admin must give a reason.
 * @param input.start an ISO instant
 * @param input.locationId another teaching place of the coach; when omitted, the lesson keeps its place, even
 * a removed one
 * @param audit where an admin's move is recorded
 * @throws AppError reason_missing
 */
export async function rescheduleLesson(
  services: Services,
  actor: Pick<Actor, 'userId' | 'role'>,
  input: {
    bookingId: string
    start: string
    confirmed: readonly TimeWarning[]
    locationId?: string | undefined
    reason?: string | undefined
  },
  audit?: Audit,
): Promise<{ ok: true } | Refused<Refusal>> {
  const now = services.clock.now()
  const start = Date.parse(input.start)
  const found = await findMoveOffer(services.db, input.bookingId, { start, now }, input.locationId)
  const party = found && partyOf(actor, found)
  if (!found || !party) return refused('no_such_booking')
  const reason = party === 'admin' ? requireReason(input.reason) : null
  const why = whyNotMove(found, party, now)
  if (why) return refused(why)
  if (found.lessonStart === start && keepsPlace(found, input.locationId)) return { ok: true }
  if (start <= now) return refused('in_the_past')
  if (party === 'student' && found.isPlaceGone && !input.locationId) return refused('place_gone')
  if (party === 'student' && start > latestStart(found, await readPackageEndOfLesson(services, found)))
    return refused('after_the_package')
  const { offer } = found
  if (!offer) return refused('slot_gone')
  if (!offer.mayTeach) return refused('coach_unavailable')
  const wanted = { start, durationMinutes: found.durationMinutes, now }
  const unfit = party === 'student' ? whyNotOpen(offer, wanted) : whyNotOwn(offer, wanted, input.confirmed)
  if (unfit) return refused(unfit)
  const request = { bookingId: input.bookingId, actor, audit, party, offer, start, reason }
  return await inSlotTransaction(services.db, (tx) => move(services, tx, request))
}

const keepsPlace = ({ locationId, isPlaceGone }: MoveOffer, wanted: string | undefined) =>
  wanted === undefined || (wanted === locationId && !isPlaceGone)

const isAtPlaceOf = ({ location, rules }: Offer, place: PlaceOfLesson) =>
  place.teachingLocationId === location.id &&
  place.locationName === location.name &&
  place.locationAddress === (placeAddress(location) || null) &&
  place.timeZone === rules.zone

interface WantedTime {
  /** Milliseconds since 1970, UTC. */
  start: number
  durationMinutes: number
  now: number
}

const whyNotOpen = ({ rules }: Offer, { start, durationMinutes, now }: WantedTime): 'slot_taken' | null =>
  isSlotOpen(rules, start, durationMinutes, now) ? null : 'slot_taken'

function whyNotOwn({ rules }: Offer, wanted: WantedTime, confirmed: readonly TimeWarning[]) {
  const looked = checkOwnTime(rules, wanted)
  if (!looked.isFree) return 'slot_taken'
  return isAllowed(looked, confirmed) ? null : 'not_confirmed_time'
}

interface Move {
  bookingId: string
  actor: Pick<Actor, 'userId'>
  audit: Audit | undefined
  party: CancelParty
  offer: Offer
  /** Milliseconds since 1970, UTC. */
  start: number
  /** An admin's reason; null for student and coach. */
  reason: string | null
}

async function move(
  services: Services,
  tx: Queryable,
  request: Move,
): Promise<{ ok: true } | Refused<Refusal>> {
  const payment = await lockPayment(services, tx, { bookingId: request.bookingId })
  const now = services.clock.now()
  const why = payment ? whyNotMove(payment, request.party, now) : 'no_such_booking'
  if (!payment || why) return refused(why ?? 'no_such_booking')
  const fromPlace = await readPlace(tx, request.bookingId)
  if (payment.lessonStart === request.start && isAtPlaceOf(request.offer, fromPlace)) return { ok: true }
  const byStudent = request.party === 'student'
  const terms = {
    // A student who moves a lesson keeps at most the current refund percentage, unless the weather is the reason.
    refundCeilingPercent:
      byStudent && payment.weatherSince === null
        ? refundPercent(payment, 'student', now)
        : payment.refundCeilingPercent,
    movedByCoach: !byStudent,
  }
  const moved = await moveSlot(
    tx,
    { bookingId: request.bookingId, offer: request.offer, start: request.start, ...terms },
    now,
  )
  if (!moved.ok) return moved
  await keepTrace(tx, payment, request, now)
  const { bookingId, lessonStart: from } = payment
  await publish(services, tx, 'lesson_moved', { bookingId, by: request.party, from, fromPlace })
  if (request.reason !== null)
    await request.audit?.record(tx, {
      subjectId: payment.studentId,
      ids: { bookingId, instructorId: payment.instructorId },
      before: { start: toIso(from), teachingLocationId: fromPlace.teachingLocationId },
      after: { start: toIso(request.start), teachingLocationId: request.offer.location.id },
      reason: request.reason,
    })
  return { ok: true }
}

async function readPlace(tx: Queryable, bookingId: string): Promise<PlaceOfLesson> {
  const { teachingLocationId, locationName, locationAddress, timeZone } = bookings
  const [place] = await tx
    .select({ teachingLocationId, locationName, locationAddress, timeZone })
    .from(bookings)
    .where(eq(bookings.id, bookingId))
  if (!place) throw new Error('the lesson was locked before')
  return place
}

async function keepTrace(tx: Queryable, payment: HeldPayment, { party, actor, start }: Move, now: number) {
  const { bookingId, lessonStart: fromStart } = payment
  await tx
    .insert(lessonMoves)
    .values({ bookingId, movedBy: actor.userId, movedAs: party, fromStart, toStart: start, movedAt: now })
}
