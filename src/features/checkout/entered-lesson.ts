import type { Offer } from '#features/bookings/offer.ts'
import { placeAddress } from '#features/coaches/place-address.ts'
import type { Refused } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { type HeldBooking, startPayment } from './commands.ts'
import { type HoldRequest, holdSlot } from './hold.ts'
import type { BookingRefusal } from './refusal.ts'

/** How long a time entered by the coach is held for its payment; a checkout stays open for at most a day. */
const KEPT_FOR = 23 * 3_600_000

/** The expiry of a hold that a coach creates now, milliseconds since 1970, UTC. */
export const enteredHoldExpiry = (start: number, now: number): number =>
  start > now ? Math.min(now + KEPT_FOR, start) : now + KEPT_FOR

/**
 * Holds a time that a coach gives to a student until it is paid, at the coach's price. The lesson may be in
 * the past; then only its payment is pending.
 * @param lesson.offer read for this time; the caller must check that the coach may give it
 */
export async function holdForStudent(
  services: Services,
  lesson: Omit<HoldRequest, 'expiresAt' | 'enteredByCoach' | 'proposal' | 'package' | 'discount'> & {
    offer: Offer
  },
): Promise<HeldBooking | Refused<BookingRefusal>> {
  const heldAt = services.clock.now()
  const expiresAt = enteredHoldExpiry(lesson.start, heldAt)
  const hold = await holdSlot(services, { ...lesson, enteredByCoach: true, expiresAt })
  if (!hold.ok) return hold
  const { offer } = lesson
  return await startPayment(services, {
    ...lesson,
    ...hold,
    payer: null,
    heldAt,
    place: [offer.location.name, placeAddress(offer.location)].filter(Boolean).join(', '),
    cancellationPolicy: offer.cancellationPolicy,
    lessons: 1,
    offerId: null,
  })
}
