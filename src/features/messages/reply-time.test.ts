import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { testDatabase } from '#tests/support/database.ts'
import { addCoach } from '#tests/support/people.ts'
import { findReplyMinutes } from './reply-time.ts'

const database = testDatabase()

/**
 * Creates a conversation started by a student the given number of days ago, with answers by the coach or the
 * assistant after some minutes.
 */
async function conversation(
  coachId: string,
  daysAgo: number,
  ...answers: [minutes: number, by: 'coach' | 'ai'][]
) {
  const student = randomUUID()
  await database.pool.query(
    `insert into profiles (id, full_name, email, user_type) values ($1, 'Sam Rivera', $2, 'student')`,
    [student, `${student}@students.test`],
  )
  const { rows } = await database.pool.query(
    'insert into conversations (instructor_id, student_id) values ($1, $2) returning id',
    [coachId, student],
  )
  const say = (sender: string, type: string, minutes: number) =>
    database.pool.query(
      `insert into messages (conversation_id, sender_id, content, message_type, created_at)
       values ($1, $2, 'Hello', $3, current_instant() - make_interval(days => $4) + make_interval(mins => $5))`,
      [rows[0].id, sender, type, daysAgo, minutes],
    )
  await say(student, 'text', 0)
  for (const [minutes, by] of answers) await say(coachId, by === 'ai' ? 'ai_response' : 'text', minutes)
}

const minutesOf = async (coachId: string) => await findReplyMinutes(database.db, systemClock, coachId)

test('the median of the coach’s own first replies, from three answered conversations on', async () => {
  const { id } = await addCoach(database.pool)
  await conversation(id, 3, [10, 'coach'], [500, 'coach'])
  await conversation(id, 5, [1, 'ai'], [40, 'coach'])
  const early = await addCoach(database.pool)
  await conversation(early.id, 3, [10, 'coach'])
  await conversation(early.id, 4, [10, 'coach'])
  await conversation(early.id, 4, [1, 'ai'])
  expect(await minutesOf(early.id), 'the assistant answers for nobody').toBeNull()
  await conversation(id, 8, [2000, 'coach'])
  expect(await minutesOf(id)).toBe(40)
})

test('replies older than 90 days do not count', async () => {
  const { id } = await addCoach(database.pool)
  for (const daysAgo of [91, 92, 93, 94]) await conversation(id, daysAgo, [5, 'coach'])
  expect(await minutesOf(id)).toBeNull()
})
