import type { LessonType } from '#features/bookings/booking.ts'
import type { Refused } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'
import type { AgreedLessonRefusal } from './agreed-lesson.ts'

/** What coach and student agreed upon; the only source of an agreed price and title. */
export interface AgreedLesson {
  proposalId: string
  /** Rises with every change of the terms. */
  version: number
  priceCents: Cents
  title: string
  lessonType: LessonType
  durationMinutes: number
  /** How many lessons the price is for; more than one make a package. */
  lessons: number
  /** Starts the coach proposed, milliseconds since 1970, UTC: these are open to this student whatever the calendar says. */
  starts: number[]
}

/** What checkout asks features above it, which answer through `app/answers.ts`. Types only. */
export interface CheckoutQuestions {
  /** What two people agreed upon that a booking names by the proposal or by their conversation; null when it names neither. */
  agreed_lesson: {
    about: {
      proposalId?: string | undefined
      conversationId?: string | undefined
      studentId: string | null
      instructorId: string
    }
    answer: { ok: true; agreed: AgreedLesson | null } | Refused<AgreedLessonRefusal>
  }
  /** How many lessons the price of a proposal is for. */
  lessons_agreed: { about: { proposalId: string }; answer: number }
  /** Whether a student has lessons of that length left to take, whatever lengths the coach offers everybody. */
  has_package: {
    about: { studentId: string; instructorId: string; durationMinutes: number; now: number }
    answer: boolean
  }
  /** What banks took back of a payment, or of a lesson's: the lost ones of its card disputes. */
  taken_by_banks: { about: { paymentId: string } | { bookingId: string }; answer: Cents }
  /** Whether what a booking was accepted from is still offered as it was; kept so for the length of the transaction. */
  is_still_offered: { about: { bookingId: string }; answer: boolean }
}

declare module '#platform/answers.ts' {
  interface Questions extends CheckoutQuestions {}
}
