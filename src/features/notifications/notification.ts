import type { Role } from '#platform/actor.ts'

/** What people are told about, and over which channels. Pure. */

export const notificationKinds = [
  'lesson_booked',
  'lesson_changed',
  'lesson_cancelled',
  'hold_expired',
  'refund',
  'lesson_reminder',
  'no_show',
  'review_request',
  'review_received',
  'message',
  'coach_needed',
  'proposal',
  'payout',
  'dispute',
  'ticket_reply',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

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

export const notificationChannels = ['in_app', 'email', 'sms', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

interface KindFacts {
  label: string
  /** One line under the label, for those who choose. */
  about: string
  /** Who is ever told this. */
  audience: 'everybody' | 'student' | 'coach'
  /** Mails that belong to a purchase or a promise: they cannot be turned off. */
  isTransactional: boolean
  /** Texts exist for it. */
  hasSms: boolean
}

export const kindFacts: Record<NotificationKind, KindFacts> = {
  lesson_booked: {
    label: 'Lesson booked',
    about: 'A lesson was booked: what, when and where, with the receipt.',
    audience: 'everybody',
    isTransactional: true,
    hasSms: true,
  },
  lesson_changed: {
    label: 'Lesson moved',
    about: 'A lesson has a new time.',
    audience: 'everybody',
    isTransactional: true,
    hasSms: true,
  },
  lesson_cancelled: {
    label: 'Lesson cancelled',
    about: 'A lesson was cancelled.',
    audience: 'everybody',
    isTransactional: true,
    hasSms: true,
  },
  hold_expired: {
    label: 'Unfinished bookings',
    about: 'The time we held for you was released, because no payment arrived.',
    audience: 'student',
    isTransactional: false,
    hasSms: false,
  },
  refund: {
    label: 'Refund',
    about: 'A refund was sent.',
    audience: 'everybody',
    isTransactional: true,
    hasSms: false,
  },
  lesson_reminder: {
    label: 'Reminders',
    about: 'A day and two hours before a lesson.',
    audience: 'everybody',
    isTransactional: false,
    hasSms: true,
  },
  no_show: {
    label: 'Missed lessons',
    about: 'Your coach reported that you did not come to a lesson.',
    audience: 'student',
    isTransactional: true,
    hasSms: false,
  },
  review_request: {
    label: 'Review invitations',
    about: 'An invitation to review a lesson you took.',
    audience: 'student',
    isTransactional: false,
    hasSms: false,
  },
  review_received: {
    label: 'Reviews',
    about: 'A student reviewed you.',
    audience: 'coach',
    isTransactional: false,
    hasSms: false,
  },
  message: {
    label: 'Messages',
    about: 'New messages. The first is sent at once, later ones are grouped.',
    audience: 'everybody',
    isTransactional: false,
    hasSms: true,
  },
  coach_needed: {
    label: 'AI Caddie needs you',
    about: 'A student needs an answer from you. Sent once per question.',
    audience: 'coach',
    isTransactional: false,
    hasSms: false,
  },
  proposal: {
    label: 'Proposals',
    about: 'A lesson was proposed, or a proposal was answered.',
    audience: 'everybody',
    isTransactional: false,
    hasSms: false,
  },
  payout: {
    label: 'Payouts',
    about: 'Your share of a lesson is on its way to your bank.',
    audience: 'coach',
    isTransactional: false,
    hasSms: false,
  },
  dispute: {
    label: 'Reported problems',
    about: 'A problem with a lesson was reported or settled.',
    audience: 'everybody',
    isTransactional: true,
    hasSms: false,
  },
  ticket_reply: {
    label: 'Answers from support',
    about: 'We answered a question you sent us.',
    audience: 'everybody',
    isTransactional: false,
    hasSms: false,
  },
}

/** What somebody chose, where it differs from what the product does by itself: `message:email` → false. */
export type ChannelPreferences = ReadonlyMap<string, boolean>

export const preferenceKey = (kind: NotificationKind, channel: NotificationChannel) => `${kind}:${channel}`

/** True when a kind cannot be turned off on a channel. */
export const isFixed = (kind: NotificationKind, channel: NotificationChannel) =>
  channel === 'email' && kindFacts[kind].isTransactional

/** What the product does for those who chose nothing. Texts and push also need a number or a browser that said yes. */
export function isOnByDefault(kind: NotificationKind, channel: NotificationChannel): boolean {
  if (channel === 'sms') return kindFacts[kind].hasSms && kind !== 'message'
  return true
}

/** Whether a person is told a kind over a channel. */
export function wants(
  preferences: ChannelPreferences,
  kind: NotificationKind,
  channel: NotificationChannel,
): boolean {
  if (isFixed(kind, channel)) return true
  if (channel === 'sms' && !kindFacts[kind].hasSms) return false
  return preferences.get(preferenceKey(kind, channel)) ?? isOnByDefault(kind, channel)
}

/** The kinds that people of a role are ever told, in the order of the settings. */
export const kindsFor = (role: Role): readonly NotificationKind[] =>
  notificationKinds.filter((kind) => {
    const { audience } = kindFacts[kind]
    return (
      audience === 'everybody' || role === 'admin' || audience === (role === 'coach' ? 'coach' : 'student')
    )
  })

/** How many `GET /notifications` gives at once. */
export const NOTIFICATIONS_PER_PAGE = 20
