import { z } from 'zod'
import { DAY } from '#platform/duration.ts'
import type {
  CheckServices,
  KindSetting,
  LeavingMessage,
  MessageFacts,
  MessageKind,
  NotificationKind,
  StillTrue,
} from '#platform/message-kind.ts'

/** Features declare the kinds of messages they send with these functions, each in its `letters.ts`. */

const happened = z.object({ what: z.literal('account') })

/** The subject of a message that reports a past event and therefore remains true. */
export type Happened = z.output<typeof happened>

/** The rules of a kind apart from its setting. */
interface KindRules<About extends MessageFacts> {
  /** Its name in the database. */
  id: string
  /** The schema of the subject; defaults to an event that remains true. */
  about?: z.ZodType<About>
  /** The recipient requested it to verify their address, so it is sent to suppressed addresses, too. */
  provesMailbox?: boolean
  /** Also sent to suspended people: about the lessons and payments they had. */
  reachesSuspended?: boolean
  /**
   * The number of days after which the message is outdated. Without it, the message is checked only by its
   * own rules.
   */
  goodForDays?: number
  /** Checks whether the message is still true; without it, the message always is. */
  check?(services: CheckServices, about: About, message: LeavingMessage): Promise<StillTrue>
}

/** Declares a kind of message that is not a notification, such as those about an account. */
export function defineMessageKind<About extends MessageFacts = Happened>(
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
      // A message without a valid subject was enqueued by an earlier version or only reports an event, so it
      // is sent.
      const known = about.safeParse(message.about)
      return known.success && check ? await check(services, known.data, message) : { why: null }
    },
  }
}

/** Declares a kind that appears in the in-app list and in the settings. */
export const defineNotificationKind = <About extends MessageFacts = Happened>({
  setting,
  ...kind
}: KindRules<About> & { setting: KindSetting }): NotificationKind<About> => ({
  ...defineMessageKind(kind),
  setting,
})
