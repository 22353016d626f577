import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { OFFICE_ZONE } from '#platform/time.ts'
import type { AdminList } from '#ports/services.ts'
import { suspensionActs } from './admin-acts/suspension.ts'
import { profiles, userRoles } from './tables.ts'

const has = (role: 'admin' | 'prospect') =>
  sql`${profiles.id} in (select r.user_id from ${userRoles} r where r.role = ${sql.raw(`'${role}'`)})`
const hasNone = sql`not exists (select 1 from ${userRoles} r where r.user_id = ${profiles.id} and r.role in ('admin', 'prospect'))`

const isOfRole = {
  admin: has('admin'),
  prospect: sql`${has('prospect')} and not ${has('admin')}`,
  coach: sql`${profiles.userType} = 'instructor' and ${hasNone}`,
  student: sql`${profiles.userType} <> 'instructor' and ${hasNone}`,
}

/** Excludes invited students and callers, who have a profile with a name but no account. */
export const isAccount = sql`not ${profiles.isInvited} and ${profiles.enteredBy} is null`

/** All accounts, including closed ones. */
export const userList: AdminList = {
  name: 'users',
  noun: ['user', 'users'],
  from: sql`${profiles}`,
  where: isAccount,
  // The page of a caller can suspend the caller.
  whereChosen: sql`not ${profiles.isInvited}`,
  id: sql`${profiles.id}`,
  idKind: 'uuid',
  columns: {
    name: { label: 'Name', kind: 'text', value: sql`${profiles.fullName}` },
    email: { label: 'Email', kind: 'text', value: sql`${profiles.email}` },
    role: {
      label: 'Type',
      kind: 'choice',
      // The effective role, as computed by `effectiveRole`.
      value: sql`case when ${has('admin')} then 'admin' when ${has('prospect')} then 'prospect'
        when ${profiles.userType} = 'instructor' then 'coach' else 'student' end`,
      is: isOfRole,
      options: [
        { value: 'student', label: 'Student' },
        { value: 'coach', label: 'Coach' },
        { value: 'prospect', label: 'Prospect' },
        { value: 'admin', label: 'Admin' },
      ],
      filter: true,
    },
    phone: { label: 'Phone', kind: 'text', value: sql`${profiles.phone}`, minor: true },
    city: { label: 'City', kind: 'text', value: sql`${profiles.city}`, filter: true, minor: true },
    createdAt: {
      label: 'Joined',
      kind: 'instant',
      value: sql`${profiles.createdAt}`,
      sort: true,
      filter: true,
    },
    state: {
      label: 'Account',
      kind: 'choice',
      value: sql`case when ${profiles.closedAt} is not null then 'closed'
        when ${profiles.suspendedAt} is not null then 'suspended' else 'open' end`,
      is: {
        open: sql`${profiles.closedAt} is null and ${profiles.suspendedAt} is null`,
        suspended: sql`${profiles.suspendedAt} is not null and ${profiles.closedAt} is null`,
        closed: sql`${profiles.closedAt} is not null`,
      },
      options: [
        { value: 'open', label: 'Open' },
        { value: 'suspended', label: 'Suspended' },
        { value: 'closed', label: 'Closed' },
      ],
      filter: true,
    },
    isDemo: { label: 'Demo', kind: 'yes-no', value: sql`${profiles.isDemo}`, filter: true, minor: true },
  },
  sortedBy: '-createdAt',
  acts: suspensionActs,
  search: {
    label: 'Name, email or phone',
    words: sql`(${profiles.fullName} || ' ' || ${profiles.email} || ' ' || coalesce(${profiles.phone}, ''))`,
  },
}

/**
 * The number of rows in the user list, and how many of them are instructors, students and closed accounts.
 */
export interface UserCount {
  total: number
  instructors: number
  students: number
  closed: number
}

/**
 * Counts the rows of the user list.
 * @param which a condition on the profiles; defaults to all
 */
export async function countUsers(db: Queryable, which: SQL = sql`true`): Promise<UserCount> {
  const counted = sql`from profiles where not is_invited and ${which}`
  // Raw: all rows are counted in an index; closed accounts, callers, and accounts of admins and prospects are few and have their own.
  const { rows } = await db.execute<
    Record<'total' | 'coaches' | 'otherCoaches' | 'others' | 'callers' | 'closed', number>
  >(sql`
    select everyone.*, beyond.*, (select count(*)::int ${counted} and closed_at is not null and entered_by is null) as closed,
      (select count(*)::int ${counted} and entered_by is not null) as callers
    from (select count(*)::int as total, count(*) filter (where user_type = 'instructor')::int as coaches ${counted}) everyone
    cross join (
      select count(*) filter (where user_type = 'instructor')::int as "otherCoaches", count(*) filter (where user_type <> 'instructor')::int as others
      ${counted} and profiles.id in (select r.user_id from user_roles r where r.role in ('admin', 'prospect'))
    ) beyond`)
  const { total: profilesThere, coaches, otherCoaches, others, callers, closed } = rows[0] ?? nobody
  const total = profilesThere - callers
  return {
    total,
    instructors: coaches - otherCoaches,
    students: total - coaches - others,
    closed,
  }
}

const nobody = { total: 0, coaches: 0, otherCoaches: 0, others: 0, callers: 0, closed: 0 }

/**
 * The number of accounts created per day. Days without any are omitted.
 * @param days the first and last day, inclusive, as `2026-03-08` in New York
 */
export async function countUsersByDay(
  db: Queryable,
  { from, to }: { from: string; to: string },
): Promise<Map<string, number>> {
  const day = sql<string>`(${profiles.createdAt} at time zone ${sql.raw(`'${OFFICE_ZONE}'`)})::date`
  const rows = await db
    .select({ day: sql<string>`${day}::text`, n: sql<number>`count(*)::int` })
    .from(profiles)
    .where(
      sql`${isAccount} and ${profiles.createdAt} >= ${from}::date::timestamp at time zone ${OFFICE_ZONE}
        and ${profiles.createdAt} < (${to}::date + 1)::timestamp at time zone ${OFFICE_ZONE}`,
    )
    .groupBy(day)
  return new Map(rows.map((row) => [row.day, row.n]))
}
