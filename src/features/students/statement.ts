import { type SQL, sql } from 'drizzle-orm'
import { isPaidLesson } from '#features/bookings/paid-lesson.ts'
import { isUnread } from '#features/messages/conversations/statement.ts'
import { literally } from '#platform/like-pattern.ts'
import { knownStudents } from './known-students.ts'
import {
  AWAY_AFTER_DAYS,
  FORMER_STUDENT,
  NEW_FOR_DAYS,
  type RosterFilter,
  type RosterSort,
  type RosterView,
} from './roster.ts'

export interface RosterRecord extends Record<string, unknown> {
  student_id: string | null
  invitation_id: string | null
  brought_id: string | null
  name: string
  golfers: string[] | null
  picture: string | null
  is_former: boolean
  is_caller: boolean
  is_invited: boolean
  is_new: boolean
  is_away: boolean
  email: string | null
  phone: string | null
  invited_at: string | null
  invitation_state: 'unsent' | 'waiting' | 'expired' | 'declined' | null
  gives_access: boolean | null
  /** What the coach wrote in the invitation. */
  message: string | null
  had: number
  last_at: string | null
  last_zone: string | null
  next_at: string | null
  next_zone: string | null
  next_id: string | null
  paid: string
  refunded: string
  payments: number
  credits: number
  conversation_id: string | null
  word_at: string | null
  word: string | null
  word_attachments: { kind: 'image' | 'video' }[]
  is_own_word: boolean
  is_assistant_word: boolean
  is_unread: boolean
  access_at: string | null
  since: string
}

const ms = (column: string) => sql`extract(epoch from ${sql.raw(column)}) * 1000`
const daysAgo = (now: Date, days: number) => sql`${now}::timestamptz - make_interval(days => ${days})`

/** Lessons of `bookings b` that took place. */
const wasHad = (now: Date) =>
  sql`b.status in ('confirmed', 'completed') and b.lesson_end <= ${now} and not b.no_show`

/** Lessons of `bookings b` that take place in the future; not those called off for the weather. */
const isToCome = (now: Date) =>
  sql`b.status = 'confirmed' and b.called_off_at is null and b.lesson_end > ${now}`

/**
 * A coach's students and open invitations, one per row, as the common table `roster`; only one student when
 * given.
 * Raw: aggregates bookings, payments, packages and conversations separately before joining them.
 */
export const rosterTable = (coachId: string, now: Date, studentId?: string): SQL => {
  const only = studentId ? sql`and student_id = ${studentId}` : sql``
  return sql`
  with known as (select * from (${knownStudents(coachId)}) k where true ${only}),
  lessons as (
    select b.student_id, (count(*) filter (where ${wasHad(now)}))::int as had,
      max(b.lesson_date) filter (where ${wasHad(now)}) as last_at,
      (array_agg(b.time_zone order by b.lesson_date desc) filter (where ${wasHad(now)}))[1] as last_zone,
      min(b.lesson_date) filter (where ${isToCome(now)}) as next_at,
      (array_agg(b.time_zone order by b.lesson_date) filter (where ${isToCome(now)}))[1] as next_zone,
      (array_agg(b.id order by b.lesson_date) filter (where ${isToCome(now)}))[1] as next_id,
      max(b.created_at) as booked_at, array_agg(distinct g.name) filter (where g.name is not null) as golfers
    from bookings b left join golfers g on g.id = b.golfer_id where b.instructor_id = ${coachId} and ${isPaidLesson(sql`b`)} ${only} group by b.student_id),
  money as (
    select p.student_id, sum(p.amount_cents) as paid, count(*)::int as payments,
      sum(least(p.amount_cents, greatest(p.refunded_cents, coalesce(owed.cents, 0)))) as refunded
    from payments p left join lateral (select sum(r.amount_cents) as cents from payment_refunds r where r.payment_id = p.id) owed on true
    where p.instructor_id = ${coachId} and p.payment_status in ('completed', 'refunded', 'partially_refunded')
      and p.payment_method is distinct from 'elsewhere' ${only}
    group by p.student_id),
  credits as (
    select k.student_id, count(*)::int as credits from lesson_packages k join lesson_credits c on c.package_id = k.id
    where k.instructor_id = ${coachId} and k.ended_at is null and k.expires_at > ${now} and c.status = 'available' ${only}
    group by k.student_id),
  talks as (
    select c.student_id, c.id, m.created_at as word_at, left(m.content, 300) as word, m.sender_id <> c.student_id as is_own,
      m.message_type = 'ai_response' as is_assistant,
      coalesce(files.kinds, '[]') as attachments, coalesce(${isUnread}, false) as is_unread
    from conversations c join conversation_participants me on me.conversation_id = c.id and me.user_id = c.instructor_id
    join instructor_profiles coach on coach.user_id = c.instructor_id
    join messages m on m.conversation_id = c.id and m.position = c.message_count
    left join lateral (select json_agg(json_build_object('kind', x.kind) order by x.ordinal) as kinds
      from message_attachments x where x.message_id = m.id) files on m.attachment_count > 0
    where c.instructor_id = ${coachId} ${only}),
  roster as (
    select k.student_id, null::uuid as invitation_id, null::uuid as brought_id,
      case when s.closed_at is null then s.full_name else ${FORMER_STUDENT} end as name,
      case when s.closed_at is null then l.golfers end as golfers,
      case when s.closed_at is null then s.image end as picture, s.closed_at is not null as is_former,
      s.entered_by is not null and s.closed_at is null as is_caller, s.is_invited,
      s.closed_at is null and not s.is_invited and k.since > ${daysAgo(now, NEW_FOR_DAYS)} as is_new,
      l.last_at <= ${daysAgo(now, AWAY_AFTER_DAYS)} and l.next_at is null as is_away,
      null::text as email, null::text as phone, null::timestamptz as invited_at, null::text as invitation_state,
      coalesce(l.had, 0) as had, l.last_at, l.last_zone, l.next_at, l.next_zone, l.next_id,
      coalesce(y.paid, 0) as paid, coalesce(y.refunded, 0) as refunded, coalesce(y.payments, 0) as payments,
      coalesce(r.credits, 0) as credits, t.id as conversation_id,
      t.word_at, case when s.closed_at is null then t.word else '' end as word,
      case when s.closed_at is null then t.attachments else '[]' end as word_attachments,
      coalesce(t.is_own, false) as is_own_word, coalesce(t.is_assistant, false) as is_assistant_word,
      s.closed_at is null and coalesce(t.is_unread, false) as is_unread,
      case when s.closed_at is null then a.granted_at end as access_at, k.since,
      greatest(t.word_at, l.last_at, l.booked_at, k.since) as recent_at, null::boolean as gives_access, null::text as message
    from known k join profiles s on s.id = k.student_id
    left join lessons l on l.student_id = k.student_id left join money y on y.student_id = k.student_id
    left join credits r on r.student_id = k.student_id left join talks t on t.student_id = k.student_id
    left join student_calendar_access a on a.student_id = k.student_id and a.instructor_id = ${coachId}
    ${
      studentId
        ? sql``
        : sql`
    union all
    select null, i.id, null, coalesce(i.name, i.email), null, null, false, false, false, false, false, i.email, b.phone, i.sent_at,
      case when i.declined_at is not null then 'declined' when i.expires_at <= ${now} then 'expired' else 'waiting' end,
      0, null, null, null, null, null, 0, 0, 0, coalesce(b.lessons_owed, 0), null, null, '', '[]', false, false, false, null, i.created_at, i.sent_at, i.gives_access, i.message
    from student_invitations i left join brought_students b on b.instructor_id = i.instructor_id and b.email = i.email
    where i.instructor_id = ${coachId} and i.student_id is null and i.withdrawn_at is null
    union all
    select null, null, b.id, coalesce(b.name, b.email), null, null, false, false, false, false, false, b.email, b.phone, b.created_at, 'unsent',
      0, null, null, null, null, null, 0, 0, 0, b.lessons_owed, null, null, '', '[]', false, false, false, null, b.created_at, b.created_at, null, null
    from brought_students b
    where b.instructor_id = ${coachId} and b.student_id is null and b.written_at is null
      and not exists (select from student_invitations i where i.instructor_id = b.instructor_id and i.email = b.email and i.withdrawn_at is null)`
    })`
}

/** The columns of `roster` used by the list. */
export const rosterColumns = sql`
  student_id, invitation_id, brought_id, name, golfers, picture, is_former, is_caller, is_invited, is_new, coalesce(is_away, false) as is_away, email, phone,
  ${ms('invited_at')} as invited_at, invitation_state, gives_access, message, had, ${ms('last_at')} as last_at, last_zone,
  ${ms('next_at')} as next_at, next_zone, next_id, paid::text, refunded::text, payments, credits, conversation_id,
  ${ms('word_at')} as word_at, word, word_attachments, is_own_word, is_assistant_word, is_unread, ${ms('access_at')} as access_at,
  ${ms('since')} as since`

/** The condition of each filter. */
export const filterConditions = (now: Date): Record<RosterFilter, SQL> => ({
  all: sql`true`,
  active: sql`student_id is not null and not is_former and not is_invited and (next_at is not null or last_at > ${daysAgo(now, AWAY_AFTER_DAYS)})`,
  away: sql`coalesce(is_away, false) and not is_former and not is_invited`,
  new: sql`is_new`,
  credits: sql`credits > 0`,
  invited: sql`invitation_id is not null or brought_id is not null or is_invited`,
})

/** The search condition: words of the name, of a golfer's name, or of an invitation's email address. */
export const foundBy = (query: string): SQL =>
  query
    ? sql`(name ilike ${`%${literally(query)}%`} or coalesce(email, '') ilike ${`%${literally(query)}%`}
        or array_to_string(golfers, ' ') ilike ${`%${literally(query)}%`})`
    : sql`true`

const sortColumns: Record<RosterSort, SQL> = {
  recent: sql`recent_at`,
  name: sql`lower(name)`,
  lessons: sql`had`,
  last: sql`last_at`,
  next: sql`next_at`,
  spent: sql`paid - refunded`,
  credits: sql`credits`,
  word: sql`word_at`,
}

/** Rows without a sort value come last in both orders. */
export const rosterOrder = ({ sort, order }: Pick<RosterView, 'sort' | 'order'>): SQL =>
  sql`${sortColumns[sort]} ${order === 'asc' ? sql`asc` : sql`desc`} nulls last, lower(name), coalesce(student_id, invitation_id, brought_id)`
