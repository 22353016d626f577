import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { matchSaves } from '#features/saves/tables.ts'
import { AppError } from '#platform/errors.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { type QuizVisitor, studentOf } from './commands.ts'
import { finishQuiz } from './finish.ts'
import { mailMatch } from './mailed-match.ts'
import { findResponse } from './queries.ts'
import { budgetCents, quizGoals } from './quiz.ts'
import type { saveMatchSchema } from './schema.ts'

const SAVES = { points: 10, seconds: 60 * 60 }

/**
 * 'Save my match': stores the recommended coach with the answers and the address, and emails a link that
 * opens the match again. Saving twice has no further effect.
 * @returns whether the match is or was emailed
 * @throws AppError no_such_round; no_match if there is nothing to save; too_many_requests
 */
export async function saveMatch(
  services: Services,
  taker: QuizVisitor,
  input: z.output<typeof saveMatchSchema>,
): Promise<boolean> {
  await services.rateLimits.count('quiz-save', taker.ip, SAVES)
  const round = await findResponse(services.db, taker.sessionId, input.responseId)
  if (!round.recommendedInstructorId)
    throw new AppError('conflict', 'no_match', 'You do not have a match yet. Please finish the quiz first.')
  if (input.website) return true
  const userId = studentOf(taker)
  const { answers, locationCity: city, locationState: state } = round
  const [goal] = answers.goals ?? []
  const high = budgetCents[answers.budget ?? 'any']
  const preferences = {
    ...(city ? { city } : {}),
    ...(state ? { state } : {}),
    ...(answers.experience ? { skillLevel: answers.experience } : {}),
    ...(goal ? { primaryGoal: quizGoals[goal].label } : {}),
    ...(high === null ? {} : { budget: { low: 0, high: high / 100 } }),
  }
  const once = userId
    ? sql`(user_id, matched_instructor_id) where user_id is not null`
    : sql`(lower(email), matched_instructor_id) where user_id is null`
  const at = toIso(services.clock.now())
  // A later save without an account does not replace the name, because anyone can enter any address.
  const corrected = userId
    ? sql`, name = case when match_saves.notified then match_saves.name else excluded.name end,
        email = case when match_saves.notified then match_saves.email else excluded.email end`
    : sql``
  // Raw: its unique indexes are on expressions.
  await services.db.execute(sql`
    insert into ${matchSaves} (user_id, name, email, matched_instructor_id, preferences, created_at, updated_at)
    values (${userId}, ${input.name}, ${input.email.toLowerCase()}, ${round.recommendedInstructorId},
      ${JSON.stringify(preferences)}, ${at}, ${at})
    on conflict ${once} do update set preferences = excluded.preferences, updated_at = excluded.updated_at
      ${corrected}`)
  const { match, place } = await finishQuiz(services, taker, input.responseId)
  if (!match) return false
  return await mailMatch(services, {
    responseId: input.responseId,
    email: input.email,
    place: `${place.city}, ${place.state}`,
    match,
  })
}
