import type { z } from 'zod'
import type { Role } from './actor.ts'
import type { Answers } from './answers.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db.ts'
import type { Env } from './env.ts'

/**
 * Message kinds as features declare them: their notification settings, and when a message may still be sent.
 */

/** The notification channels. */
export const notificationChannels = ['in_app', 'email', 'sms', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** The icons shown next to notifications. */
export const notificationIcons = [
  'bell',
  'calendar-check',
  'calendar-clock',
  'calendar-x',
  'document',
  'flag',
  'hand',
  'hourglass',
  'lifebuoy',
  'message',
  'star',
  'undo',
  'user-x',
  'video',
  'wallet',
] as const
export type NotificationIcon = (typeof notificationIcons)[number]

/** A message kind's entry in the notification settings, and its defaults. */
export interface KindSetting {
  label: string
  /** One line under the label in the notification settings. */
  description: string
  /** The roles that can receive it. */
  audience: 'everybody' | Extract<Role, 'student' | 'coach'>
  /** Emails about a purchase or an agreement; they cannot be turned off. */
  isTransactional: boolean
  /** Whether there are text messages of this kind, and whether they are on by default. */
  texts: 'none' | 'off' | 'on'
  icon: NotificationIcon
  /** Bad news, shown in red. */
  isAlert?: boolean
}

/** What a message is about, in a form that can be looked up again before sending. */
export type MessageFacts = Record<string, unknown>

/** The services that a message's check may use before it is sent. */
export interface CheckServices {
  db: Database
  clock: Clock
  env: Env
  answers: Answers
}

/** A message that is about to be sent. */
export interface LeavingMessage {
  channel: NotificationChannel
  userId: string | null
  about?: MessageFacts | undefined
  /**
   * When the event that caused the message happened, milliseconds since 1970, UTC; undefined for messages of
   * an earlier version.
   */
  writtenAt?: number | undefined
}

/** The result of the check just before sending; `why` is the reason not to send. */
export type StillTrue =
  | { why: string; variables?: undefined; calendar?: undefined }
  | {
      why: null
      /** Current values of the template's variables. */
      variables?: Record<string, string>
      /** A calendar file to attach. */
      calendar?: { method: 'PUBLISH' | 'CANCEL'; text: string }
    }

/** One kind of message; `About` is the type of what its messages refer to. */
export interface MessageKind<About extends MessageFacts = MessageFacts> {
  /** Its name in the database. */
  readonly id: string
  readonly about: z.ZodType<About>
  /** The notification setting; null for emails that are not notifications and cannot be turned off. */
  readonly setting: KindSetting | null
  /**
   * The user requested the message to prove control of the mailbox: it is sent even to addresses that
   * otherwise receive no more email.
   */
  readonly provesMailbox: boolean
  /** Also sent to suspended users. Emails that are not notifications always are. */
  readonly reachesSuspended: boolean
  /** Checks, just before a message is sent, whether it is still valid. */
  stillTrue(services: CheckServices, message: LeavingMessage): Promise<StillTrue>
}

/** What the messages of a kind refer to. */
export type AboutOf<Kind extends MessageKind> = z.output<Kind['about']>

/** A kind that appears in the list of notifications and has a setting. */
export interface NotificationKind<About extends MessageFacts = MessageFacts> extends MessageKind<About> {
  readonly setting: KindSetting
}
