import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { GivenAnswer } from '#features/bookings/intake/intake.ts'
import type { OtherType } from '#features/bookings/lesson-choice-params.ts'
import { checkoutClient } from '#features/checkout/client.ts'
import { coachesClient } from '#features/coaches/client.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { isDiscountRefusal } from '#features/discounts/discount.ts'
import { readProblem } from '#platform/api-problem.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { toast } from '#ui/toast.tsx'
import type { CheckoutTab } from './booking-checkout-tab.ts'

export interface LessonToBook {
  instructorId: string
  locationId: string | undefined
  /** ISO instant. */
  start: string
  durationMinutes: number
  /** The price and terms shown on the page; the server refuses the booking when either has changed. */
  expectedPriceCents: number
  expectedPolicy: CancellationPolicy
  /** The part of the price that gift cards pay. */
  giftCents?: number
  offerToken?: string
  promoCode?: string
  conversationId?: string
  lessonType?: OtherType
  package?: { offerId: string; version: number }
  /** Who plays; null for the user. */
  golferId: string | null
  /** For the coach. */
  note?: string
  answers: GivenAnswer[]
  /** For weekly lessons, their starts and what holds them in place of one lesson. */
  starts?: string[]
  hold?: HoldWeekly
}

/** Holds weekly lessons, all or none, and starts their payment. */
export type HoldWeekly = (
  request: LessonToBook & { idempotencyKey: string },
) => Promise<{ bookingId: string; checkoutUrl: string }>

/** What the coach changed since the page showed it. */
export type ChangedTerm = 'price' | 'policy' | 'package'

export const changedTitles: Record<ChangedTerm, string> = {
  price: 'The price has changed',
  policy: 'The terms of cancelling have changed',
  package: 'The package has changed',
}

export type BookingOutcome =
  | { kind: 'held'; bookingId: string }
  | { kind: 'taken'; start: string }
  | { kind: 'changed'; what: ChangedTerm }
  /** The coach's questions were changed, or a required answer is missing. */
  | { kind: 'asked' }
  | { kind: 'no_discount' }
  | { kind: 'signed_out' }
  | { kind: 'failed' }

/** Where the attempt was made, which determines the message for a failed payment. */
export type AttemptPlace = 'panel' | 'dialog' | 'demo'

const failures: Record<AttemptPlace, { title: string; text: string }> = {
  panel: { title: 'Payment Setup Failed', text: 'Unable to process payment. Please try again.' },
  dialog: { title: 'Payment Error', text: 'Failed to process payment. Please try again.' },
  demo: { title: 'Booking Failed', text: 'Unable to create demo booking. Please try again.' },
}

const CHOSEN_TIME_STAYS =
  "Your time stays selected. Try again when you're back online: you are never charged twice."

/**
 * Holds a lesson and opens its checkout. Only one attempt runs at a time. A retry after a lost response uses
 * the same idempotency key, so that it returns the same booking.
 */
export function useBookingAttempt() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const [isBooking, setIsBooking] = useState(false)
  const busy = useRef(false)
  const attempt = useRef<{ of: string; key: string } | null>(null)
  const [unanswered, setUnanswered] = useState<string | null>(null)

  function keyFor(lesson: LessonToBook): string {
    // A lost request may have taken the gift card's part: the balance on the page does not have it any more.
    const of = JSON.stringify({ ...lesson, giftCents: 0 })
    if (attempt.current?.of !== of) attempt.current = { of, key: uuidV4() }
    return attempt.current.key
  }

  async function explain(error: unknown, lesson: LessonToBook, place: AttemptPlace): Promise<BookingOutcome> {
    const { code, message } = readProblem(error)
    // The request may have succeeded although no response arrived. Only in this case the key is kept for a
    // retry.
    if (code !== 'offline') attempt.current = null
    if (code === 'slot_taken' || code === 'slot_gone' || code === 'in_the_past')
      return { kind: 'taken', start: lesson.start }
    if (code === 'weeks_taken') {
      toast.error('Some weeks were taken', message ?? undefined)
      return { kind: 'taken', start: lesson.start }
    }
    if (code === 'not_signed_in') return { kind: 'signed_out' }
    if (code === 'policy_changed') return { kind: 'changed', what: 'policy' }
    if (code === 'package_changed' || code === 'package_not_sold') return { kind: 'changed', what: 'package' }
    if (code === 'price_changed') {
      const input = { instructorId: lesson.instructorId }
      await queryClient
        .fetchQuery({ ...coachesClient.profile.queryOptions({ input }), staleTime: 0 })
        .catch(() => null)
      return { kind: 'changed', what: 'price' }
    }
    if (code === 'questions_changed' || code === 'answers_needed') {
      toast.error('Nothing is booked yet', message ?? undefined)
      return { kind: 'asked' }
    }
    if (code === 'offline' && message) {
      toast.error("You're offline", CHOSEN_TIME_STAYS)
      return { kind: 'failed' }
    }
    const { title, text: usual } = failures[place]
    if (isDiscountRefusal(code)) {
      toast.error('The discount is no longer available', message ?? undefined)
      return { kind: 'no_discount' }
    }
    const text = error instanceof NoCheckoutUrl ? error.message : message
    const action = { label: 'Your lessons', onClick: () => void router.navigate({ to: '/lessons' }) }
    const hasText = code !== 'internal' && code !== 'payments_unavailable'
    toast.error(title, (hasText && text) || usual, code === 'too_many_holds' ? { action } : undefined)
    return { kind: 'failed' }
  }

  /** @param tab opened in the click handler; `held` is called before this tab navigates to the checkout */
  async function book(
    lesson: LessonToBook,
    tab: CheckoutTab,
    held: (bookingId: string) => Promise<void>,
    place: AttemptPlace = 'panel',
  ): Promise<BookingOutcome | null> {
    if (busy.current) return null
    busy.current = true
    setIsBooking(true)
    setUnanswered(lesson.start)
    try {
      const request = { ...lesson, idempotencyKey: keyFor(lesson) }
      if (place === 'demo') {
        const { bookingId } = await checkoutClient.bookDemo.call(request)
        attempt.current = null
        await held(bookingId)
        return { kind: 'held', bookingId }
      }
      const booking = await (lesson.hold ?? checkoutClient.book.call)(request)
      attempt.current = null
      if (!booking.checkoutUrl) throw new NoCheckoutUrl()
      if (tab.isSeparate) tab.go(booking.checkoutUrl)
      await held(booking.bookingId)
      if (!tab.isSeparate) tab.go(booking.checkoutUrl)
      return { kind: 'held', bookingId: booking.bookingId }
    } catch (error) {
      tab.close()
      return await explain(error, lesson, place)
    } finally {
      busy.current = false
      setIsBooking(false)
      if (!attempt.current) setUnanswered(null)
    }
  }

  return {
    book,
    isBooking,
    isBusy: () => busy.current,
    /** The start of the lesson whose answer has not arrived, or was lost: the attempt itself may hold its time. */
    unanswered,
  }
}

export type BookingAttempt = ReturnType<typeof useBookingAttempt>

class NoCheckoutUrl extends Error {
  constructor() {
    super('No checkout URL returned')
  }
}
