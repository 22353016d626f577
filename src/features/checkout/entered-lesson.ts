import { addressOf, type Offer } from '#features/bookings/offer.ts'
import type { Refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { type HeldBooking, startPayment } from './commands.ts'
import { type HoldRequest, holdSlot } from './hold.ts'
import type { BookingRefusal } from './refusal.ts'

/** So long a time the coach entered is kept for its payment; a checkout is open for a day at most. */
const KEPT_FOR = 23 * 3_600_000

/** Until when a lesson that a coach entered now is kept, milliseconds since 1970, UTC. */
export const keptUntil = (start: number, now: number): number =>
  start > now ? Math.min(now + KEPT_FOR, start) : now + KEPT_FOR

/**
 * Keeps a time that a coach gives to a student until it is paid, at the coach's price. The lesson may be over: then it only waits for
 * its payment.
 * @param lesson.offer read for this very time; that the coach may give it is for the caller
 */
export async function holdForStudent(
  services: Services,
  lesson: Omit<HoldRequest, 'expiresAt' | 'enteredByCoach' | 'proposal' | 'discount'> & { offer: Offer },
): Promise<HeldBooking | Refused<BookingRefusal>> {
  const heldAt = services.clock.now()
  const expiresAt = keptUntil(lesson.start, heldAt)
  const hold = await holdSlot(services, { ...lesson, enteredByCoach: true, expiresAt })
  if (!hold.ok) return hold
  const { offer } = lesson
  return await startPayment(services, {
    ...lesson,
    ...hold,
    heldAt,
    place: [offer.location.name, addressOf(offer.location)].filter(Boolean).join(', '),
    cancellationPolicy: offer.cancellationPolicy,
    lessons: 1,
  })
}
