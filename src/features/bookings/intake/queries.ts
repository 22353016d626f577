import { asc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { intakeQuestions } from '../tables.ts'
import type { IntakeQuestion } from './intake.ts'
import type { AskedQuestion } from './schema.ts'

/** A coach's questions, in their order. */
export async function listQuestions(db: Queryable, coachId: string): Promise<IntakeQuestion[]> {
  const { id, question, isRequired } = intakeQuestions
  return await db
    .select({ id, question, isRequired })
    .from(intakeQuestions)
    .where(eq(intakeQuestions.instructorId, coachId))
    .orderBy(asc(intakeQuestions.position))
}

/**
 * A coach's questions for a student who books, with the last answers for a golfer. A reworded question has none.
 * @param studentId null for other users, who have no answers
 * @param golferId null for the student; the golfer who played last (`findLastGolfer`) when omitted
 */
export async function listAskedQuestions(
  db: Queryable,
  coachId: string,
  studentId: string | null,
  golferId?: string | null,
): Promise<AskedQuestion[]> {
  const { id, question, isRequired } = intakeQuestions
  const player =
    golferId === undefined
      ? sql`(select l.golfer_id from bookings l
        where l.student_id = ${studentId}::uuid and not l.entered_by_coach order by l.created_at desc limit 1)`
      : sql`${golferId}::uuid`
  const lastAnswer = sql<string | null>`(
    select a.answer from bookings b join intake_answers a on a.booking_id = b.id
    where b.student_id = ${studentId}::uuid and b.instructor_id = intake_questions.instructor_id
      and b.golfer_id is not distinct from ${player}
      and a.question_id = intake_questions.id and a.question = intake_questions.question
    order by b.created_at desc limit 1)`
  return await db
    .select({ id, question, isRequired, lastAnswer })
    .from(intakeQuestions)
    .where(eq(intakeQuestions.instructorId, coachId))
    .orderBy(asc(intakeQuestions.position))
}

/** The answers of each lesson of a statement that selects from `bookings`, in the order of the questions. */
export const answersOfBooking = sql<{ question: string; answer: string }[]>`coalesce(
  (select json_agg(json_build_object('question', a.question, 'answer', a.answer) order by a.position)
    from intake_answers a where a.booking_id = bookings.id), '[]'::json)`
