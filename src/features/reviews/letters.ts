import { lessonFacts, lessonNames } from '#features/lesson-letters/lesson-letter.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'

/** What a coach reads about her reviews. */

export const reviewReceivedCoach = defineLetter({
  key: 'review-received-coach',
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
})

export const reviewLetters = [reviewReceivedCoach]
