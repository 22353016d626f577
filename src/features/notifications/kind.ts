import { z } from 'zod'
import type {
  CheckServices,
  Facts,
  KindSetting,
  LeavingMessage,
  MessageKind,
  NotificationKind,
  StillTrue,
} from '#platform/message-kind.ts'

/** How features declare the kinds of messages they send, each in its `letters.ts`. */

const happened = z.object({ what: z.literal('account') })

/** What a message is about that stays true whatever follows: it tells of a moment. */
export type Happened = z.output<typeof happened>

/** What a kind says beside its setting. */
interface KindRules<About extends Facts> {
  /** Its name in the database. */
  id: string
  /** What its messages are about; nothing but that it happened, when left out. */
  about?: z.ZodType<About>
  /** Somebody asked for it to show that they read their mailbox. */
  provesMailbox?: boolean
  /** People read it while they are suspended, too: what becomes of lessons and money they had. */
  reachesSuspended?: boolean
  /** Older news than this is no news, whatever else is true; without it the day its words name keeps it true. */
  goodForDays?: number
  /** Whether what a message says still holds; it always does when left out. */
  check?(services: CheckServices, about: About, message: LeavingMessage): Promise<StillTrue>
}

const DAY = 86_400_000

/** Declares a kind of letters that are no notification, such as those about an account. */
export function defineMessageKind<About extends Facts = Happened>(
  kind: KindRules<About>,
): MessageKind<About> & { setting: null } {
  const { id, goodForDays, check, provesMailbox = false, reachesSuspended = false } = kind
  const about = kind.about ?? (happened as unknown as z.ZodType<About>)
  return {
    id,
    about,
    setting: null,
    provesMailbox,
    reachesSuspended,
    async stillTrue(services, message) {
      const { writtenAt } = message
      if (goodForDays && writtenAt !== undefined && services.clock.now() > writtenAt + goodForDays * DAY)
        return { why: `it is news of more than ${goodForDays} ${goodForDays === 1 ? 'day' : 'days'} ago` }
      // One that names no such thing was written by an earlier version, or only says that it happened: it goes.
      const known = about.safeParse(message.about)
      return known.success && check ? await check(services, known.data, message) : { why: null }
    },
  }
}

/** Declares a kind that people find in their list, and can choose about. */
export const defineNotificationKind = <About extends Facts = Happened>({
  setting,
  ...kind
}: KindRules<About> & { setting: KindSetting }): NotificationKind<About> => ({
  ...defineMessageKind(kind),
  setting,
})
