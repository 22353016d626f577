import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { defineMessageKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'

/** The email with the coach recommended by the match quiz. */

export const yourMatchKind = defineMessageKind({
  id: 'your_match',
  about: z.object({ what: z.literal('quiz'), responseId: z.uuid() }),
  goodForDays: 1,
  check: async ({ db }, { responseId }) => {
    const found = await db.execute(
      sql`select 1 from quiz_responses where id = ${responseId} and recommended_instructor_id is not null`,
    )
    return { why: found.rows.length > 0 ? null : 'the answers were changed or deleted' }
  },
})

export const matchQuizKinds = [yourMatchKind]

export const yourMatch = defineLetter({
  key: 'your-match',
  variables: ['coach_name', 'place', 'price', 'first_reason', 'second_reason', 'third_reason', 'match_url'],
  needs: ['match_url'],
  email: {
    name: 'Match quiz: the match',
    subject: 'Your golf coach match: {{coach_name}}',
    html: page('Your match: {{coach_name}}', [
      paragraph(
        'Hello, you took the match quiz for {{place}}. {{coach_name}} fits your answers best, from {{price}} per hour.',
      ),
      paragraph('{{first_reason}}'),
      paragraph('{{second_reason}}'),
      paragraph('{{third_reason}}'),
      button('Open my match', 'match_url'),
      paragraph('The link opens your match and your answers on any device. It works for 180 days.'),
      paragraph(
        'You did not take the quiz? Someone typed your address by mistake. You can ignore this email.',
      ),
    ]),
  },
  sample: {
    to: 'student',
    kind: yourMatchKind,
    title: 'Right after the quiz, with the coach it found',
    values: (appUrl: string) => ({
      coach_name: 'Coach Maya',
      place: 'Charlotte, NC',
      price: '$85',
      first_reason: 'Teaches what you want to work on: Short Game.',
      second_reason: 'Rated 4.9 by 37 students.',
      third_reason: 'Teaches 3.2 miles from ZIP 28202.',
      match_url: `${appUrl}/find-your-match?match=example`,
    }),
  },
})

export const matchQuizLetters = [yourMatch]
