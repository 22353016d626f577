import { and, eq, notInArray } from 'drizzle-orm'
import { type Database, inTransaction, type Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { intakeAnswers, intakeQuestions } from '../tables.ts'
import { type GivenAnswer, type IntakeQuestion, matchAnswers } from './intake.ts'
import { listQuestions } from './queries.ts'

/**
 * Replaces a coach's questions. Questions with an id of theirs are kept and changed, all others are new. Answers
 * keep the wording they were given to. The caller locks the coach's schedule and checks the questions.
 */
export async function replaceQuestions(
  tx: Queryable,
  coachId: string,
  questions: readonly (Omit<IntakeQuestion, 'id'> & { id: string | null })[],
): Promise<void> {
  const own = new Set((await listQuestions(tx, coachId)).map(({ id }) => id))
  const kept = questions.flatMap(({ id }) => (id && own.has(id) ? [id] : []))
  await tx
    .delete(intakeQuestions)
    .where(and(eq(intakeQuestions.instructorId, coachId), notInArray(intakeQuestions.id, kept)))
  const written = new Set<string>()
  for (const [at, { id, question, isRequired }] of questions.entries()) {
    const values = { question, isRequired, position: at + 1 }
    if (id && own.has(id) && !written.has(id)) {
      written.add(id)
      await tx.update(intakeQuestions).set(values).where(eq(intakeQuestions.id, id))
    } else await tx.insert(intakeQuestions).values({ ...values, instructorId: coachId })
  }
}

/**
 * Checks a student's answers before a booking is written. Saving the questions changes the version of the coach's
 * schedule, so they cannot change between this check and `takeSlot` of an offer that was read before.
 * @returns the answers to store
 * @throws AppError questions_changed, answers_needed
 */
export async function checkAnswers(
  tx: Queryable,
  coachId: string,
  given: readonly GivenAnswer[] = [],
): Promise<GivenAnswer[]> {
  const matched = matchAnswers(await listQuestions(tx, coachId), given)
  if (matched.ok) return matched.answers
  if ('changed' in matched)
    throw new AppError(
      'conflict',
      'questions_changed',
      'The coach has changed the questions. Please look at your answers and confirm again.',
    )
  const asked = matched.missing.map((question) => `“${question}”`).join(' ')
  throw new AppError('conflict', 'answers_needed', `Please answer the coach first: ${asked}`)
}

/** Stores the checked answers of a booking, instead of earlier ones. */
export async function storeAnswers(
  tx: Queryable,
  bookingId: string,
  given: readonly GivenAnswer[],
): Promise<void> {
  await tx.delete(intakeAnswers).where(eq(intakeAnswers.bookingId, bookingId))
  if (given.length > 0)
    await tx.insert(intakeAnswers).values(given.map((one, at) => ({ ...one, bookingId, position: at + 1 })))
}

/**
 * Replaces the answers of a time that a student already holds.
 * @throws AppError questions_changed, answers_needed
 */
export async function changeAnswers(
  db: Database,
  hold: { bookingId: string; coachId: string },
  given: readonly GivenAnswer[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await storeAnswers(tx, hold.bookingId, await checkAnswers(tx, hold.coachId, given))
  })
}
