import { and, count, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { occupyingStatuses } from '#features/bookings/booking.ts'
import { packageTermsText } from '#features/bookings/cancellation/cancellation.ts'
import { bookings } from '#features/bookings/tables.ts'
import { coachLabel } from '#features/coaches/coach.ts'
import { coachAccount, coachName, studentAccount } from '#features/coaches/coach-and-student.ts'
import { instructorProfiles, teachingLocations } from '#features/coaches/tables.ts'
import { mayUseCards } from '#features/payments/saved-cards/policy.ts'
import { orders, payments } from '#features/payments/tables.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { literally } from '#platform/like-pattern.ts'
import { toIso, toIsoOrNull } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { confirmedOf } from './locked-proposal.ts'
import {
  closesAt,
  nextProposalSteps,
  PROPOSALS_PER_PAGE,
  type ProposalStatus,
  type ProposalTab,
  proposalTabs,
  STUDENTS_LISTED,
} from './proposal.ts'
import type { Proposal, ProposalList, ProposalStudent } from './schema.ts'
import { lessonProposals } from './tables.ts'

/** Proposals with their displayed data, the lesson that holds their time, and its payment. */
const selectProposals = (db: Queryable) =>
  db
    .select({
      proposal: lessonProposals,
      coachName,
      coachImage: instructorProfiles.profileImageUrl,
      coachPlace: instructorProfiles.location,
      policy: instructorProfiles.cancellationPolicy,
      studentName: studentAccount.fullName,
      placeId: teachingLocations.id,
      placeName: teachingLocations.locationName,
      bookingId: bookings.id,
      bookingStatus: bookings.status,
      lessonStart: bookings.lessonDate,
      holdExpiresAt: bookings.holdExpiresAt,
      checkoutUrl: orders.checkoutUrl,
      offersCards: orders.offersCards,
      giftCents: payments.giftCents,
    })
    .from(lessonProposals)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, lessonProposals.instructorId))
    .innerJoin(coachAccount, eq(coachAccount.id, lessonProposals.instructorId))
    .innerJoin(studentAccount, eq(studentAccount.id, lessonProposals.studentId))
    .leftJoin(teachingLocations, eq(teachingLocations.id, lessonProposals.teachingLocationId))
    .leftJoin(
      bookings,
      and(eq(bookings.proposalId, lessonProposals.id), inArray(bookings.status, occupyingStatuses)),
    )
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .leftJoin(orders, eq(orders.id, payments.orderId))

type Row = Awaited<ReturnType<typeof selectProposals>>[number]

/** Who reads a proposal. */
type Viewer = Pick<Actor, 'userId' | 'impersonatedBy' | 'token'>

/** A proposal as seen by one of its two people; null for other users. */
export async function findProposal(
  db: Queryable,
  proposalId: string,
  viewer: Viewer,
): Promise<Proposal | null> {
  const { userId } = viewer
  const [row] = await selectProposals(db).where(
    and(
      eq(lessonProposals.id, proposalId),
      or(eq(lessonProposals.instructorId, userId), eq(lessonProposals.studentId, userId)),
    ),
  )
  return row ? toProposal(row, viewer) : null
}

/**
 * A coach's proposals, newest first, with the number in each tab.
 * @param page from 1
 */
export async function listProposals(
  db: Queryable,
  coachId: string,
  { tab, page }: { tab: ProposalTab; page: number },
): Promise<ProposalList> {
  const [found, counted] = await Promise.all([
    selectProposals(db)
      .where(
        and(
          eq(lessonProposals.instructorId, coachId),
          inArray(lessonProposals.status, [...proposalTabs[tab]]),
        ),
      )
      .orderBy(desc(lessonProposals.createdAt), lessonProposals.id)
      .limit(PROPOSALS_PER_PAGE)
      .offset((page - 1) * PROPOSALS_PER_PAGE),
    countProposals(db, coachId),
  ])
  return { proposals: found.map((row) => toProposal(row, { userId: coachId })), counts: counted }
}

/** The number of a coach's proposals in each tab; `changes` is the badge in the sidebar. */
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

/** The last fifty proposals between two people, oldest first, as seen by one of them. */
export async function listProposalsBetween(
  db: Queryable,
  viewer: Viewer,
  otherId: string,
): Promise<Proposal[]> {
  const { userId } = viewer
  const between = (coachId: string, studentId: string) =>
    and(eq(lessonProposals.instructorId, coachId), eq(lessonProposals.studentId, studentId))
  const found = await selectProposals(db)
    .where(or(between(userId, otherId), between(otherId, userId)))
    .orderBy(desc(lessonProposals.createdAt), lessonProposals.id)
    .limit(50)
  return found.map((row) => toProposal(row, viewer)).reverse()
}

/**
 * Whether the owner of a profile, `s` in the statement, books lessons. People who have become coaches or admins do
 * not.
 */
export const takesLessons = sql`(s.is_open and s.user_type = 'student'
  and not exists (select from user_roles r where r.user_id = s.id and r.role <> 'student'))`

type Reading = Pick<Services, 'answers'> & { db: Queryable }

/**
 * Students a coach may propose to, by lesson, package, video review, earlier proposal, conversation, calendar
 * access or accepted invitation, unless one of the two blocked the other or our team paused their conversation.
 * Latest contact first, up to `STUDENTS_LISTED`. People who have become coaches or admins are left out, because they cannot answer. Of a
 * student's golfers the coach sees those with a lesson with that coach (decision 0129).
 * @param request.query a part of the name
 * @param request.studentId only this student
 */
export async function listProposalStudents(
  { db, answers }: Reading,
  coachId: string,
  { query = '', studentId }: { query?: string | undefined; studentId?: string | undefined },
): Promise<ProposalStudent[]> {
  const invited = await answers.invitation_pairs(db, {
    instructorId: coachId,
    ...(studentId ? { studentId } : {}),
  })
  // Raw: a union of seven kinds of contact.
  const found = await db.execute<{
    id: string
    full_name: string
    is_caller: boolean
    golfers: ProposalStudent['golfers'] | null
    last_golfer_id: string | null
  }>(sql`
    select s.id, s.full_name, s.entered_by is not null as is_caller,
      (select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name) from golfers g
        where g.account_id = s.id and g.removed_at is null and exists (select from bookings b where b.golfer_id = g.id
          and b.instructor_id = ${coachId} and b.status in ('confirmed', 'completed'))) as golfers,
      (select g.id from bookings b left join golfers g on g.id = b.golfer_id and g.removed_at is null
        where b.student_id = s.id and b.instructor_id = ${coachId} and b.status in ('confirmed', 'completed')
        order by b.lesson_date desc limit 1) as last_golfer_id
    from (
      select student_id, max(created_at) as last from bookings
        where instructor_id = ${coachId} and status in ('confirmed', 'completed') group by 1
      union all select student_id, max(created_at) from lesson_packages where instructor_id = ${coachId} group by 1
      union all select student_id, max(paid_at) from video_reviews where instructor_id = ${coachId} and paid_at is not null group by 1
      union all select student_id, max(created_at) from lesson_proposals where instructor_id = ${coachId} group by 1
      union all select student_id, max(last_message_at) from conversations where instructor_id = ${coachId} group by 1
      union all select student_id, max(granted_at) from student_calendar_access where instructor_id = ${coachId} group by 1
      union all select * from unnest(${sql.param(invited.map((pair) => pair.studentId))}::uuid[],
        ${sql.param(invited.map((pair) => toIso(pair.acceptedAt)))}::timestamptz[])
    ) known join profiles s on s.id = known.student_id and ${takesLessons}
    where s.id = coalesce(${studentId ?? null}::uuid, s.id) and s.id <> ${coachId} and not s.is_invited
      and s.full_name ilike ${`%${literally(query)}%`}
      and not exists (select from conversations t left join conversation_participants q on q.conversation_id = t.id
        where t.instructor_id = ${coachId} and t.student_id = s.id and (q.blocked_at is not null or t.suspended_at is not null))
    group by s.id order by max(known.last) desc, s.full_name limit ${STUDENTS_LISTED}`)
  return found.rows.map((row) => ({
    id: row.id,
    name: row.full_name,
    isCaller: row.is_caller,
    golfers: row.golfers ?? [],
    lastGolferId: row.last_golfer_id,
  }))
}

/** Its lessons, if there are any, are bookings: one that was canceled and went back to its package has no time. */
const isBooked = (status: ProposalStatus) => status === 'scheduled' || status === 'completed'

function toProposal({ proposal, ...row }: Row, viewer: Viewer): Proposal {
  const times = proposal.proposedDates.map(({ datetime }) => Date.parse(datetime)).sort((a, b) => a - b)
  const confirmed = confirmedOf(proposal.proposedDates)
  const party = viewer.userId === proposal.instructorId ? 'coach' : 'student'
  const isHeld = row.bookingStatus === 'pending'
  return {
    id: proposal.id,
    status: proposal.status,
    version: proposal.version,
    coach: {
      id: proposal.instructorId,
      name: row.coachName ?? 'Golf Instructor',
      label: coachLabel(row.coachName),
      imageUrl: row.coachImage,
    },
    student: { id: proposal.studentId, name: row.studentName },
    title: proposal.lessonTitle,
    lessonType: proposal.lessonType,
    durationMinutes: proposal.durationMinutes,
    zone: proposal.timeZone,
    location: { id: row.placeId, name: row.placeName ?? row.coachPlace ?? 'To be arranged' },
    lessons: proposal.lessonsTotal,
    validDays: proposal.packageValidDays,
    priceCents: proposal.priceAmount,
    policy: row.policy,
    packageTerms: proposal.lessonsTotal > 1 ? packageTermsText(row.policy) : null,
    note: proposal.note,
    changeRequest: proposal.changeRequest,
    times: times.map((start) => ({
      start: toIso(start),
      isOpen: null,
      confirmed: [...(confirmed.get(start) ?? [])],
    })),
    acceptedStart: toIsoOrNull(
      row.lessonStart ?? (isBooked(proposal.status) ? null : proposal.acceptedStart),
    ),
    bookingId: row.bookingId,
    holdExpiresAt: isHeld ? toIsoOrNull(row.holdExpiresAt) : null,
    checkoutUrl:
      isHeld && party === 'student' && (!row.offersCards || mayUseCards(viewer)) ? row.checkoutUrl : null,
    giftCents: isHeld && party === 'student' ? (row.giftCents ?? 0) : 0,
    closesAt: toIso(closesAt(proposal.expiresAt, times)),
    createdAt: toIso(proposal.createdAt),
    as: party,
    steps: [...new Set<string>(nextProposalSteps(proposal.status, party))].filter((step) =>
      buttons.includes(step),
    ),
  }
}

/** Transitions performed on the proposal itself; cancelling and completing apply to the lesson. */
const buttons = ['revise', 'withdraw', 'accept', 'request_changes', 'decline']
