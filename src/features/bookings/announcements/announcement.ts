import type { NotificationKind } from '#features/notifications/notification.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDuration, formatLesson } from '#platform/time.ts'
import { lessonHref } from '../actions/components/doing.ts'
import type { Lesson } from '../schema.ts'

/** What people of a lesson are told about it, in their list and on their phone, beside the email of the same name. Pure. */
interface Announcement {
  kind: NotificationKind
  /** Filled in with the variables of the email. */
  title: string
  body: string
  /** The dialog on the lesson's card that it opens; all about the lesson when left out. */
  opens?: 'review'
}

const whenAndWhere = '{{lesson_when}}, {{place_name}}'

/** By the key of the email's template. */
export const announcements: Record<string, Announcement> = {
  'booking-confirmed-student': {
    kind: 'lesson_booked',
    title: 'You are booked with {{coach_name}}',
    body: whenAndWhere,
  },
  'booking-confirmed-coach': {
    kind: 'lesson_booked',
    title: '{{student_name}} booked a lesson',
    body: whenAndWhere,
  },
  'booking-rescheduled-student': {
    kind: 'lesson_changed',
    title: 'Your lesson with {{coach_name}} has a new time',
    body: 'Now {{lesson_when}}',
  },
  'booking-rescheduled-coach': {
    kind: 'lesson_changed',
    title: 'The lesson with {{student_name}} has a new time',
    body: 'Now {{lesson_when}}',
  },
  'booking-cancelled-student': {
    kind: 'lesson_cancelled',
    title: 'Cancelled: your lesson with {{coach_name}}',
    body: '{{lesson_when}}. {{refund_line}}',
  },
  'booking-cancelled-coach': {
    kind: 'lesson_cancelled',
    title: 'Cancelled: the lesson with {{student_name}}',
    body: '{{lesson_when}}. The time is open again.',
  },
  'booking-refunded-student': {
    kind: 'refund',
    title: '{{refund}} is on its way back to you',
    body: 'For the lesson with {{coach_name}}, {{lesson_when}}',
  },
  'lesson-reminder-student': {
    kind: 'lesson_reminder',
    title: '{{lead}}: your lesson with {{coach_name}}',
    body: whenAndWhere,
  },
  'lesson-reminder-coach': {
    kind: 'lesson_reminder',
    title: '{{lead}}: {{student_name}}',
    body: whenAndWhere,
  },
  'review-request-student': {
    kind: 'review_request',
    title: 'How was your lesson with {{coach_name}}?',
    body: 'A sentence or two helps the next golfer choose.',
    opens: 'review',
  },
  'problem-reported-student': {
    kind: 'dispute',
    title: 'We are looking into your lesson',
    body: 'With {{coach_name}}, {{lesson_when}}',
  },
  'problem-reported-coach': {
    kind: 'dispute',
    title: '{{student_name}} reported a problem',
    body: 'With the lesson of {{lesson_when}}',
  },
}

/** A lesson as it stands when a message about it is about to go. */
export type AnnouncedLesson = Pick<Lesson, 'status' | 'noShow' | 'changeNumber' | 'start'> & {
  isReviewed: boolean
}

/**
 * Why a message about a lesson must not go any more; null while what it says is true. What was true when there was reason
 * to write may not be when the words leave: providers were down, quiet hours passed, the lesson was moved.
 * @param about.start when the lesson was to begin, and `now`, in milliseconds since 1970, UTC
 */
export function whyOutdated(
  kind: NotificationKind,
  lesson: AnnouncedLesson,
  about: { changeNumber: number; start: number },
  now: number,
): string | null {
  const isMoved = lesson.changeNumber !== about.changeNumber || Date.parse(lesson.start) !== about.start
  switch (kind) {
    case 'lesson_booked':
      return lesson.status === 'cancelled' ? 'the lesson was cancelled' : null
    case 'lesson_changed':
      if (lesson.status === 'cancelled') return 'the lesson was cancelled'
      return isMoved ? 'the lesson was moved again' : null
    case 'lesson_cancelled':
      return lesson.status === 'cancelled' ? null : 'the lesson takes place'
    case 'lesson_reminder':
      if (lesson.status !== 'confirmed') return 'the lesson does not take place'
      if (isMoved) return 'the lesson was moved'
      return now < about.start ? null : 'the lesson has begun'
    case 'review_request':
      if (lesson.status !== 'completed' || lesson.noShow) return 'there was no lesson'
      return lesson.isReviewed ? 'the review is written' : null
    default:
      return null
  }
}

/** What every message about a lesson can name. */
export function lessonVariables(appUrl: string, lesson: Lesson): Record<string, string> {
  return {
    student_name: lesson.student.name,
    coach_name: lesson.coach.label,
    lesson_title: lesson.title,
    lesson_when: formatLesson(lesson.start, lesson.durationMinutes, lesson.zone),
    duration: formatDuration(lesson.durationMinutes),
    place_name: lesson.location.name,
    place_address: lesson.location.address ?? '',
    price: formatMoney(lesson.priceCents),
    lesson_url: `${appUrl}${lessonHref(lesson.id)}`,
    rebook_url: `${appUrl}/instructor/${lesson.coach.id}#instant-book-section`,
    support_email: 'support@greenside.example',
  }
}
