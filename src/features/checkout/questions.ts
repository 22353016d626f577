import type { LessonType } from '#features/bookings/booking.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import type { Refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { AgreedLessonRefusal } from './agreed-lesson.ts'

/** What an agreed lesson and a package of the profile have instead of the coach's usual price and title. */
interface PricedLessons {
  /** Increases with every change of the terms. */
  version: number
  priceCents: Cents
  title: string
  lessonType: LessonType
  durationMinutes: number
  /** The number of lessons included in the price; more than one form a package. */
  lessons: number
}

/** The lesson agreed between coach and student; the only source of an agreed price and title. */
export interface AgreedLesson extends PricedLessons {
  proposalId: string
  /**
   * The proposed starts, milliseconds since 1970, UTC; open to this student regardless of the coach's hours.
   */
  starts: number[]
}

/** A package sold on the profile. */
export interface OfferedPackage extends PricedLessons {
  offerId: string
  /** How long the lessons can be booked after the purchase. */
  validDays: number
}

/** Why a package cannot be bought. */
export type PackageRefusal = 'package_not_sold' | 'package_changed'

/**
 * Queries that checkout delegates to features above it, which register their answers in `app/answers.ts`.
 * Types only.
 */
export interface CheckoutQuestions {
  /**
   * The agreed lesson that a booking references by proposal or conversation; null when it references neither.
   */
  agreed_lesson: {
    about: {
      proposalId?: string | undefined
      conversationId?: string | undefined
      studentId: string | null
      instructorId: string
    }
    answer: { ok: true; agreed: AgreedLesson | null } | Refused<AgreedLessonRefusal>
  }
  /** A package that a coach sells, with its current terms. */
  package_on_sale: {
    about: { offerId: string; instructorId: string }
    answer: { ok: true; offered: OfferedPackage } | Refused<PackageRefusal>
  }
  /**
   * The number of lessons that the payment of a booking is for, and the package that it buys; null when it
   * buys none from the profile.
   */
  lessons_paid: { about: { bookingId: string }; answer: { lessons: number; offerId: string | null } }
  /** The package that a payment without a booking opened; null for other payments. */
  package_of_payment: { about: { paymentId: string }; answer: string | null }
  /**
   * Whether a student has unused package lessons of that length, which the coach may not offer publicly; of any type unless one is
   * given.
   */
  has_package: {
    about: {
      studentId: string
      instructorId: string
      durationMinutes: number
      lessonType?: LessonType
      now: number
    }
    answer: boolean
  }
  /** The policy for cancelling a lesson of a student's package; null when no such package has unused lessons of that length. */
  policy_of_package: {
    about: {
      packageId: string
      studentId: string
      instructorId: string
      durationMinutes: number
      now: number
    }
    answer: CancellationPolicy | null
  }
  /** The amount that banks took back of a payment or of a lesson's payment in lost card disputes. */
  taken_by_banks: { about: { paymentId: string } | { bookingId: string }; answer: Cents }
  /** The amount of a payment that banks still decide about. */
  asked_by_banks: { about: { paymentId: string }; answer: Cents }
  /** The shares of a bank's dispute of an order that were recorded before, in cents by payment. */
  dispute_shares: { about: { disputeId: string }; answer: { paymentId: string; amountCents: Cents }[] }
  /**
   * Whether the proposal that a booking was accepted from is still offered unchanged; locked until the end of
   * the transaction.
   */
  is_still_offered: { about: { bookingId: string }; answer: boolean }
}

declare module '#platform/answers.ts' {
  interface Questions extends CheckoutQuestions {}
}
