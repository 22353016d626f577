import { and, count, eq, gt, type SQL, sql } from 'drizzle-orm'
import { accountState, effectiveRole } from '#features/accounts/account.ts'
import { passkeys, profiles, sessions, userRoles } from '#features/accounts/tables.ts'
import { auditChanges, auditSentence } from '#features/back-office/audit-words.ts'
import { playerNameIn } from '#features/golfers/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { formatClockTime, formatDay, zoneName } from '#platform/time.ts'
import type { Happening, PersonShown } from './schema.ts'

const MOST_SHOWN = 200

/**
 * Reads a user with a timeline of everything that happened to them, newest first.
 * @param now milliseconds since 1970, UTC
 * @throws AppError no_such_person
 */
export async function readPerson(
  db: Queryable,
  { userId, kind }: { userId: string; kind?: Happening['kind'] | undefined },
  now: number,
): Promise<PersonShown> {
  const [person] = await db.select().from(profiles).where(eq(profiles.id, userId))
  if (!person) throw new AppError('not_found', 'no_such_person', 'There is no such account.')
  const [roles, [open], [keys], timeline] = await Promise.all([
    db.select({ role: userRoles.role }).from(userRoles).where(eq(userRoles.userId, userId)),
    db
      .select({ n: count() })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, new Date(now)))),
    db.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, userId)),
    readTimeline(db, userId, kind),
  ])
  return {
    userId,
    fullName: person.fullName,
    email: person.email,
    emailVerified: person.emailVerified,
    phone: person.phone,
    city: person.city,
    role: effectiveRole(
      person.userType === 'admin' ? 'admin' : person.userType,
      roles.map(({ role }) => role),
    ),
    isDemo: person.isDemo,
    hasSecondFactor: person.twoFactorEnabled,
    passkeys: keys?.n ?? 0,
    sessions: open?.n ?? 0,
    state: accountState(person),
    createdAt: person.createdAt.toISOString(),
    timeline: timeline.slice(0, MOST_SHOWN),
    isMore: timeline.length > MOST_SHOWN,
  }
}

async function readTimeline(db: Queryable, userId: string, kind: string | undefined): Promise<Happening[]> {
  const id = sql`${userId}::uuid`
  const last = sql.raw(String(MOST_SHOWN + 1))
  const money = (cents: SQL) =>
    sql`'$' || regexp_replace(to_char(${cents} / 100.0, 'FM999,999,990.00'), '[.]00$', '')`
  const noLesson = sql`null::timestamptz, null::text`
  const noChange = sql`null::jsonb`
  const none = sql`null::text, ${noLesson}, ${noChange}`
  const page = (path: string, of: SQL) => sql`${path} || ${of}, ${noLesson}, ${noChange}`
  // Raw: a union of every feature's rows about one user; each part is read by its own index.
  const found = await db.execute<{
    at: string
    kind: Happening['kind']
    title: string
    detail: string | null
    id: string
    href: string | null
    lesson_at: string | null
    zone: string | null
    change: Change | null
  }>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, kind, title, detail, id, href,
      extract(epoch from lesson_at) * 1000 as lesson_at, zone, change from (
      select created_at as at, 'account' as kind, 'Account opened' as title, null as detail, id::text, null::text as href, null::timestamptz as lesson_at, null::text as zone, null::jsonb as change from profiles where id = ${id}
      union all select closed_at, 'account', 'Account closed', null, id::text, ${none} from profiles where id = ${id} and closed_at is not null
      union all select suspended_at, 'account', 'Account suspended', null, id::text, ${none} from profiles where id = ${id} and suspended_at is not null
      union all (select b.created_at, 'booking',
          'Lesson ' || b.status || case when b.student_id = ${id} then ' with ' || i.full_name else ' for ' || ${playerNameIn({ golferId: sql`b.golfer_id`, studentName: sql`s.full_name` })} end,
          b.lesson_title || ', ' || ${money(sql`b.price_amount * 100`)}, b.id::text, '/admin/lessons/' || b.id, b.lesson_date, b.time_zone, ${noChange}
        from bookings b join profiles i on i.id = b.instructor_id join profiles s on s.id = b.student_id
        where b.student_id = ${id} or b.instructor_id = ${id} order by b.created_at desc limit ${last})
      union all (select created_at, 'money', 'Payment ' || replace(payment_status, '_', ' '),
          ${money(sql`amount_cents`)} || case when refunded_cents > 0 then ', refunded ' || ${money(sql`refunded_cents`)} else '' end, id::text, ${page('/admin/lessons/', sql`booking_id`)}
        from payments where student_id = ${id} or instructor_id = ${id} order by created_at desc limit ${last})
      union all (select coalesce(sent_at, due_at), 'money', 'Payout ' || replace(status, '_', ' ') || case when status = 'held'
            and exists (select from profiles where id = ${id} and suspended_at is not null) then ', coach suspended' else '' end,
          concat_ws(', ', ${money(sql`amount_cents`)}, last_error), id::text, ${page('/admin/lessons/', sql`booking_id`)}
        from payouts where instructor_id = ${id} order by due_at desc limit ${last})
      union all (select created_at, 'letter', subject, status || coalesce(': ' || error_message, ''), id::text, ${none}
        from email_logs where user_id = ${id} order by created_at desc limit ${last})
      union all (select created_at, 'text', left(message_content, 160), status || coalesce(': ' || error_message, ''), id::text, ${none}
        from sms_logs where user_id = ${id} order by created_at desc limit ${last})
      union all (select created_at, 'ticket', subject, replace(status, '_', ' '), id::text, ${page('/?tab=support&q=', sql`id`)}
        from support_tickets where user_id = ${id} order by created_at desc limit ${last})
      union all (select created_at, 'dispute', 'Dispute: ' || replace(dispute_reason, '_', ' '), status || ', ' || ${money(sql`payment_amount`)}, id::text, ${page('/?tab=disputes&q=', sql`id`)}
        from payment_disputes where student_id = ${id} or instructor_id = ${id} order by created_at desc limit ${last})
      union all (select v.started_at, 'impersonation', 'Viewed by ' || a.full_name, v.reason, v.id::text, ${none}
        from impersonations v left join profiles a on a.id = v.admin_id where v.subject_id = ${id} order by v.started_at desc limit ${last})
      union all (select created_at, 'sign-in', 'Signed in', left(user_agent, 160), id::text, ${none}
        from sessions where user_id = ${id} order by created_at desc limit ${last})
      union all (select l.created_at, 'change', l.target, concat_ws(': ', a.full_name, l.reason), l.id::text, null::text, ${noLesson},
          jsonb_build_object('ids', l.ids, 'before', coalesce(l.before, '{}'), 'after', coalesce(l.after, '{}'))
        from audit_log l left join profiles a on a.id = l.actor_id
        where l.subject_id = ${id} and l.action = 'change' order by l.created_at desc limit ${last})
    ) happened where at is not null and (${kind ?? null}::text is null or kind = ${kind ?? null}::text)
    order by happened.at desc, id limit ${last}`)
  return found.rows.map(({ lesson_at: lessonAt, zone, change, ...one }) => ({
    ...one,
    ...(change ? inWords(one, change) : {}),
    ...(lessonAt && zone ? { detail: `${one.detail}, ${whenOf(Number(lessonAt), zone)}` } : {}),
  }))
}

/** What the audit log has about a change. */
type Change = Record<'ids' | 'before' | 'after', Record<string, unknown>>

/** A change as the audit log shows it. @param entry.title the procedure */
function inWords({ title: target, detail }: Pick<Happening, 'title' | 'detail'>, change: Change) {
  const changes = auditChanges(change.before, change.after)
  return {
    title: auditSentence({ target, ...change }),
    detail: changes ? `${detail} (${changes})` : detail,
  }
}

/**
 * Formats `Wed, Dec 23, 2026, 3:30 PM EST`, in the zone of the lesson's place.
 * @param at milliseconds since 1970, UTC
 */
const whenOf = (at: number, zone: string) =>
  `${formatDay(at, zone, { year: true })}, ${formatClockTime(at, zone)} ${zoneName(at, zone)}`
