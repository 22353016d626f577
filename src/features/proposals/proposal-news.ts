import { sql } from 'drizzle-orm'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Queryable } from '#platform/db.ts'
import { type Cents, centsFromDollars } from '#platform/money.ts'
import { closesAt, type ProposalStatus } from './proposal.ts'

/** What messages about a proposal can name. Moments in milliseconds since 1970, UTC. */
export interface ProposalFacts {
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

export async function findProposalFacts(db: Queryable, proposalId: string): Promise<ProposalFacts | null> {
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

/** What a proposal must be for a piece of news about it to hold. */
const statusesFor: Record<string, readonly ProposalStatus[]> = {
  proposed: ['pending'],
  revised: ['pending'],
  reminder: ['pending'],
  withdrawn: ['cancelled'],
  changes_requested: ['changes_requested'],
  declined: ['declined'],
  expired: ['expired'],
  accepted: ['accepted', 'scheduled'],
}

/**
 * Why news about a proposal must not go any more; null while it holds.
 * @param now milliseconds since 1970, UTC
 */
export async function whyProposalNewsOutdated(
  db: Queryable,
  { proposalId, version, news }: { proposalId: string; version: number; news: string },
  now: number,
): Promise<string | null> {
  const found = await db.execute<{ status: ProposalStatus; version: number }>(
    sql`select status, version from lesson_proposals where id = ${proposalId}`,
  )
  const proposal = found.rows[0]
  if (!proposal) return 'there is no such proposal'
  if (proposal.version !== version) return 'the proposal was changed'
  if (!statusesFor[news]?.includes(proposal.status)) return `the proposal is ${proposal.status}`
  if (proposal.status !== 'pending') return null
  const told = await findProposalFacts(db, proposalId)
  return told && told.closesAt <= now ? 'the proposal is over' : null
}

/** The same for a package. @param now milliseconds since 1970, UTC */
export async function whyPackageNewsOutdated(
  db: Queryable,
  { packageId, news }: { packageId: string; news: 'ended' | 'reminder' },
  now: number,
): Promise<string | null> {
  const found = await db.execute<{ is_ended: boolean; is_over: boolean; left: number }>(sql`
    select k.ended_at is not null as is_ended, k.expires_at <= ${new Date(now)} as is_over,
      (select count(*)::int from lesson_credits c where c.package_id = k.id and c.status = 'available') as left
    from lesson_packages k where k.id = ${packageId}`)
  const row = found.rows[0]
  if (!row) return 'there is no such package'
  if (news === 'ended') return row.is_ended ? null : 'the package goes on'
  if (row.is_ended || row.is_over) return 'the package has ended'
  return row.left === 0 ? 'every lesson is booked' : null
}
