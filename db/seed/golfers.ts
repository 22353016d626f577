import type pg from 'pg'
import { DAY } from '#platform/duration.ts'
import { dateIn } from '#platform/time.ts'
import { scenario } from './scenarios.ts'

const emmaId = '90fe0001-0000-4000-8000-000000000001'

/**
 * Gives one of Maya's students two children, who play that student's lessons in turn. The student is the one with the most lessons to
 * come, apart from Sam.
 * @param now milliseconds since 1970, UTC
 */
export async function insertGolfers(client: pg.ClientBase, now: number): Promise<void> {
  const found = await client.query<{ id: string; surname: string }>(
    `select p.id, regexp_replace(p.full_name, '^.* ', '') as surname
     from bookings b join profiles p on p.id = b.student_id
     where b.instructor_id = $1 and b.student_id <> $2 and b.status in ('confirmed', 'completed') and not b.entered_by_coach
       and p.is_open and not p.is_invited and p.entered_by is null
     group by p.id, p.full_name having count(*) > 1
     order by count(*) filter (where b.status = 'confirmed') desc, count(*) desc, p.id limit 1`,
    [scenario.maya.id, scenario.sam.id],
  )
  const [parent] = found.rows
  if (!parent) return
  const year = new Date(now).getUTCFullYear()
  for (const [at, [name, age, id]] of (
    [
      ['Emma', 12, emmaId],
      ['Liam', 9, '90fe0001-0000-4000-8000-000000000002'],
    ] as const
  ).entries())
    await client.query(
      `with added as (
         insert into golfers (id, account_id, name, relation, year_of_birth, created_at)
         values ($7, $1, $2, 'child', $3, $4) returning id
       ), numbered as (
         select id, row_number() over (order by lesson_date desc, id) as n from bookings
         where instructor_id = $5 and student_id = $1 and not entered_by_coach
       )
       update bookings b set golfer_id = added.id from added, numbered
       where b.id = numbered.id and numbered.n % 3 = $6`,
      [parent.id, `${name} ${parent.surname}`, year - age, new Date(now), scenario.maya.id, at, id],
    )
  await insertWorkspaceOfEmma(client, now, parent.id)
}

/** The workspace of the older child: a goal with two values and a note. The parent allows clips of her. */
async function insertWorkspaceOfEmma(client: pg.ClientBase, now: number, parentId: string): Promise<void> {
  const daysAgo = (days: number) => new Date(now - days * DAY)
  const coachId = scenario.maya.id
  await client.query('update golfers set clips_allowed_at = $2 where id = $1', [emmaId, daysAgo(20)])
  const made = await client.query<{ id: string }>(
    `insert into workspaces (instructor_id, student_id, golfer_id, coach_seen_at, student_seen_at, created_at)
     values ($1, $2, $3, $4, $4, $5) returning id`,
    [coachId, parentId, emmaId, new Date(now), daysAgo(20)],
  )
  const workspaceId = made.rows[0]?.id
  const goal = await client.query<{ id: string }>(
    `insert into goals (workspace_id, title, measure, more_is_better, target, created_by, created_at)
     values ($1, '36 putts a round', 'putts', false, 36, $2, $3) returning id`,
    [workspaceId, coachId, daysAgo(20)],
  )
  for (const [value, days] of [
    [44, 20],
    [40, 6],
  ] as const)
    await client.query(
      `insert into goal_values (goal_id, value, measured_on, recorded_by, recorded_at) values ($1, $2, $3, $4, $5)`,
      [goal.rows[0]?.id, value, dateIn(now - days * DAY, 'America/New_York'), coachId, daysAgo(days)],
    )
  await client.query(
    `insert into workspace_notes (workspace_id, author_id, is_shared, content, created_at) values ($1, $2, true, $3, $4)`,
    [
      workspaceId,
      coachId,
      'Emma likes games better than drills. Three balls, three targets, one point each.',
      daysAgo(6),
    ],
  )
}
