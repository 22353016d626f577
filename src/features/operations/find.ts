import { type SQL, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { lessonList } from '#features/lessons/admin-list.ts'
import { idsOfNumber } from '#features/lessons/number-search.ts'
import type { Queryable } from '#platform/db.ts'
import { contains, type ListRow, readPage } from '#platform/list-page.ts'
import { isUuid } from '#platform/uuid.ts'
import type { AdminList, Services } from '#ports/services.ts'
import type { SearchHit } from './schema.ts'

const MOST_OF_A_KIND = 6
const MOST_OF_A_LIST = 3

/** The tabs of the lists that are searched, in the order of what is found. Private lists are left out, except by a message's id. */
const tabs: Record<string, string> = {
  'support-tickets': 'support',
  disputes: 'disputes',
  payments: 'payments',
  waitlist: 'waitlist',
  'match-saves': 'match-saves',
  'instructor-saves': 'instructor-saves',
  'trial-requests': 'trial-requests',
  'promo-codes': 'promo-codes',
  'suppressed-addresses': 'suppressed-addresses',
  certificates: 'certificates',
  'imported-reviews': 'imported-reviews',
}

/** Everything that has an id, a number, an email or a name: a lesson by its booking number, the rest by the search of its list. */
export async function find(
  { db, adminLists }: Pick<Services, 'db' | 'adminLists'>,
  words: string,
): Promise<SearchHit[]> {
  if (idsOfNumber(words) && /^gs/i.test(words)) return await lessons(db, words)
  const lists = Object.keys(tabs).flatMap((name) => adminLists.find((list) => list.name === name) ?? [])
  const found = await Promise.all([
    people(db, isUuid(words) ? sql`p.id = ${words}::uuid` : contains(personWords, words)),
    lessons(db, words),
    isUuid(words) ? message(db, words) : [],
    ...lists.map((list) => rowsOf(db, list, words)),
  ])
  return found.flat()
}

/** As the index of the list of users has it. */
const personWords = sql`(p.full_name || ' ' || p.email || ' ' || coalesce(p.phone, ''))`

const people = (db: Queryable, where: SQL) =>
  rows(
    db,
    sql`select 'person' as kind, p.id::text, p.full_name as title, p.email as detail, '/admin/users/' || p.id as href
      from ${profiles} p where p.closed_at is null and ${where} order by p.created_at desc limit ${MOST_OF_A_KIND}`,
  )

async function lessons(db: Queryable, words: string): Promise<SearchHit[]> {
  const page = await readPage(db, lessonList, { q: words, filters: {} }, MOST_OF_A_KIND)
  return page.rows.map(({ id, cells }) => ({
    kind: 'booking',
    id,
    title: `${cells.number}: ${cells.title}`,
    detail: `${cells.student} with ${cells.coach}, ${cells.status}`,
    href: `/admin/lessons/${id}`,
  }))
}

const message = (db: Queryable, id: string) =>
  rows(
    db,
    sql`select 'message' as kind, m.id::text, 'Message from ' || coalesce(s.full_name, 'a deleted account') as title,
      to_char(m.created_at at time zone 'America/New_York', 'Mon FMDD, YYYY') as detail, '/?tab=messages&q=' || m.id as href
      from messages m left join profiles s on s.id = m.sender_id where m.id = ${id}::uuid`,
  )

async function rowsOf(db: Queryable, list: AdminList, words: string): Promise<SearchHit[]> {
  const page = await readPage(db, list, { q: words, filters: {} }, MOST_OF_A_LIST)
  const href = `/?tab=${tabs[list.name]}&q=${encodeURIComponent(words)}`
  return page.rows.map((row) => ({
    kind: list.name === 'support-tickets' ? 'ticket' : list.name === 'payments' ? 'payment' : 'row',
    id: row.id,
    title: titleOf(list, row),
    detail: detailOf(list, row),
    href,
  }))
}

const textsOf = (list: AdminList, { cells }: ListRow) =>
  Object.entries(list.columns).flatMap(([name, column]) =>
    column.kind === 'text' && !column.hidden && cells[name] ? [String(cells[name])] : [],
  )

const titleOf = (list: AdminList, row: ListRow): string => textsOf(list, row)[0] ?? list.noun[0]

/** `Ticket, Open, sam@example.com` */
function detailOf(list: AdminList, row: ListRow): string {
  const noun = list.noun[0].charAt(0).toUpperCase() + list.noun[0].slice(1)
  const states = Object.entries(list.columns).flatMap(
    ([name, column]) => column.options?.find(({ value }) => value === row.cells[name])?.label ?? [],
  )
  return [noun, ...states.slice(0, 1), ...textsOf(list, row).slice(1, 2)].join(', ')
}

/** Raw: rows of different tables with the same columns. */
const rows = async (db: Queryable, statement: SQL): Promise<SearchHit[]> =>
  (await db.execute<Record<string, unknown>>(statement)).rows as unknown as SearchHit[]
