import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { lessonReviews } from '#features/reviews/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { QuizState } from './schema.ts'
import { quizDrafts, quizResponses, quizResults } from './tables.ts'

/**
 * A round of a session, with its draft.
 * @throws AppError no_such_round if it does not exist or belongs to another session
 */
export async function findResponse(db: Queryable, sessionId: string | null, responseId: string) {
  const [row] = sessionId
    ? await db
        .select({ response: quizResponses, answers: quizDrafts.answers, ranked: quizResults.ranked })
        .from(quizResponses)
        .innerJoin(quizDrafts, eq(quizDrafts.responseId, quizResponses.id))
        .leftJoin(quizResults, eq(quizResults.responseId, quizResponses.id))
        .where(and(eq(quizResponses.id, responseId), eq(quizResponses.sessionId, sessionId)))
    : []
  if (!row) throw new AppError('not_found', 'no_such_round', 'This quiz does not exist. Please start again.')
  return { ...row.response, answers: row.answers, ranked: row.ranked }
}

/** The state of a session's round. */
export async function stateOf(db: Queryable, sessionId: string, responseId: string): Promise<QuizState> {
  const row = await findResponse(db, sessionId, responseId)
  return {
    responseId,
    variant: row.variant,
    answers: row.answers,
    place:
      row.locationCity && row.locationState ? { city: row.locationCity, state: row.locationState } : null,
    contact: row.contactEmail
      ? { name: row.contactName ?? '', email: row.contactEmail, phone: row.contactPhone ?? '' }
      : null,
    isFinished: row.completedAt !== null,
  }
}

/** Texts of reviews about coaches: published reviews of lessons, and approved imported ones. */
export async function listReviewTexts(
  db: Queryable,
  instructorIds: readonly string[],
): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>(instructorIds.map((id) => [id, []]))
  if (instructorIds.length === 0) return texts
  const booked = await db
    .select({ id: lessonReviews.instructorId, text: lessonReviews.comment })
    .from(lessonReviews)
    .where(
      and(
        inArray(lessonReviews.instructorId, [...instructorIds]),
        isNotNull(lessonReviews.publishedAt),
        lessonReviews.paidHere,
        sql`trim(${lessonReviews.comment}) <> ''`,
      ),
    )
  const imported = await db
    .select({ id: instructorProfiles.userId, reviews: instructorProfiles.customReviews })
    .from(instructorProfiles)
    .where(inArray(instructorProfiles.userId, [...instructorIds]))
  for (const { id, text } of booked) if (text) texts.get(id)?.push(text)
  for (const { id, reviews } of imported)
    for (const { text } of reviews) if (text?.trim()) texts.get(id)?.push(text)
  return texts
}
