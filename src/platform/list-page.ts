import { type SQL, sql } from 'drizzle-orm'
import {
  type ColumnKind,
  type ListColumn,
  type ListDeclaration,
  type ListView,
  MOST_ACTED_ON,
  MOST_COUNTED,
} from './admin-list.ts'
import { type Database, isStatementCanceled, type Queryable } from './db.ts'
import { AppError } from './errors.ts'
import { literally } from './like-pattern.ts'
import { isDate, OFFICE_ZONE } from './time.ts'
import { isUuidInAnyCase } from './uuid.ts'

export type Cell = string | number | boolean | null
export interface ListRow {
  id: string
  cells: Record<string, Cell>
}

export interface PageAsked extends ListView {
  /** A sortable column, with `-` for descending; defaults to the list's own order. */
  sort?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

type AnyList = Pick<
  ListDeclaration<never>,
  'columns' | 'from' | 'where' | 'whereChosen' | 'id' | 'idKind' | 'search' | 'sortedBy'
>

const OFFICE = sql.raw(`'${OFFICE_ZONE}'`)

/**
 * Reads a page of a list after or before a cursor. A cursor contains the sort value and id of a row (keyset
 * pagination), so deep pages cost the same as the first.
 * @throws AppError bad_view for a filter, order or cursor that this list does not have
 */
export async function readPage(
  db: Queryable,
  list: AnyList,
  asked: PageAsked,
  limit: number,
): Promise<{ rows: ListRow[]; previous: string | null; next: string | null }> {
  const { column, isDown } = orderOf(list, asked.sort)
  const isBackwards = asked.before !== undefined
  const cursor = readCursor(list, column, asked.before ?? asked.after)
  const names = Object.keys(list.columns)
  const shown = names.map(
    (name, at) => sql`${shownValue(list.columns[name] as ListColumn)} as ${sql.raw(`c${at}`)}`,
  )
  // Reading backward reverses the order and puts nulls first.
  const goesDown = isDown !== isBackwards
  const direction = sql.raw(goesDown ? 'desc' : 'asc')
  const nulls = column.nullable ? sql.raw(isBackwards ? ' nulls first' : ' nulls last') : sql``
  const behind = cursor ? [behindCursor(list, column, cursor, { goesDown, isBackwards })] : []
  const where = allOf([...conditionsOf(list, asked), ...behind])
  // Raw: the columns, order and filters depend on the list's declaration.
  const found = await db.execute<Record<string, Cell>>(sql`
    select ${list.id}::text as id, ${keyOf(column)} as key, ${sql.join(shown, sql`, `)}
    from ${list.from} where ${where}
    order by ${column.value} ${direction}${nulls}, ${list.id} ${direction} limit ${limit + 1}`)
  const raw = found.rows.slice(0, limit) as Record<string, Cell>[]
  const hasMore = found.rows.length > limit
  if (isBackwards) raw.reverse()
  const cursorOf = (row: Record<string, Cell> | undefined) =>
    row
      ? writeCursor(row.key === undefined || row.key === null ? null : String(row.key), String(row.id))
      : null
  return {
    rows: raw.map((row) => ({
      id: String(row.id),
      cells: Object.fromEntries(names.map((name, at) => [name, row[`c${at}`] ?? null])),
    })),
    previous: (isBackwards ? hasMore : cursor !== null) ? cursorOf(raw[0]) : null,
    next: isBackwards || hasMore ? cursorOf(raw.at(-1)) : null,
  }
}

/**
 * A text-search count with a higher planner cost is limited to {@link COUNT_MS}; counts of small tables are
 * never cut short.
 */
const DEAR = 1_000
/** The maximum time that a page waits for a count, in milliseconds. */
const COUNT_MS = 45

/**
 * Counts the rows of a view, up to {@link MOST_COUNTED}, or {@link MOST_ACTED_ON} for a text search, which is
 * slower.
 * @returns null if counting takes too long: words that are each common but rarely occur together require
 *   reading much of a large table
 */
export async function countRows(
  db: Pick<Database, 'execute' | 'transaction'>,
  list: AnyList,
  view: ListView,
): Promise<{ count: number; isMore: boolean } | null> {
  const hasWords =
    view.q.trim() !== '' ||
    Object.keys(view.filters).some((name) => ownEntry(list.columns, name)?.kind === 'text')
  const most = hasWords ? MOST_ACTED_ON : MOST_COUNTED
  // Raw: as above.
  const counting = sql`select count(*)::int as n from
    (select 1 from ${list.from} where ${allOf(conditionsOf(list, view))} limit ${most + 1}) counted`
  const isDear = hasWords && (await costOf(db, counting)) > DEAR
  const n = await (isDear ? countInTime(db, counting) : readCount(db, counting))
  return n === null ? null : { count: Math.min(n, most), isMore: n > most }
}

async function readCount(db: Pick<Queryable, 'execute'>, counting: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(counting)
  return Number(rows[0]?.n ?? 0)
}

/** Returns the planner's estimated cost of a statement. */
async function costOf(db: Pick<Queryable, 'execute'>, statement: SQL): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] }>(
    sql`explain (format json) ${statement}`,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Total Cost'] ?? 0
}

async function countInTime(db: Pick<Database, 'transaction'>, counting: SQL): Promise<number | null> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${COUNT_MS}`))
      return await readCount(tx, counting)
    })
  } catch (error) {
    if (isStatementCanceled(error)) return null
    throw error
  }
}

/**
 * Returns the ids of the rows in a view.
 * @param only restricts the result to these ids; all rows when omitted
 */
export async function readIds(
  db: Queryable,
  list: AnyList,
  view: ListView,
  limit: number,
  only?: readonly string[],
): Promise<string[]> {
  const type = sql.raw(list.idKind === 'uuid' ? 'uuid[]' : 'bigint[]')
  const chosen = only ? [sql`${list.id} = any(${sql.param(only)}::${type})`] : []
  const rows = only && list.whereChosen ? { ...list, where: list.whereChosen } : list
  // Raw: as above.
  const found = await db.execute<{ id: string }>(
    sql`select ${list.id}::text as id from ${list.from} where ${allOf([...conditionsOf(rows, view), ...chosen])}
      order by ${list.id} limit ${limit}`,
  )
  return found.rows.map(({ id }) => id)
}

function orderOf(list: AnyList, sort = list.sortedBy): { column: ListColumn; isDown: boolean } {
  const isDown = sort.startsWith('-')
  const column = ownEntry(list.columns, isDown ? sort.slice(1) : sort)
  if (!column?.sort) throw badView('This list cannot be sorted that way.')
  return { column, isDown }
}

function conditionsOf(list: AnyList, { q, filters }: ListView): SQL[] {
  const words = q.trim()
  return [
    ...(list.where ? [list.where] : []),
    ...(words && list.search ? [searchFor(list.search, words)] : []),
    ...Object.entries(filters).flatMap(([name, wanted]) => {
      const column = ownEntry(list.columns, name)
      if (!column?.filter) throw badView('This list has no filter of that name.')
      return conditionsFor(list, column, wanted)
    }),
  ]
}

function searchFor({ words, matches }: NonNullable<AnyList['search']>, asked: string): SQL {
  if (matches) return matches(asked)
  return words ? contains(words, asked) : sql`true`
}

function conditionsFor(list: AnyList, column: ListColumn, wanted: string): SQL[] {
  const { value, label } = column
  switch (column.kind) {
    case 'choice': {
      const chosen = wanted.split(',')
      if (!chosen.every((one) => column.options?.some((option) => option.value === one)))
        throw badView(`There is no such choice for “${label}”.`)
      const { is } = column
      if (is)
        return [
          sql.join(
            chosen.map((one) => sql`(${is[one]})`),
            sql` or `,
          ),
        ]
      return [sql`${value} in (${sql.join(chosen, sql`, `)})`]
    }
    case 'yes-no':
      if (wanted !== 'yes' && wanted !== 'no') throw badView(`“${label}” is yes or no.`)
      // A partial index for true or not-true values matches only the plain condition.
      if (wanted === 'yes') return [value]
      return [column.nullable ? sql`${value} is not true` : sql`not ${value}`]
    case 'text':
      return [
        contains(value, wanted),
        ...(column.inWords && list.search?.words ? [contains(list.search.words, wanted)] : []),
      ]
    case 'instant': {
      const [from, to] = boundsOf(column, wanted, (day) => (isDate(day) ? day : null))
      return [
        ...(from === null ? [] : [sql`${value} >= ${from}::date::timestamp at time zone ${OFFICE}`]),
        ...(to === null ? [] : [sql`${value} < (${to}::date + 1)::timestamp at time zone ${OFFICE}`]),
      ]
    }
    default: {
      const isMoney = column.kind === 'money'
      const [from, to] = boundsOf(column, wanted, (text) =>
        !/^-?\d{1,9}(\.\d{1,2})?$/.test(text)
          ? null
          : isMoney
            ? Math.round(Number(text) * 100)
            : Number(text),
      )
      // An index of whole numbers matches only whole bounds.
      const bound = (n: number) => (Number.isInteger(n) ? sql`${n}::bigint` : sql`${n}::numeric`)
      return [
        ...(from === null ? [] : [sql`${value} >= ${bound(from)}`]),
        ...(to === null ? [] : [sql`${value} <= ${bound(to)}`]),
      ]
    }
  }
}

/** Parses `from..to`; either bound may be omitted. */
function boundsOf<T>(
  { label }: ListColumn,
  wanted: string,
  read: (text: string) => T | null,
): [T | null, T | null] {
  const parts = wanted.split('..')
  const [from, to] = parts.map((text) => (text ? read(text) : null))
  if (parts.length !== 2 || (parts[0] && from === null) || (parts[1] && to === null))
    throw badView(`Those bounds of “${label}” make no sense.`)
  return [from ?? null, to ?? null]
}

/**
 * Whether a text contains some words, ignoring case; uses a trigram index. One or two letters are matched
 * only at the start of a word: elsewhere they have no trigram, and every row would be read.
 */
export function contains(value: SQL, words: string): SQL {
  const plain = literally(words)
  if (words.trim().length > 2) return sql`${value} ilike ${`%${plain}%`}`
  return sql`(${value} ilike ${`${plain}%`} or ${value} ilike ${`% ${plain}%`})`
}

const isFigure = (kind: ColumnKind) => kind === 'money' || kind === 'number'

/** The value as the response contains it. */
function shownValue({ kind, value }: ListColumn): SQL {
  if (isFigure(kind)) return sql`(${value})::float8`
  if (kind === 'instant') return sql`to_char((${value}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  return kind === 'yes-no' ? sql`coalesce(${value}, false)` : sql`(${value})::text`
}

/** The exact sort value: instants in microseconds. */
function keyOf({ kind, value }: ListColumn): SQL {
  if (kind === 'instant') return sql`(extract(epoch from ${value}) * 1000000)::bigint::text`
  return sql`(${value})::text`
}

/** Converts a cursor key back to the column's value. */
function valueOfKey({ kind }: ListColumn, key: string): SQL {
  if (kind === 'instant') return sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
  if (isFigure(kind)) return sql`${key}::numeric`
  return kind === 'yes-no' ? sql`${key}::boolean` : sql`${key}::text`
}

interface Cursor {
  key: string | null
  id: string
}

function behindCursor(
  list: AnyList,
  column: ListColumn,
  { key, id }: Cursor,
  { goesDown, isBackwards }: { goesDown: boolean; isBackwards: boolean },
): SQL {
  const beyond = sql.raw(goesDown ? '<' : '>')
  const ownId = sql`${id}::${sql.raw(list.idKind === 'uuid' ? 'uuid' : 'bigint')}`
  const { value } = column
  if (key === null) {
    const alike = sql`${value} is null and ${list.id} ${beyond} ${ownId}`
    return isBackwards ? sql`((${alike}) or ${value} is not null)` : sql`(${alike})`
  }
  const further = sql`(${value}, ${list.id}) ${beyond} (${valueOfKey(column, key)}, ${ownId})`
  return column.nullable && !isBackwards ? sql`(${further} or ${value} is null)` : further
}

const writeCursor = (key: string | null, id: string) =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url')

const keyShape: Record<ColumnKind, RegExp> = {
  instant: /^-?\d{1,16}$/,
  money: /^-?\d{1,18}(\.\d{1,6})?$/,
  number: /^-?\d{1,18}(\.\d{1,6})?$/,
  'yes-no': /^(true|false)$/,
  text: /^[^\0]*$/,
  choice: /^[^\0]*$/,
}

/** Whether a text is an id as the rows of a list have it. */
export const isIdOf = ({ idKind }: Pick<AnyList, 'idKind'>, id: string): boolean =>
  idKind === 'uuid' ? isUuidInAnyCase(id) : /^\d{1,18}$/.test(id)

/** Cursors come from the URL, so they may contain any text. */
function readCursor(list: AnyList, column: ListColumn, text: string | undefined): Cursor | null {
  if (text === undefined) return null
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(read) || read.length !== 2) throw new Error('no pair')
    const [key, id] = read as unknown[]
    const isKey =
      (key === null && column.nullable === true) ||
      (typeof key === 'string' && keyShape[column.kind].test(key))
    if (!isKey || typeof id !== 'string' || !isIdOf(list, id)) throw new Error('of another list')
    return { key: key as string | null, id }
  } catch {
    throw badView('This page no longer exists. Please start from the first page.')
  }
}

const ownEntry = <T>(entries: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined

const allOf = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0
    ? sql`true`
    : sql.join(
        conditions.map((one) => sql`(${one})`),
        sql` and `,
      )

const badView = (words: string) => new AppError('bad_input', 'bad_view', words)
