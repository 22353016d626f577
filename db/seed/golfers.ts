import type pg from 'pg'
import { scenario } from './scenarios.ts'

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
      ['Emma', 12, '90fe0001-0000-4000-8000-000000000001'],
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
}
