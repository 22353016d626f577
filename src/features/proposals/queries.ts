import { count, eq, sql } from 'drizzle-orm'
import type { LessonType } from '#features/bookings/booking.ts'
import { packageTermsText } from '#features/bookings/cancellation/cancellation.ts'
import type { CancellationPolicy } from '#features/coaches/coach.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import type { Queryable } from '#platform/db.ts'
import { centsFromDollars } from '#platform/money.ts'
import { toIso } from '#platform/time.ts'
import { confirmedOf } from './locked-proposal.ts'
import {
  closesAt,
  nextProposalSteps,
  PROPOSALS_PER_PAGE,
  type ProposalStatus,
  type ProposalTab,
  type ProposedDate,
  proposalTabs,
} from './proposal.ts'
import type { Proposal, ProposalList } from './schema.ts'
import { lessonProposals } from './tables.ts'

interface Row extends Record<string, unknown> {
  id: string
  status: ProposalStatus
  version: number
  instructor_id: string
  coach_name: string | null
  coach_image: string | null
  student_id: string
  student_name: string
  lesson_title: string
  lesson_type: LessonType
  duration_minutes: number
  time_zone: string
  location_id: string | null
  location_name: string
  lessons_total: number
  package_valid_days: number | null
  price_amount: string
  policy: CancellationPolicy
  note: string | null
  change_request: string | null
  proposed_dates: ProposedDate[]
  accepted: string | null
  booking_id: string | null
  hold_expires: string | null
  checkout_url: string | null
  expires: string
  created: string
}

// Raw: three reads share what is joined, of it the lesson that holds the proposal's time and its payment.
const columns = sql`
  p.id, p.status, p.version, p.instructor_id, coalesce(c.display_name, cp.full_name) as coach_name,
  c.profile_image_url as coach_image, p.student_id, s.full_name as student_name, p.lesson_title, p.lesson_type,
  p.duration_minutes, p.time_zone, place.id as location_id,
  coalesce(place.location_name, c.location, 'To be arranged') as location_name, p.lessons_total, p.package_valid_days,
  p.price_amount, c.cancellation_policy as policy, p.note, p.change_request, p.proposed_dates,
  extract(epoch from coalesce(b.lesson_date, p.accepted_start)) * 1000 as accepted, b.id as booking_id,
  case when b.status = 'pending' then extract(epoch from b.hold_expires_at) * 1000 end as hold_expires,
  case when b.status = 'pending' then pay.checkout_url end as checkout_url,
  extract(epoch from p.expires_at) * 1000 as expires, extract(epoch from p.created_at) * 1000 as created`

const tables = sql`
  lesson_proposals p
  join instructor_profiles c on c.user_id = p.instructor_id
  join profiles cp on cp.id = p.instructor_id
  join profiles s on s.id = p.student_id
  left join instructor_teaching_locations place on place.id = p.teaching_location_id
  left join bookings b on b.proposal_id = p.id and b.status in ('pending', 'confirmed', 'completed')
  left join payments pay on pay.booking_id = b.id`

/** One proposal as one of its two people sees it; null for everybody else. */
export async function findProposal(
  db: Queryable,
  proposalId: string,
  userId: string,
): Promise<Proposal | null> {
  const found = await db.execute<Row>(sql`
    select ${columns} from ${tables} where p.id = ${proposalId} and ${userId} in (p.instructor_id, p.student_id)`)
  const row = found.rows[0]
  return row ? toProposal(row, userId) : null
}

/** A coach's proposals, newest first, with how many stand under each tab. @param page from 1 */
export async function listProposals(
  db: Queryable,
  coachId: string,
  { tab, page }: { tab: ProposalTab; page: number },
): Promise<ProposalList> {
  const [found, counted] = await Promise.all([
    db.execute<Row>(sql`
      select ${columns} from ${tables}
      where p.instructor_id = ${coachId} and p.status in ${[...proposalTabs[tab]]}
      order by p.created_at desc, p.id limit ${PROPOSALS_PER_PAGE} offset ${(page - 1) * PROPOSALS_PER_PAGE}`),
    countProposals(db, coachId),
  ])
  return { proposals: found.rows.map((row) => toProposal(row, coachId)), counts: counted }
}

/** How many proposals of a coach stand under each tab; `changes` is the badge in the sidebar. */
export async function countProposals(db: Queryable, coachId: string): Promise<ProposalList['counts']> {
  const found = await db
    .select({ status: lessonProposals.status, n: count() })
    .from(lessonProposals)
    .where(eq(lessonProposals.instructorId, coachId))
    .groupBy(lessonProposals.status)
  const under = (tab: ProposalTab) => {
    const statuses: readonly ProposalStatus[] = proposalTabs[tab]
    return found.filter((row) => statuses.includes(row.status)).reduce((sum, row) => sum + row.n, 0)
  }
  return {
    all: under('all'),
    pending: under('pending'),
    changes: under('changes'),
    scheduled: under('scheduled'),
    completed: under('completed'),
    closed: under('closed'),
  }
}

/** The proposals between two people, the oldest first, as one of them sees it. At most the last fifty. */
export async function listProposalsBetween(
  db: Queryable,
  userId: string,
  otherId: string,
): Promise<Proposal[]> {
  const found = await db.execute<Row>(sql`
    select ${columns} from ${tables}
    where (p.instructor_id = ${userId} and p.student_id = ${otherId})
      or (p.instructor_id = ${otherId} and p.student_id = ${userId})
    order by p.created_at desc, p.id limit 50`)
  return found.rows.map((row) => toProposal(row, userId)).reverse()
}

/** Whom a coach may propose to: students who wrote to her, or had or have a lesson with her. Spoken to last first. */
export async function listProposalStudents(
  db: Queryable,
  coachId: string,
  studentId?: string,
): Promise<{ id: string; name: string }[]> {
  // Raw: a union of four ways to know each other.
  const found = await db.execute<{ id: string; full_name: string }>(sql`
    select s.id, s.full_name from (
      select student_id, max(created_at) as last from bookings
        where instructor_id = ${coachId} and status in ('confirmed', 'completed') group by 1
      union all select student_id, max(created_at) from lesson_proposals where instructor_id = ${coachId} group by 1
      union all select student_id, max(last_message_at) from conversations where instructor_id = ${coachId} group by 1
      union all select student_id, max(granted_at) from student_calendar_access where instructor_id = ${coachId} group by 1
    ) known join profiles s on s.id = known.student_id
    where s.id = coalesce(${studentId ?? null}::uuid, s.id) and s.id <> ${coachId}
      and not exists (select from conversations t join conversation_participants q on q.conversation_id = t.id
        where t.instructor_id = ${coachId} and t.student_id = s.id and q.blocked_at is not null)
    group by s.id order by max(known.last) desc, s.full_name limit 200`)
  return found.rows.map((row) => ({ id: row.id, name: row.full_name }))
}

function toProposal(row: Row, viewerId: string): Proposal {
  const times = row.proposed_dates.map(({ datetime }) => Date.parse(datetime)).sort((a, b) => a - b)
  const confirmed = confirmedOf(row.proposed_dates)
  const party = viewerId === row.instructor_id ? 'coach' : 'student'
  return {
    id: row.id,
    status: row.status,
    version: row.version,
    coach: {
      id: row.instructor_id,
      name: row.coach_name ?? 'Golf Instructor',
      label: coachLabel(row.coach_name),
      imageUrl: row.coach_image,
    },
    student: { id: row.student_id, name: row.student_name },
    title: row.lesson_title,
    lessonType: row.lesson_type,
    durationMinutes: row.duration_minutes,
    zone: row.time_zone,
    location: { id: row.location_id, name: row.location_name },
    lessons: row.lessons_total,
    validDays: row.package_valid_days,
    priceCents: centsFromDollars(row.price_amount),
    packageTerms: row.lessons_total > 1 ? packageTermsText(row.policy) : null,
    note: row.note,
    changeRequest: row.change_request,
    times: times.map((start) => ({
      start: toIso(start),
      isOpen: null,
      confirmed: [...(confirmed.get(start) ?? [])],
    })),
    acceptedStart: row.accepted === null ? null : isoOf(row.accepted),
    bookingId: row.booking_id,
    holdExpiresAt: row.hold_expires === null ? null : isoOf(row.hold_expires),
    checkoutUrl: party === 'student' ? row.checkout_url : null,
    closesAt: toIso(closesAt(Math.round(Number(row.expires)), times)),
    createdAt: isoOf(row.created),
    as: party,
    steps: [...new Set<string>(nextProposalSteps(row.status, party))].filter((step) =>
      buttons.includes(step),
    ),
  }
}

/** Steps somebody takes here; cancelling and completing happen to the lesson. */
const buttons = ['revise', 'withdraw', 'accept', 'request_changes', 'decline']

const isoOf = (ms: string) => toIso(Math.round(Number(ms)))
