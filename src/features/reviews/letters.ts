import { z } from 'zod'
import { lessonFacts, lessonNames } from '#features/lesson-letters/lesson-letter.ts'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'
import { isReviewShown } from './queries.ts'

/** What a coach reads about her reviews. */

export const reviewReceivedKind = defineNotificationKind({
  id: 'review_received',
  setting: {
    label: 'Reviews',
    description: 'A student reviewed you.',
    audience: 'coach',
    isTransactional: false,
    texts: 'none',
    icon: 'star',
  },
  about: z.object({ what: z.literal('review'), bookingId: z.uuid() }),
  goodForDays: 30,
  check: async ({ db }, { bookingId }) => ({
    why: (await isReviewShown(db, bookingId)) ? null : 'the review is not shown',
  }),
})

export const reviewKinds = [reviewReceivedKind]

export const reviewReceivedCoach = defineLetter({
  key: 'review-received-coach',
  needs: ['reviews_url'],
  variables: [...lessonNames, 'reviews_url'],
  email: {
    name: 'A review: to the coach',
    subject: 'A review of your lesson with {{student_name}}',
    html: page('You have a new review', [
      paragraph(
        'Hello {{coach_name}}, {{student_name}} reviewed your lesson. The review is now on your profile.',
      ),
      facts(lessonFacts),
      button('Read and answer it', 'reviews_url'),
    ]),
  },
  sample: {
    title: 'The student’s review is published',
    to: 'coach',
    kind: reviewReceivedKind,
    values: (appUrl) => ({ reviews_url: `${appUrl}/reviews` }),
  },
})

export const reviewLetters = [reviewReceivedCoach]
