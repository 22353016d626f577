import { and, eq, gt, sql } from 'drizzle-orm'
import type { BookingStatus } from '#features/bookings/booking.ts'
import { REVIEW_WITHIN_DAYS } from '#features/bookings/review-window.ts'
import { studentAccount } from '#features/coaches/coach-and-student.ts'
import { playerNameIn } from '#features/golfers/queries.ts'
import { isUnread } from '#features/messages/conversations/statement.ts'
import { listCalendars } from '#features/other-calendars/queries.ts'
import { lessonProposals } from '#features/proposals/tables.ts'
import { listWaiting } from '#features/video-reviews/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { type FirstFacts, type FirstStep, listFirstSteps } from './first-steps.ts'
import type { TaskFacts } from './task.ts'

/** The maximum number of tasks of one kind. */
const MOST_OF_A_KIND = 50

/** Text messages only: notices about proposals are also part of a conversation, and need no answer. */
const hasUnreadWords = sql`exists (select from messages m where m.conversation_id = c.id
  and m.position > me.last_read_position and m.sender_id <> me.user_id and m.message_type = 'text')`

/**
 * Reads the facts that a coach's tasks are computed from.
 * @param now milliseconds since 1970, UTC
 */
export async function readCoachFacts(
  db: Queryable,
  coachId: string,
  now: number,
): Promise<{ facts: TaskFacts; firstSteps: FirstStep[] | null }> {
  const present = new Date(now)
  const [coach, lessons, proposals, videoReviews, conversations] = await Promise.all([
    db.execute<FirstRow & { account: TaskFacts['payoutAccount']; held: string }>(sql`
      select c.is_visible or exists (select from showroom_coaches where instructor_id = c.user_id) as is_visible,
        case when a.status = 'pending' and a.blocked_by = 'review' then 'review' else coalesce(a.status, 'none') end as account,
        extract(epoch from c.created_at) * 1000 as started, c.profile_image_url is not null as has_portrait,
        c.hourly_rate > 0 as has_rate, f.dismissed_at is not null as is_dismissed,
        exists (select from instructor_teaching_locations l where l.instructor_id = c.user_id) as has_place,
        exists (select from instructor_availability h where h.instructor_id = c.user_id and h.is_available) as has_hours,
        f.shared_at is not null or exists (select from bookings b where b.instructor_id = c.user_id
          and b.status in ('confirmed', 'completed')) as is_shared,
        (select coalesce(-sum(l.amount_cents), 0)::text
          from (select t.id from bookings b join ledger_transactions t on t.booking_id = b.id where b.instructor_id = c.user_id
            union
            select t.id from payments p join ledger_transactions t on t.payment_id = p.id where p.instructor_id = c.user_id) t
          join ledger_lines l on l.transaction_id = t.id and l.account = 'coach_held') as held
      from instructor_profiles c left join payout_accounts a on a.instructor_id = c.user_id
      left join coach_first_steps f on f.instructor_id = c.user_id where c.user_id = ${coachId}`),
    listLessonsLeft(db, coachId, present),
    listProposalsToChange(db, coachId, now),
    listWaiting(db, coachId, MOST_OF_A_KIND),
    db.execute<{
      id: string
      student_name: string
      needs_human: boolean
      reason: string | null
      is_unread: boolean
    }>(sql`
      select c.id, s.full_name as student_name, c.needs_human, c.needs_human_reason as reason,
        coalesce(${isUnread}, false) and ${hasUnreadWords} as is_unread
      from conversation_participants me join conversations c on c.id = me.conversation_id
      join instructor_profiles coach on coach.user_id = c.instructor_id join profiles s on s.id = c.student_id
      where me.user_id = ${coachId} and me.side = 'coach' and me.archived_at is null and me.blocked_at is null
        and s.closed_at is null and (c.needs_human or (${isUnread} and ${hasUnreadWords}))
      order by c.needs_human desc, me.last_message_at, c.id limit ${MOST_OF_A_KIND}`),
  ])
  const profile = coach.rows[0]
  const calendars = await listCalendars(db, coachId, now)
  const firstSteps = profile ? listFirstSteps(firstFactsOf(profile), now) : null
  const facts: TaskFacts = {
    hasFirstSteps: firstSteps !== null,
    isVisible: profile?.is_visible ?? true,
    lostCalendars: calendars.filter(({ isOutOfReach }) => isOutOfReach).map(({ name }) => name),
    payoutAccount: profile?.account ?? 'none',
    heldCents: Number(profile?.held ?? 0),
    lessons,
    proposals,
    videoReviews,
    conversations: conversations.rows.map((row) => ({
      id: row.id,
      studentName: row.student_name,
      isCoachNeeded: row.needs_human,
      reason: row.reason,
      isUnread: row.is_unread,
    })),
  }
  return { facts, firstSteps }
}

interface FirstRow extends Record<string, unknown> {
  is_visible: boolean
  account: string
  started: string
  has_portrait: boolean
  has_place: boolean
  has_hours: boolean
  has_rate: boolean
  is_shared: boolean
  is_dismissed: boolean
}

const firstFactsOf = (row: FirstRow): FirstFacts => ({
  startedAt: instantOf(row.started),
  hasPortrait: row.has_portrait,
  hasPlace: row.has_place,
  hasHours: row.has_hours,
  hasRate: row.has_rate,
  isVisible: row.is_visible,
  isAccountConnected: row.account === 'active' || row.account === 'review',
  isShared: row.is_shared,
  isDismissed: row.is_dismissed,
})

async function listProposalsToChange(
  db: Queryable,
  coachId: string,
  now: number,
): Promise<TaskFacts['proposals']> {
  return await db
    .select({
      id: lessonProposals.id,
      studentName: studentAccount.fullName,
      title: lessonProposals.lessonTitle,
      expiresAt: lessonProposals.expiresAt,
      zone: lessonProposals.timeZone,
    })
    .from(lessonProposals)
    .innerJoin(studentAccount, eq(studentAccount.id, lessonProposals.studentId))
    .where(
      and(
        eq(lessonProposals.instructorId, coachId),
        eq(lessonProposals.status, 'changes_requested'),
        gt(lessonProposals.expiresAt, now),
      ),
    )
    .orderBy(lessonProposals.expiresAt, lessonProposals.id)
    .limit(MOST_OF_A_KIND)
}

/**
 * Lists past lessons that are not completed, have an open problem, or have a review without a note by the
 * coach, who can write one only to a student whose account is not closed.
 */
async function listLessonsLeft(db: Queryable, coachId: string, present: Date): Promise<TaskFacts['lessons']> {
  const found = await db.execute<{
    id: string
    student_name: string
    player_name: string
    title: string
    start: string
    finish: string
    zone: string
    status: BookingStatus
    no_show: boolean
    has_problem: boolean
    has_hidden_review: boolean
    has_note: boolean
  }>(sql`
    select b.id, s.full_name as student_name,
      ${playerNameIn({ golferId: sql`b.golfer_id`, studentName: sql`s.full_name` })} as player_name, b.lesson_title as title, extract(epoch from b.lesson_date) * 1000 as start,
      extract(epoch from b.lesson_end) * 1000 as finish, b.time_zone as zone, b.status, b.no_show,
      d.booking_id is not null as has_problem, r.id is not null as has_hidden_review, n.booking_id is not null as has_note
    from bookings b join profiles s on s.id = b.student_id
    left join lateral (select d.booking_id from payment_disputes d where d.booking_id = b.id and d.source = 'student'
      and d.status in ('pending', 'investigating') limit 1) d on true
    left join lesson_reviews r on r.booking_id = b.id and r.published_at is null and s.closed_at is null
    left join lesson_notes n on n.booking_id = b.id
    where b.instructor_id = ${coachId} and (
      (b.status = 'confirmed' and b.lesson_end <= ${present})
      or d.booking_id is not null
      or (r.id is not null and n.booking_id is null
        and b.lesson_end >= ${present}::timestamptz - make_interval(days => ${REVIEW_WITHIN_DAYS})))
    order by b.lesson_end, b.id limit ${MOST_OF_A_KIND}`)
  return found.rows.map((row) => ({
    id: row.id,
    studentName: row.student_name,
    playerName: row.player_name,
    title: row.title,
    lessonStart: instantOf(row.start),
    lessonEnd: instantOf(row.finish),
    zone: row.zone,
    status: row.status,
    noShow: row.no_show,
    hasOpenProblem: row.has_problem,
    hasHiddenReview: row.has_hidden_review,
    hasNote: row.has_note,
  }))
}

const instantOf = (ms: string): number => Math.round(Number(ms))
