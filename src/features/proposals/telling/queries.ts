import { sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Queryable } from '#platform/db.ts'
import { type Cents, centsFromDollars } from '#platform/money.ts'
import { closesAt } from '../proposal.ts'

/** What messages about a proposal can name. Moments in milliseconds since 1970, UTC. */
export interface ToldProposal {
  instructorId: string
  studentId: string
  version: number
  coachLabel: string
  studentName: string
  title: string
  lessons: number
  durationMinutes: number
  priceCents: Cents
  zone: string
  times: number[]
  closesAt: number
  acceptedStart: number | null
  changeRequest: string | null
}

export async function findProposalToTell(db: Queryable, proposalId: string): Promise<ToldProposal | null> {
  const found = await db.execute<{
    instructor_id: string
    student_id: string
    version: number
    coach_name: string | null
    student_name: string
    lesson_title: string
    lessons_total: number
    duration_minutes: number
    price_amount: string
    time_zone: string
    proposed_dates: { datetime: string }[]
    expires: string
    accepted: string | null
    change_request: string | null
  }>(sql`
    select p.instructor_id, p.student_id, p.version, coalesce(c.display_name, cp.full_name) as coach_name,
      s.full_name as student_name, p.lesson_title, p.lessons_total, p.duration_minutes, p.price_amount, p.time_zone,
      p.proposed_dates, extract(epoch from p.expires_at) * 1000 as expires,
      extract(epoch from p.accepted_start) * 1000 as accepted, p.change_request
    from lesson_proposals p join instructor_profiles c on c.user_id = p.instructor_id
    join profiles cp on cp.id = p.instructor_id join profiles s on s.id = p.student_id
    where p.id = ${proposalId}`)
  const row = found.rows[0]
  if (!row) return null
  const times = row.proposed_dates.map(({ datetime }) => Date.parse(datetime)).sort((a, b) => a - b)
  return {
    instructorId: row.instructor_id,
    studentId: row.student_id,
    version: row.version,
    coachLabel: coachLabel(row.coach_name),
    studentName: row.student_name,
    title: row.lesson_title,
    lessons: row.lessons_total,
    durationMinutes: row.duration_minutes,
    priceCents: centsFromDollars(row.price_amount),
    zone: row.time_zone,
    times,
    closesAt: closesAt(Math.round(Number(row.expires)), times),
    acceptedStart: row.accepted === null ? null : Math.round(Number(row.accepted)),
    changeRequest: row.change_request,
  }
}
