import { type DiscountRefusal, discountRefusalTexts } from '#features/discounts/discount.ts'
import { AppError, type ErrorCode } from '#platform/errors.ts'
import { type AgreedLessonRefusal, agreedLessonRefusalTexts } from './agreed-lesson.ts'
import type { PackageRefusal } from './questions.ts'

/** Why a lesson could not be booked. */
export type BookingRefusal =
  | 'slot_gone'
  | 'slot_taken'
  | 'coach_unavailable'
  | 'student_unavailable'
  | 'not_allowed'
  | 'demo_only'
  | 'kind_not_offered'
  | 'duration_not_offered'
  | 'in_the_past'
  | 'price_changed'
  | 'policy_changed'
  | 'too_many_holds'
  | 'payments_unavailable'
  | 'gift_changed'
  | 'gift_owner_only'
  | DiscountRefusal
  | AgreedLessonRefusal
  | PackageRefusal

/** All other refusals are conflicts with a state that may have changed recently. */
const codes: Partial<Record<BookingRefusal, ErrorCode>> = {
  not_allowed: 'not_allowed',
  demo_only: 'not_allowed',
  gift_owner_only: 'not_allowed',
  kind_not_offered: 'bad_input',
  duration_not_offered: 'bad_input',
  in_the_past: 'bad_input',
  too_many_holds: 'too_many',
  payments_unavailable: 'unavailable',
}

/** The message shown for each refusal. */
const texts: Record<BookingRefusal, string> = {
  ...discountRefusalTexts,
  ...agreedLessonRefusalTexts,
  package_not_sold: 'The coach no longer sells this package. Choose another one, or book a single lesson.',
  package_changed: 'The coach has changed this package. Please look at it and confirm again.',
  slot_gone: 'This time is no longer offered. Please choose another one.',
  slot_taken: 'Someone just booked this time. Please choose another one.',
  coach_unavailable: 'This coach is not taking bookings at the moment.',
  student_unavailable: 'This student’s account is not in use, so nothing can be booked for it.',
  not_allowed: 'This coach takes bookings on request. Send a message to ask for a time.',
  demo_only: 'This is a demo coach. Only demo accounts can book here, and nothing is charged.',
  kind_not_offered:
    'This coach takes bookings for this kind of lesson on request. Send a message to ask for a time.',
  duration_not_offered: 'This coach does not offer lessons of that length.',
  in_the_past: 'This time has already passed. Please choose another one.',
  price_changed: 'The price has changed. Please look at it and confirm again.',
  policy_changed: 'The terms of cancelling have changed. Please read them and confirm again.',
  gift_changed: 'What is left on your gift cards has changed. Please look at it and confirm again.',
  gift_owner_only: 'Only the owner of the account can pay with its gift cards.',
  too_many_holds: 'You already have three times on hold. Pay for one or release it first.',
  payments_unavailable: 'Unable to process payment. Please try again.',
}

/** A refusal as an API error, with its reason, status and message. */
export const bookingRefused = (reason: BookingRefusal) =>
  new AppError(codes[reason] ?? 'conflict', reason, texts[reason])
