import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { videoReviews } from './tables.ts'
import type { ReviewStatus } from './video-review.ts'

/** The notifications about video reviews. Headline and message depend on the event. */

const news = [
  'paid',
  'asked',
  'reminder',
  'answered',
  'ended',
  'refund_sent',
  'refund_came_back',
  'refund_sent_again',
] as const

/** The status of the review in which a message is still true; news about refunds always are. */
const trueWhile: Partial<Record<(typeof news)[number], ReviewStatus>> = {
  paid: 'paid',
  asked: 'asked',
  reminder: 'asked',
  answered: 'answered',
  ended: 'refunded',
}

export const videoReviewKind = defineNotificationKind({
  id: 'video_review',
  setting: {
    label: 'Video reviews',
    description: 'A swing was sent for review, a review was answered, or it was refunded.',
    audience: 'everybody',
    isTransactional: true,
    texts: 'none',
    icon: 'video',
  },
  reachesSuspended: true,
  about: z.object({ what: z.literal('video_review'), videoReviewId: z.uuid(), news: z.enum(news) }),
  check: async ({ db }, { videoReviewId, news: event }) => {
    const status = trueWhile[event]
    if (!status) return { why: null }
    const [review] = await db
      .select({ status: videoReviews.status })
      .from(videoReviews)
      .where(eq(videoReviews.id, videoReviewId))
    return { why: review?.status === status ? null : 'the review went on' }
  },
})

export const videoReviewKinds = [videoReviewKind]

const names = ['headline', 'message', 'student_name', 'coach_name', 'review_url'] as const

export const videoReviewNewsStudent = defineLetter({
  key: 'video-review-news-student',
  needs: ['message', 'review_url'],
  variables: names,
  email: {
    name: 'A video review: to the student',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{student_name}},'),
      paragraph('{{message}}'),
      button('Open the review', 'review_url'),
    ]),
  },
})

export const videoReviewNewsCoach = defineLetter({
  key: 'video-review-news-coach',
  needs: ['message', 'review_url'],
  variables: names,
  email: {
    name: 'A video review: to the coach',
    subject: '{{headline}}',
    html: page('{{headline}}', [
      paragraph('Hello {{coach_name}},'),
      paragraph('{{message}}'),
      button('Open the review', 'review_url'),
    ]),
  },
})

export const videoReviewLetters = [videoReviewNewsStudent, videoReviewNewsCoach]
