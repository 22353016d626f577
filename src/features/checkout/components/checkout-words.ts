import { bookingNumber, HOLD_MINUTES } from '#features/bookings/booking.ts'
import { sameLessonHref } from '#features/bookings/lesson-links.ts'
import { formatMoney } from '#platform/money.ts'
import type { CheckoutResult } from '../schema.ts'

export interface CheckoutWords {
  /** The headline of the success page, also used on the confirmation page unless the lesson is confirmed. */
  title: string
  text: string
  tone: 'waiting' | 'good' | 'neutral'
  next: { label: string; href: string }
}

/** The message and the next step for each outcome of a payment. */
export function checkoutWords(result: CheckoutResult): CheckoutWords {
  const { lesson } = result
  const toClinic = lesson.seat && { label: 'Back to the clinic', href: `/clinics/${lesson.seat.clinicId}` }
  const chooseAgain = toClinic ?? {
    label: 'Choose another time',
    href: `/instructor/${lesson.coach.id}#instant-book-section`,
  }
  const tryAgain = toClinic ?? {
    label: 'Choose a time again',
    href: sameLessonHref(lesson, { start: lesson.start }),
  }
  switch (result.state) {
    case 'processing':
      return {
        title: 'Confirming your payment…',
        text: `This usually takes a few seconds. ${lesson.coach.label}'s time stays held for you meanwhile. You can leave this page. We will email you when your lesson is confirmed.`,
        tone: 'waiting',
        next: { label: 'My Lessons', href: '/lessons' },
      }
    case 'confirmed':
      return {
        title: result.series
          ? 'Payment received. Your weekly lessons are confirmed.'
          : result.seats
            ? `Payment received. ${result.seats.length === 1 ? 'Your seat is' : `Your ${result.seats.length} seats are`} confirmed.`
            : 'Payment received. Your lesson is confirmed.',
        text: `We let ${lesson.coach.label} know and emailed you the details.`,
        tone: 'good',
        next: { label: 'My Lessons', href: '/lessons' },
      }
    case 'failed':
      return {
        title: 'The payment did not go through',
        text: 'Nothing was charged, and the time is open again. Choose a time and try a different card.',
        tone: 'neutral',
        next: tryAgain,
      }
    case 'expired':
      return {
        title: lesson.cancelReason === 'abandoned' ? 'You left the checkout' : 'The payment time expired',
        text:
          lesson.cancelReason === 'abandoned'
            ? 'Nothing was charged, and the time is free again. If you still want it, book it again.'
            : `We held the time for ${HOLD_MINUTES} minutes, and no payment arrived. Nothing was charged. If the time is still free, you can book it again.`,
        tone: 'neutral',
        next: tryAgain,
      }
    case 'refunded':
      return refundWords(result, chooseAgain)
  }
}

function refundWords(result: CheckoutResult, chooseAgain: CheckoutWords['next']): CheckoutWords {
  const {
    lesson,
    refundedCents,
    owedBackCents,
    amountCents,
    giftCents,
    refundReason,
    refundReturned,
    isReturned,
  } = result
  const isAllGift = giftCents > 0 && giftCents === amountCents
  const went = isAllGift
    ? 'went back to your gift card.'
    : giftCents > 0
      ? 'went back to your gift card and your card, which takes five to ten days to show its part.'
      : 'went back to your card, which takes five to ten days to show it.'
  const where = giftCents > 0 ? 'your gift card and your card' : 'your card'
  if (lesson.status !== 'cancelled')
    return {
      title: refundedCents < amountCents ? 'Part of your payment was refunded' : 'Your payment was refunded',
      text: `${formatMoney(refundedCents)} of ${formatMoney(amountCents)} ${went} The lesson itself is unchanged.`,
      tone: 'neutral',
      next: { label: 'My Lessons', href: '/lessons' },
    }
  const cameLate =
    lesson.cancelReason === 'hold_expired' ||
    lesson.cancelReason === 'abandoned' ||
    lesson.cancelReason === 'payment_failed'
  const why =
    refundReason === 'discount_used'
      ? 'The discount had been used before, so the lesson was not booked at that price. You can book it at the usual one.'
      : cameLate
        ? 'Your payment arrived after the hold expired, and the time was no longer available. We are sorry.'
        : 'This lesson was cancelled.'
  const money = refundReturned
    ? returnedWords(owedBackCents - refundedCents, refundReturned)
    : refundedCents < owedBackCents
      ? `We are sending ${formatMoney(owedBackCents)} back to ${where} now; this page changes when that is done.`
      : `${formatMoney(refundedCents)} ${went}`
  if (owedBackCents === 0 && isReturned)
    return {
      title: 'This lesson was cancelled',
      text: `The lesson went back to your package, which is under My Lessons. The reference is ${bookingNumber(lesson.id)}.`,
      tone: 'neutral',
      next: { label: 'My Lessons', href: '/lessons' },
    }
  if (owedBackCents === 0)
    return {
      title: 'This lesson was cancelled',
      text: `Under its cancellation policy, this lesson is not refundable. The reference is ${bookingNumber(lesson.id)}.`,
      tone: 'neutral',
      next: chooseAgain,
    }
  return {
    title: refundReturned
      ? 'Your refund did not reach your card'
      : refundedCents < owedBackCents
        ? 'Your refund is on its way'
        : 'Your payment was refunded',
    text: `${why} ${money} The reference is ${bookingNumber(lesson.id)}.`,
    tone: 'neutral',
    next: chooseAgain,
  }
}

const returnedWords = (cents: number, next: NonNullable<CheckoutResult['refundReturned']>) =>
  next === 'retried'
    ? `Your bank sent ${formatMoney(cents)} back to us. We will send it to your card again. You do not need to do anything.`
    : `Your bank sent ${formatMoney(cents)} back to us. Our team will contact you to arrange the refund another way.`

/** The label of a payment method. */
export const paymentMethodLabel = (method: string | null) =>
  method === 'demo'
    ? 'Demo, nothing was charged'
    : method === 'package'
      ? 'Your package'
      : method === 'gift_card'
        ? 'Gift card'
        : method === 'card' || !method
          ? 'Card'
          : method
