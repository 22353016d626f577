import { hasCalendarAccess } from '#features/availability/calendar-access.ts'
import type { Offer } from '#features/bookings/offer.ts'
import { canBook } from '#features/bookings/policy.ts'
import type { Actor } from '#platform/actor.ts'
import type { Services } from '#ports/services.ts'
import type { LessonQuote } from './quote.ts'
import type { BookingRefusal } from './refusal.ts'
import type { BookLessonInput } from './schema.ts'

/** Why the student may not book, apart from the availability of the time; null when they may. */
export async function whyNotBook(
  services: Services,
  student: Actor,
  offer: Offer,
  quote: LessonQuote,
  input: BookLessonInput,
): Promise<BookingRefusal | null> {
  const why = await whyNotAllowed(services, student, offer, quote.agreed !== null)
  if (why) return why
  if (quote.offered && quote.offered.version !== input.package?.version) return 'package_changed'
  if (input.expectedPriceCents !== undefined && input.expectedPriceCents !== quote.priceCents)
    return 'price_changed'
  if (input.expectedPolicy !== undefined && input.expectedPolicy !== quote.cancellationPolicy)
    return 'policy_changed'
  return null
}

/**
 * Why the student may not book this coach at all; null when they may.
 * @param isAgreed an agreed lesson can be booked even if the coach is hidden or instant booking is off
 */
export async function whyNotAllowed(
  services: Services,
  student: Actor,
  offer: Offer,
  isAgreed = false,
): Promise<BookingRefusal | null> {
  if (offer.takesDemoBookings) return 'demo_only'
  const mayEnter =
    isAgreed ||
    offer.instantBookEnabled ||
    (!offer.isPaused && (await hasCalendarAccess(services.db, student.userId, offer.instructorId)))
  if (!canBook(student, { ...offer, isListed: offer.isListed || isAgreed }, mayEnter)) return 'not_allowed'
  return null
}
