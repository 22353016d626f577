import { createHash } from 'node:crypto'
import type pg from 'pg'
import { DAY } from '#platform/duration.ts'
import { scenario } from './scenarios.ts'

/**
 * Inserts data about Maya's students that is independent of bookings: invitations in every state, notes, access and a closed account. Also
 * inserts the coaches Sam saved.
 */
export async function insertStudentScenarios(client: pg.ClientBase, now: number): Promise<void> {
  const ago = (days: number) => new Date(now - days * DAY)
  const invitations = [
    ['nadia.flores@golfers.example', 'Nadia Flores', 'Great to meet you at the demo day!', 2, false],
    ['hank.weller@golfers.example', 'Hank Weller', null, 9, false],
    ['juniors@cedarhills.example', null, 'For the Saturday juniors we talked about.', 41, false],
    ['p.osei@golfers.example', 'Patience Osei', null, 15, true],
  ] as const
  for (const [email, name, message, days, isDeclined] of invitations)
    await client.query(
      `insert into student_invitations (instructor_id, email, name, message, token_hash, created_at, sent_at, expires_at, declined_at)
       values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
      [
        scenario.maya.id,
        email,
        name,
        message,
        createHash('sha256').update(`demo invitation ${email}`).digest(),
        ago(days),
        ago(days - 30),
        isDeclined ? ago(days - 1) : null,
      ],
    )
  // From a file of the program Maya used before. She has not confirmed the letter yet.
  const file = await client.query<{ id: string }>(
    'insert into student_imports (instructor_id, lesson_minutes, imported_at) values ($1, 60, $2) returning id',
    [scenario.maya.id, ago(1)],
  )
  const brought = [
    ['wendell.pruitt@golfers.example', 'Wendell Pruitt', '704 555 0161', 'Plays left-handed.', 4],
    ['ines.maldonado@golfers.example', 'Inés Maldonado', null, null, 1],
    ['ty.brandvold@golfers.example', 'Ty Brandvold', '704 555 0188', null, 0],
  ] as const
  for (const [n, [email, name, phone, note, lessons]] of brought.entries())
    await client.query(
      `insert into brought_students (import_id, instructor_id, line, email, name, phone, note, lessons_owed, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [file.rows[0]?.id, scenario.maya.id, n + 2, email, name, phone, note, lessons, ago(1)],
    )
  const students = await client.query<{ id: string }>(
    `select student_id as id from bookings where instructor_id = $1 and student_id <> $2 and status in ('confirmed', 'completed')
     group by 1 order by max(lesson_date), 1`,
    [scenario.maya.id, scenario.sam.id],
  )
  const notes = [
    [
      scenario.sam.id,
      'Grip was too weak, better since October. Bunkers next. Plays Saturdays with her sister.',
    ],
    [students.rows.at(-1)?.id, 'Left knee: no full squats. Likes to know the reason for every drill.'],
    [students.rows.at(-3)?.id, 'Wants to break 90 before the club championship in June.'],
  ] as const
  for (const [student, note] of notes)
    if (student)
      await client.query(
        'insert into student_notes (instructor_id, student_id, note, updated_at) values ($1, $2, $3, $4)',
        [scenario.maya.id, student, note, ago(4)],
      )
  for (const student of [scenario.sam.id, students.rows.at(-1)?.id, students.rows.at(-2)?.id])
    if (student) await giveAccess(client, student, scenario.maya.id, ago(20))
  // Sam has no access to Priya, so the demo can show the request for access.
  const closed = await client.query<{ id: string }>(
    `select user_id as id from instructor_profiles where is_visible and not instant_book_enabled and user_id <> $1 order by 1 limit 1`,
    [scenario.priya.id],
  )
  const letsIn = closed.rows[0]
  if (letsIn) await giveAccess(client, scenario.sam.id, letsIn.id, ago(3))
  const [longest] = students.rows
  if (longest) await leave(client, longest.id, ago(25))
  for (const [coach, days] of [
    [scenario.priya, 12],
    [scenario.dale, 6],
    [scenario.casey, 1],
  ] as const)
    await client.query(
      `insert into instructor_saves (instructor_id, user_id, name, email, phone, created_at)
       select $1, id, full_name, lower(email), phone, $3 from profiles where id = $2 on conflict do nothing`,
      [coach.id, scenario.sam.id, ago(days)],
    )
}

const giveAccess = (client: pg.ClientBase, student: string, coach: string, at: Date) =>
  client.query(
    'insert into student_calendar_access (student_id, instructor_id, granted_at) values ($1, $2, $3) on conflict do nothing',
    [student, coach, at],
  )

/** Closes a student's account: the payments remain, without a name. */
async function leave(client: pg.ClientBase, student: string, at: Date) {
  await client.query(
    `update profiles set closed_at = $2, full_name = 'Anonymous', email = id || '@deleted.invalid', phone = null, city = null, image = null
     where id = $1`,
    [student, at],
  )
}
