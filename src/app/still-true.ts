import { isLinkGood } from '#features/accounts/links/queries.ts'
import { needsCoach } from '#features/assistant/hand-over.ts'
import { rereadLesson } from '#features/lesson-letters/queries.ts'
import { isStillUnread } from '#features/messages/digests/queries.ts'
import type { Leaving } from '#features/notifications/delivery/queries.ts'
import type { About } from '#features/notifications/jobs.ts'
import { isNotification, type LetterKind } from '#features/notifications/notification.ts'
import { mayText } from '#features/notifications/texting/queries.ts'
import { isShareSent } from '#features/payouts/queries.ts'
import { whyPackageNewsOutdated, whyProposalNewsOutdated } from '#features/proposals/proposal-news.ts'
import { isReviewShown } from '#features/reviews/queries.ts'
import { isAnswerKept } from '#features/support/queries.ts'
import type { Services, StillTrue } from '#ports/services.ts'

/** Whether a message is still true, asked a moment before it leaves: one rule for each kind of letter and text. */

type Asking = Pick<Services, 'db' | 'clock' | 'env'>

interface LetterRule {
  /** Older news than this is no news, whatever else is true; null where the day it names keeps it true. */
  goodForDays: number | null
  /** Why it must not go any more, and what it can name as of now. */
  ask(services: Asking, message: Leaving): Promise<StillTrue>
}

const DAY = 86_400_000
const holds: StillTrue = { why: null }

/** What happened stays true: the letter names the moment. */
const always = async () => holds

/** A rule for messages about one thing; one that names no such thing was written by an earlier version, and goes. */
const when =
  <What extends About['what']>(
    what: What,
    ask: (
      services: Asking,
      about: Extract<About, { what: What }>,
      message: Leaving,
    ) => Promise<string | null>,
  ) =>
  async (services: Asking, message: Leaving): Promise<StillTrue> => {
    const { about } = message
    if (about?.what !== what) return holds
    const why = await ask(services, about as Extract<About, { what: What }>, message)
    return why === null ? holds : { why }
  }

const aboutLesson: LetterRule = {
  goodForDays: null,
  async ask(services, { kind, channel, userId, about }) {
    if (about?.what !== 'lesson' || !isNotification(kind)) return holds
    return await rereadLesson(services, { kind, channel, userId }, about)
  },
}

/** The rules, by what a message is about. */
export const letterRules: Record<LetterKind, LetterRule> = {
  lesson_booked: aboutLesson,
  lesson_changed: aboutLesson,
  lesson_cancelled: aboutLesson,
  lesson_reminder: aboutLesson,
  hold_expired: { ...aboutLesson, goodForDays: 1 },
  refund: aboutLesson,
  no_show: aboutLesson,
  review_request: aboutLesson,
  dispute: aboutLesson,
  review_received: {
    goodForDays: 30,
    ask: when('review', async ({ db }, { bookingId }) =>
      (await isReviewShown(db, bookingId)) ? null : 'the review is not shown',
    ),
  },
  message: {
    goodForDays: 30,
    ask: when('messages', async ({ db }, { conversationId, upTo }, { userId }) =>
      userId && (await isStillUnread(db, { conversationId, readerId: userId }, upTo))
        ? null
        : 'it was read, or is not wanted any more',
    ),
  },
  coach_needed: {
    goodForDays: 30,
    ask: when('call', async ({ db }, { conversationId }) =>
      (await needsCoach(db, conversationId)) ? null : 'the coach has answered',
    ),
  },
  proposal: {
    goodForDays: 30,
    async ask(services, message) {
      const { about } = message
      const now = services.clock.now()
      if (about?.what === 'proposal') return { why: await whyProposalNewsOutdated(services.db, about, now) }
      if (about?.what === 'package') return { why: await whyPackageNewsOutdated(services.db, about, now) }
      return holds
    },
  },
  payout: {
    goodForDays: null,
    ask: when('payout', async ({ db }, { payoutId }) =>
      (await isShareSent(db, payoutId)) ? null : 'the share was not sent, or was taken back',
    ),
  },
  ticket_reply: {
    goodForDays: null,
    ask: when('answer', async ({ db }, { clientId }) =>
      (await isAnswerKept(db, clientId)) ? null : 'there is no such answer any more',
    ),
  },
  account_link: {
    goodForDays: null,
    ask: when('link', async ({ db, clock }, { tokenHash }) =>
      (await isLinkGood(db, tokenHash, clock.now())) ? null : 'the link was used or has expired',
    ),
  },
  account_news: { goodForDays: null, ask: always },
  welcome: { goodForDays: 7, ask: always },
  coach_live: { goodForDays: 7, ask: always },
  texts_on: {
    goodForDays: 1,
    ask: when('phone', async ({ db }, { phone }, { userId }) =>
      userId && (await mayText(db, userId, phone)) ? null : 'texts are off again',
    ),
  },
}

/** Looks a message up in the table of rules. @returns why it must not leave, or what its words can name as of now */
export async function stillTrue(services: Asking, message: Leaving): Promise<StillTrue> {
  const { goodForDays, ask } = letterRules[message.kind]
  const { writtenAt } = message
  if (goodForDays !== null && writtenAt !== undefined && services.clock.now() > writtenAt + goodForDays * DAY)
    return { why: `it is news of more than ${goodForDays} ${goodForDays === 1 ? 'day' : 'days'} ago` }
  return await ask(services, message)
}
