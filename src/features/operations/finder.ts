import { type SQL, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { contains } from '#platform/list-page.ts'
import { isUuid } from '#platform/uuid.ts'

const MOST_OF_A_KIND = 6

interface Found {
  kind: 'person' | 'booking' | 'payment' | 'ticket' | 'message'
  id: string
  title: string
  detail: string
  href: string
}

/** People by a part of name, address or number; people, bookings, payments, tickets and messages by their id. */
export async function find(db: Queryable, words: string): Promise<Found[]> {
  if (!isUuid(words)) return await rows(db, people(contains(personWords, words)))
  const id = sql`${words}::uuid`
  const found = await Promise.all([
    rows(db, people(sql`p.id = ${id}`)),
    rows(
      db,
      sql`select 'booking' as kind, b.id::text, b.lesson_title as title, s.full_name || ' with ' || i.full_name || ', ' || b.status as detail,
        '/admin/users/' || b.student_id || '?kind=booking' as href
        from bookings b join profiles s on s.id = b.student_id join profiles i on i.id = b.instructor_id where b.id = ${id}`,
    ),
    rows(
      db,
      sql`select 'payment' as kind, y.id::text, '$' || to_char(y.amount_cents / 100.0, 'FM999,999,990.00') as title,
        s.full_name || ', ' || replace(y.payment_status, '_', ' ') as detail, '/admin/users/' || y.student_id || '?kind=money' as href
        from payments y join profiles s on s.id = y.student_id where y.id = ${id}`,
    ),
    rows(
      db,
      sql`select 'ticket' as kind, t.id::text, t.subject as title, t.user_name || ', ' || replace(t.status, '_', ' ') as detail,
        '/?tab=support&q=' || t.id as href from support_tickets t where t.id = ${id}`,
    ),
    rows(
      db,
      sql`select 'message' as kind, m.id::text, 'Message of ' || coalesce(s.full_name, 'somebody who left') as title,
        to_char(m.created_at at time zone 'America/New_York', 'Mon FMDD, YYYY') as detail, '/?tab=messages&q=' || m.id as href
        from messages m left join profiles s on s.id = m.sender_id where m.id = ${id}`,
    ),
  ])
  return found.flat()
}

/** As the index of the list of users has it. */
const personWords = sql`(p.full_name || ' ' || p.email || ' ' || coalesce(p.phone, ''))`

const people = (
  where: SQL,
) => sql`select 'person' as kind, p.id::text, p.full_name as title, p.email as detail,
  '/admin/users/' || p.id as href from ${profiles} p where p.closed_at is null and ${where}
  order by p.created_at desc limit ${MOST_OF_A_KIND}`

/** Raw: rows of different tables with the same columns. */
const rows = async (db: Queryable, statement: SQL): Promise<Found[]> =>
  (await db.execute<Record<string, unknown>>(statement)).rows as unknown as Found[]
