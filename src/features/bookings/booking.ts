import { type Cents, proportion } from '#platform/money.ts'
import type { Events } from '#platform/reactions.ts'

/** What a booking is, which states it can be in and what may happen next. Pure; the browser reads it too. */
export const bookingStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** A booking in one of these has its time. */
export const occupyingStatuses = ['pending', 'confirmed', 'completed'] as const satisfies BookingStatus[]

/** `completed` is shown as Paid. */
export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded', 'partially_refunded'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const lessonTypes = ['individual', 'group', 'playing', 'video'] as const
export type LessonType = (typeof lessonTypes)[number]

export const isLessonType = (text: string | null): text is LessonType =>
  lessonTypes.some((type) => type === text)

export const cancelReasons = [
  'hold_expired',
  'payment_failed',
  'abandoned',
  'student',
  'coach',
  'admin',
] as const
export type CancelReason = (typeof cancelReasons)[number]

/** Minutes a slot is kept while its student pays. */
export const HOLD_MINUTES = 15

/** How many lessons a page of a list holds. */
export const LESSONS_PER_PAGE = 20

/** Who can move a booking on. The processor is the payment processor, through its signed events. */
export type BookingParty = 'student' | 'coach' | 'admin' | 'processor' | 'system'

export interface BookingStep {
  on: string
  by: BookingParty[]
  from: BookingStatus | null
  to: BookingStatus
  /** What it is called for those who follow it up; `app/reactions.ts` says how. */
  event?: keyof Events
  /** Minutes after entering `from` when the system takes the step by itself. */
  afterMinutes?: number
}

/** The whole life of a booking. The database repeats it in a trigger; a test holds the two together. */
export const bookingLifecycle = [
  { on: 'hold', by: ['student'], from: null, to: 'pending', event: 'time_held' },
  { on: 'pay', by: ['processor'], from: 'pending', to: 'confirmed', event: 'lesson_confirmed' },
  {
    on: 'expire_hold',
    by: ['system', 'processor'],
    from: 'pending',
    to: 'cancelled',
    event: 'hold_expired',
    afterMinutes: HOLD_MINUTES,
  },
  { on: 'abandon', by: ['student'], from: 'pending', to: 'cancelled' },
  { on: 'fail_payment', by: ['processor', 'system'], from: 'pending', to: 'cancelled' },
  { on: 'pay_late', by: ['processor'], from: 'cancelled', to: 'confirmed', event: 'lesson_confirmed' },
  {
    on: 'cancel',
    by: ['student', 'coach', 'admin'],
    from: 'confirmed',
    to: 'cancelled',
    event: 'lesson_cancelled',
  },
  { on: 'complete', by: ['coach', 'system'], from: 'confirmed', to: 'completed', event: 'lesson_completed' },
  { on: 'mark_no_show', by: ['coach'], from: 'confirmed', to: 'completed', event: 'lesson_completed' },
] as const satisfies BookingStep[]

/** The steps a party may take from a status. */
export function nextSteps(status: BookingStatus, party: BookingParty): string[] {
  const steps: readonly BookingStep[] = bookingLifecycle
  return steps.filter((step) => step.from === status && step.by.includes(party)).map((step) => step.on)
}

/** `60-minute Lesson`: the title of a lesson that was given none. */
export const defaultLessonTitle = (minutes: number) => `${minutes}-minute Lesson`

/**
 * What a lesson costs: the coach's hourly rate times its minutes, rounded half up. A price a client sends is ignored.
 * @param rateCents cents for an hour
 */
export const priceLesson = (rateCents: Cents, durationMinutes: number): Cents =>
  proportion(rateCents, durationMinutes, 60)

/** A status as people see it: a colour the specification names, and a word. Proposals share the map. */
export interface StatusBadge {
  tone: 'green' | 'yellow' | 'blue' | 'red' | 'neutral'
  label: string
}

const statusBadges: Record<string, StatusBadge> = {
  confirmed: { tone: 'green', label: 'Confirmed' },
  accepted: { tone: 'green', label: 'Accepted' },
  scheduled: { tone: 'green', label: 'Scheduled' },
  pending: { tone: 'yellow', label: 'Pending' },
  completed: { tone: 'blue', label: 'Completed' },
  cancelled: { tone: 'red', label: 'Cancelled' },
  changes_requested: { tone: 'neutral', label: 'Changes requested' },
  declined: { tone: 'neutral', label: 'Declined' },
  expired: { tone: 'neutral', label: 'Expired' },
}

/** The badge of a booking's or proposal's status; a status nobody knows is shown as it is, without a colour. */
export function statusBadge(status: string): StatusBadge {
  return statusBadges[status] ?? { tone: 'neutral', label: status.replaceAll('_', ' ') }
}

/** `GS-1A2B3C4D`: a booking's number for receipts and for talking about it; the first eight digits of its id. */
export const bookingNumber = (bookingId: string) =>
  `GS-${bookingId.replaceAll('-', '').slice(0, 8).toUpperCase()}`
