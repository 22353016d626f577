import { type Cents, proportion } from '#platform/money.ts'
import type { Events } from '#platform/reactions.ts'

/** The states of a booking and the transitions between them. Pure; shared with the browser. */
export const bookingStatuses = ['pending', 'confirmed', 'completed', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]

/** A booking in one of these statuses occupies its time slot. */
export const occupyingStatuses = ['pending', 'confirmed', 'completed'] as const satisfies BookingStatus[]

/** `completed` is displayed as Paid. */
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

/** How long an unpaid slot is held, in minutes. */
export const HOLD_MINUTES = 15

/** Page size of lesson lists. */
export const LESSONS_PER_PAGE = 20

/** The lists of a user's lessons: upcoming or in progress, past, and cancelled on any date. Each lesson is in exactly one list. */
export const lessonLists = ['upcoming', 'past', 'cancelled'] as const
export type LessonList = (typeof lessonLists)[number]

/** Who can move a booking on. The processor is the payment processor, through its signed events. */
export type BookingParty = 'student' | 'coach' | 'admin' | 'processor' | 'system'

export interface BookingStep {
  on: string
  by: BookingParty[]
  from: BookingStatus | null
  to: BookingStatus
  /** The event this step raises; `app/reactions.ts` registers its handlers. */
  event?: keyof Events
  /** Minutes after entering `from` at which the system takes this step automatically. */
  afterMinutes?: number
}

/** The booking state machine. A database trigger enforces the same transitions; a test compares the two. */
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

/** The default title of a lesson: `60-minute Lesson`, `60-minute Group Lesson`, `150-minute Playing Lesson`. */
export function defaultLessonTitle(minutes: number, type: LessonType = 'individual'): string {
  const kind = type === 'group' ? 'Group ' : type === 'playing' ? 'Playing ' : ''
  return `${minutes}-minute ${kind}Lesson`
}

/**
 * The price of a lesson: the coach's hourly rate times the duration, rounded half up. Prices sent by clients
 * are ignored.
 * @param rateCents cents per hour
 */
export const priceLesson = (rateCents: Cents, durationMinutes: number): Cents =>
  proportion(rateCents, durationMinutes, 60)

/** How a status is displayed: a color from the specification and a label. Shared with proposals. */
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

/** The badge of a booking or proposal status. An unknown status is displayed as is, in a neutral color. */
export function statusBadge(status: string): StatusBadge {
  return statusBadges[status] ?? { tone: 'neutral', label: status.replaceAll('_', ' ') }
}

/**
 * `GS-1A2B3C4D`: the booking number on receipts and in support requests; the first eight hex digits of its
 * id.
 */
export const bookingNumber = (bookingId: string) =>
  `GS-${bookingId.replaceAll('-', '').slice(0, 8).toUpperCase()}`
