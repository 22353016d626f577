import type { z } from 'zod'
import type { Role } from './actor.ts'
import type { Answers } from './answers.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db.ts'
import type { Env } from './env.ts'

/** Kinds of messages as features declare them: what people choose about each, and when a message of it may still leave. */

/** Over what people are notified. */
export const notificationChannels = ['in_app', 'email', 'sms', 'push'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/** The pictures that stand beside notifications. */
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

/** What the settings show of a kind, and what holds for those who chose nothing. */
export interface KindSetting {
  label: string
  /** One line under the label, for those who choose. */
  description: string
  /** Who ever gets it. */
  audience: 'everybody' | Extract<Role, 'student' | 'coach'>
  /** Mails that belong to a purchase or a promise: they cannot be turned off. */
  isTransactional: boolean
  /** Whether there are texts of it, and whether they are sent to those who chose nothing. */
  texts: 'none' | 'off' | 'on'
  icon: NotificationIcon
  /** Bad news, in red. */
  isAlert?: boolean
}

/** What a message is about, named so that it can be looked at again. */
export type Facts = Record<string, unknown>

/** What a message may look at before it leaves. */
export interface CheckServices {
  db: Database
  clock: Clock
  env: Env
  answers: Answers
}

/** A message that is about to leave. */
export interface LeavingMessage {
  channel: NotificationChannel
  userId: string | null
  about?: Facts | undefined
  /** When there was reason to write, milliseconds since 1970, UTC; unknown for messages of an earlier version. */
  writtenAt?: number | undefined
}

/** What is true a moment before a message leaves; `why` says that it must not. */
export type StillTrue =
  | { why: string; variables?: undefined; calendar?: undefined }
  | {
      why: null
      /** What its words can name, read just now. */
      variables?: Record<string, string>
      /** A calendar file that goes with it. */
      calendar?: { method: 'PUBLISH' | 'CANCEL'; text: string }
    }

/** One kind of message; `About` is what its messages are about. */
export interface MessageKind<About extends Facts = Facts> {
  /** Its name in the database. */
  readonly id: string
  readonly about: z.ZodType<About>
  /** What people choose about it; null for letters that are no notification: nobody can turn them off. */
  readonly setting: KindSetting | null
  /** Somebody asked for it to show that they read their mailbox: it goes to addresses that nothing else goes to any more. */
  readonly provesMailbox: boolean
  /** Goes to people who are suspended, too. Letters that are no notification always do. */
  readonly reachesSuspended: boolean
  /** Asks, a moment before a message leaves, whether it is still true. */
  stillTrue(services: CheckServices, message: LeavingMessage): Promise<StillTrue>
}

/** What the messages of a kind are about. */
export type AboutOf<Kind extends MessageKind> = z.output<Kind['about']>

/** A kind that people find in their list and can choose about. */
export interface NotificationKind<About extends Facts = Facts> extends MessageKind<About> {
  readonly setting: KindSetting
}
