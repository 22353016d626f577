import { type NotificationKind, notificationKinds } from '../notification.ts'

/** Every email and text the product sends, and what the words of each can name. Pure. */

/** What a message is about. Those beyond the notifications are about an account, and nobody can turn them off. */
export const letterKinds = [
  ...notificationKinds,
  'account_link',
  'account_news',
  'welcome',
  'coach_live',
  'texts_on',
] as const
export type LetterKind = (typeof letterKinds)[number]

/** True for what people find in their list and can choose about. */
export const isNotification = (kind: LetterKind): kind is NotificationKind =>
  notificationKinds.some((known) => known === kind)

/** Every letter and text about a lesson can name these. */
const lesson = [
  'student_name',
  'coach_name',
  'lesson_title',
  /** `Thursday, November 26, 2026, 9:30 – 10:30 AM EST` */
  'lesson_when',
  /** `Thu, Nov 26, 9:30 AM EST`, for subjects and texts. */
  'lesson_short',
  'duration',
  'place_name',
  'place_address',
  'booking_number',
  'lesson_url',
  'rebook_url',
  /** Until when how much comes back to a student who cancels, as it is when the message leaves. */
  'cancel_terms',
] as const

const calendars = [
  'calendar_url',
  'google_calendar_url',
  'outlook_calendar_url',
  'office_calendar_url',
] as const

const proposal = [
  'headline',
  'message',
  'student_name',
  'coach_name',
  'lesson_title',
  'lessons',
  'times',
  'price',
  'closes_at',
  'proposal_url',
] as const
const packageNews = [
  'headline',
  'message',
  'student_name',
  'coach_name',
  'lesson_title',
  'package_url',
] as const
const messages = ['sender_name', 'message_count', 'message_text', 'conversation_url'] as const
const answer = ['name', 'subject', 'answer', 'question'] as const

/** By the key of its template: what the words of a letter can name beside `app_url` and `support_email`. */
export const letterVariables = {
  'booking-confirmed-student': [...lesson, ...calendars, 'payment_line', 'paid'],
  'booking-confirmed-coach': [...lesson, ...calendars, 'share'],
  'booking-expired-student': lesson,
  'booking-refunded-student': [...lesson, 'refund', 'refund_reason', 'paid', 'arrives'],
  'booking-cancelled-student': [
    ...lesson,
    ...calendars,
    'what_happened',
    'message_line',
    'refund_line',
    'refund_short',
  ],
  'booking-cancelled-coach': [
    ...lesson,
    ...calendars,
    'what_happened',
    'message_line',
    'time_line',
    'share_line',
  ],
  'booking-rescheduled-student': [...lesson, ...calendars, 'what_happened', 'lesson_was'],
  'booking-rescheduled-coach': [...lesson, ...calendars, 'what_happened', 'lesson_was'],
  'lesson-reminder-student': [...lesson, ...calendars, 'lead'],
  'lesson-reminder-coach': [...lesson, ...calendars, 'lead'],
  'lesson-no-show-student': [...lesson, 'money_line', 'object_by', 'report_url'],
  'review-request-student': [...lesson, 'review_url', 'published_line', 'object_line'],
  'problem-reported-student': lesson,
  'problem-reported-coach': [...lesson, 'share_line'],
  'review-received-coach': [...lesson, 'reviews_url'],
  'payout-sent-coach': [...lesson, 'payout', 'earnings_url'],
  'new-message': messages,
  'new-messages': messages,
  'coach-needed': ['coach_name', 'student_name', 'reason', 'conversation_url'],
  'proposal-news-student': proposal,
  'proposal-news-coach': proposal,
  'package-news-student': packageNews,
  'package-news-coach': packageNews,
  'package-refunded-student': [
    'student_name',
    'coach_name',
    'lesson_title',
    'lessons',
    'refund',
    'price',
    'arrives',
    'package_url',
  ],
  'payout-news-coach': ['coach_name', 'headline', 'message', 'earnings_url'],
  'support-answer': [...answer, 'ticket_url'],
  'support-answer-visitor': answer,
  welcome: ['full_name'],
  'welcome-coach': ['full_name', 'onboarding_url'],
  'coach-live': ['full_name', 'city', 'profile_url', 'bank_account_url'],
  'email-verification': ['full_name', 'new_email', 'verification_url'],
  'password-reset': ['full_name', 'new_email', 'reset_url'],
  'magic-link': ['full_name', 'new_email', 'login_url'],
  'account-claimed': ['reset_page_url'],
  'email-change': ['full_name', 'new_email', 'confirmation_url'],
  'email-changed': ['full_name', 'new_email', 'changed_at'],
  'password-changed': ['full_name', 'changed_at', 'reset_page_url'],
  'second-factor-on': ['full_name', 'changed_at', 'reset_page_url'],
  'second-factor-off': ['full_name', 'changed_at', 'reset_page_url'],
  'account-closed': ['full_name'],
} as const satisfies Record<string, readonly string[]>

export type LetterKey = keyof typeof letterVariables

/** What a letter is filled in with: a value for each of its names, and for nothing else. */
export type LetterVariables<Key extends LetterKey> = Record<(typeof letterVariables)[Key][number], string>

/** A letter with what it is filled in with. */
export type Letter<Key extends LetterKey = LetterKey> = {
  [K in Key]: { template: K; variables: LetterVariables<K> }
}[Key]

/** What messages about a lesson name, whichever they are: read again before they leave. */
export type LessonVariables = Record<(typeof lesson)[number], string>
export type CalendarVariables = Record<(typeof calendars)[number], string>

/** The letters about a lesson. */
export type LessonLetterKey = {
  [K in LetterKey]: LetterVariables<K> extends LessonVariables ? K : never
}[LetterKey]

/** What a letter about a lesson says beyond what all of them can name. */
export type LessonLetter<Key extends LessonLetterKey = LessonLetterKey> = {
  [K in Key]: {
    template: K
    variables: Omit<LetterVariables<K>, keyof LessonVariables | keyof CalendarVariables>
  }
}[Key]

/** The letters that have a text of the same key; and texts without a letter. */
export const textVariables = {
  'booking-confirmed-student': letterVariables['booking-confirmed-student'],
  'booking-confirmed-coach': letterVariables['booking-confirmed-coach'],
  'booking-cancelled-student': letterVariables['booking-cancelled-student'],
  'booking-cancelled-coach': letterVariables['booking-cancelled-coach'],
  'booking-rescheduled-student': letterVariables['booking-rescheduled-student'],
  'booking-rescheduled-coach': letterVariables['booking-rescheduled-coach'],
  'lesson-reminder-student': letterVariables['lesson-reminder-student'],
  'lesson-reminder-coach': letterVariables['lesson-reminder-coach'],
  'new-message': messages,
  'new-messages': messages,
  'texts-on': [],
} as const satisfies Record<string, readonly string[]>

export type TextKey = keyof typeof textVariables
