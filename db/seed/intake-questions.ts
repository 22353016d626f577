import type pg from 'pg'
import { scenario } from './scenarios.ts'

const handicap = {
  question: 'What is your handicap?',
  answers: ['About 18', '24.6', 'None yet, I started this spring', '12', 'Around 30', '8.4'],
}
const hand = {
  question: 'Right- or left-handed?',
  answers: ['Right', 'Right-handed', 'Left', 'Right', 'Right, but I putt left-handed'],
}
const clubs = {
  question: 'Do you bring your own clubs?',
  answers: ['Yes', 'Yes, except for a driver', 'No, I am on vacation and travel light', 'Yes'],
}

/** Inserts the questions that two of the coaches ask, and the answers of the students who booked with them. */
export async function insertIntakeQuestions(client: pg.ClientBase): Promise<void> {
  await askStudents(client, scenario.keoni.id, [
    { ...handicap, isRequired: false },
    { ...clubs, isRequired: false },
  ])
  await askStudents(client, scenario.casey.id, [
    { ...handicap, isRequired: true },
    { ...hand, isRequired: false },
  ])
}

async function askStudents(
  client: pg.ClientBase,
  coachId: string,
  questions: { question: string; answers: string[]; isRequired: boolean }[],
) {
  for (const [at, { question, answers, isRequired }] of questions.entries())
    await client.query(
      `with asked as (
         insert into intake_questions (instructor_id, position, question, is_required) values ($1, $2, $3, $4)
         returning id, instructor_id, position, question, is_required
       ), booked as (
         select id, ('x' || left(md5(id::text || $3), 6))::bit(24)::integer as n from bookings
         where instructor_id = $1 and status in ('confirmed', 'completed') and not entered_by_coach
       )
       insert into intake_answers (booking_id, position, question_id, question, answer)
       select b.id, a.position, a.id, a.question, ($5::text[])[1 + b.n % cardinality($5::text[])]
       from asked a, booked b where a.is_required or b.n % 5 > 0`,
      [coachId, at + 1, question, isRequired, answers],
    )
}
