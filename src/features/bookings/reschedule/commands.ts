import { sql } from 'drizzle-orm'
import { isSlotOpen } from '#features/availability/availability.ts'
import { isAllowed, lookAtOwnTime, type TimeWarning } from '#features/availability/own-times/own-time.ts'
import type { Actor } from '#platform/actor.ts'
import { constraintOf, type Queryable } from '#platform/db.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { type CancelParty, refundPercent } from '../cancellation/cancellation.ts'
import { addressOf } from '../hold/commands.ts'
import { type HeldPayment, lockPayment } from '../payment/queries.ts'
import { partyOf } from '../policy.ts'
import type { Offer } from '../queries.ts'
import { announceMoved } from './emails.ts'
import { findMoveOffer } from './queries.ts'
import { type MoveRefusal, whyNotMove } from './reschedule.ts'

type Refusal =
  | MoveRefusal
  | 'slot_taken'
  | 'slot_gone'
  | 'in_the_past'
  | 'not_confirmed_time'
  | 'no_such_booking'

/**
 * Moves a lesson: the same booking, payment, length and price at another time. A student chooses among the open ones; coach
 * and admin any that is free, confirming that it is outside of the hours, blocked or soon. The student may then cancel for
 * a full refund until the lesson begins.
 * Moving to where the lesson is already changes nothing.
 * @param input.start an ISO instant
 */
export async function rescheduleLesson(
  services: Services,
  actor: Pick<Actor, 'userId' | 'role'>,
  input: { bookingId: string; start: string; confirmed: readonly TimeWarning[] },
): Promise<{ ok: true } | Refused<Refusal>> {
  const now = services.clock.now()
  const start = Date.parse(input.start)
  const found = await findMoveOffer(services.db, input.bookingId, { start, now })
  const party = found && partyOf(actor, found)
  if (!found || !party) return refused('no_such_booking')
  const why = whyNotMove(found, party, now)
  if (why) return refused(why)
  if (found.lessonStart === start) return { ok: true }
  if (start <= now) return refused('in_the_past')
  const { offer } = found
  if (!offer) return refused('slot_gone')
  const wished = { start, durationMinutes: found.durationMinutes, now }
  const unfit = party === 'student' ? whyNotOpen(offer, wished) : whyNotOwn(offer, wished, input.confirmed)
  if (unfit) return refused(unfit)
  try {
    const wish = { bookingId: input.bookingId, actor, party, offer, start }
    return await services.db.transaction((tx) => move(services, tx, wish))
  } catch (error) {
    const conflict = constraintOf(error)
    if (conflict && ['exclusion', 'deadlock', 'serialization'].includes(conflict.kind))
      return refused('slot_taken')
    throw error
  }
}

interface Wished {
  /** Milliseconds since 1970, UTC. */
  start: number
  durationMinutes: number
  now: number
}

const whyNotOpen = ({ rules }: Offer, { start, durationMinutes, now }: Wished): 'slot_taken' | null =>
  isSlotOpen(rules, start, durationMinutes, now) ? null : 'slot_taken'

function whyNotOwn({ rules }: Offer, wished: Wished, confirmed: readonly TimeWarning[]) {
  const looked = lookAtOwnTime(rules, wished)
  if (!looked.isFree) return 'slot_taken'
  return isAllowed(looked, confirmed) ? null : 'not_confirmed_time'
}

interface Move {
  bookingId: string
  actor: Pick<Actor, 'userId'>
  party: CancelParty
  offer: Offer
  /** Milliseconds since 1970, UTC. */
  start: number
}

async function move(services: Services, tx: Queryable, wish: Move): Promise<{ ok: true } | Refused<Refusal>> {
  const payment = await lockPayment(tx, { bookingId: wish.bookingId })
  const now = services.clock.now()
  const why = payment ? whyNotMove(payment, wish.party, now) : 'no_such_booking'
  if (!payment || why) return refused(why ?? 'no_such_booking')
  if (payment.lessonStart === wish.start) return { ok: true }
  if (!(await takeTurn(tx, wish.offer, now))) return refused('slot_gone')
  await writeMove(tx, payment, wish, now)
  await announceMoved(services, tx, payment.bookingId, { by: wish.party, from: payment.lessonStart })
  return { ok: true }
}

/** As when a slot is held: the coach's schedule is locked if its rules still hold, and holds that ran out are cleared. */
async function takeTurn(tx: Queryable, offer: Offer, now: number): Promise<boolean> {
  const schedule = await tx.execute(sql`
    select 1 from instructor_schedules
    where instructor_id = ${offer.instructorId} and version = ${offer.version} for no key update`)
  if (schedule.rows.length === 0) return false
  await tx.execute(sql`
    update bookings set status = 'cancelled', cancelled_at = ${new Date(now)}, cancel_reason = 'hold_expired'
    where instructor_id = ${offer.instructorId} and status = 'pending' and hold_expires_at <= ${new Date(now)}`)
  return true
}

async function writeMove(
  tx: Queryable,
  payment: HeldPayment,
  { offer, party, actor, start }: Move,
  now: number,
) {
  const byStudent = party === 'student'
  // A student who moves a lesson keeps the refund she would have had a moment ago, at most.
  const ceiling = byStudent ? refundPercent(payment, 'student', now) : payment.refundCeilingPercent
  await tx.execute(sql`
    update bookings set lesson_date = ${new Date(start)}, buffer_minutes = ${offer.rules.bufferMinutes},
      time_zone = ${offer.rules.zone}, teaching_location_id = ${offer.location.id}::uuid,
      location_name = ${offer.location.name}, location_address = ${addressOf(offer.location)},
      refund_ceiling_percent = ${ceiling}, moved_by_coach = ${!byStudent}, change_number = change_number + 1
    where id = ${payment.bookingId}`)
  await tx.execute(sql`
    insert into lesson_moves (booking_id, moved_by, moved_as, from_start, to_start, moved_at)
    values (${payment.bookingId}, ${actor.userId}, ${party}, ${new Date(payment.lessonStart)}, ${new Date(start)},
      ${new Date(now)})`)
}
