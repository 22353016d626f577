import pg from 'pg'
import { withoutKey } from './tables.ts'

interface Key {
  of_table: string
  columns: string
  to_table: string
  to_columns: string
}

/**
 * Moves all rows of a coach to another region in one transaction. Each row is locked before it is copied, the profile first, so nothing can
 * be booked meanwhile. Triggers are off: they would occupy times, announce and delete files a second time. Foreign keys are
 * off with them, because bookings, packages and payments refer to each other in a circle; `findFaults` compares them afterwards.
 * @param whileLocked runs before the commit
 * @returns how many rows in how many milliseconds
 * @throws Error for a table that has no way to a coach
 */
export async function moveCoach(
  client: pg.ClientBase,
  coachId: string,
  { from, to, tables }: { from: string; to: string; tables: readonly string[] },
  whileLocked: () => Promise<void>,
): Promise<{ summary: string }> {
  await client.query('begin')
  const began = performance.now()
  await client.query(`set local search_path = ${from}, public`)
  await client.query('set local session_replication_role = replica')
  const moved = { tables: 0, rows: 0 }
  const steps = (await planMove(client, from, tables)).map(({ condition, ...step }) => ({
    ...step,
    condition: condition.replaceAll('$1', pg.escapeLiteral(coachId)),
  }))
  for (const { table, condition } of steps) {
    const { rowCount } = await client.query(
      `create temporary table moved_${table} on commit drop as select * from ${table} where ${condition} for update`,
    )
    moved.rows += rowCount ?? 0
    if (rowCount) moved.tables++
  }
  // The other region has stored the same events, as of payments that it does not know.
  await client.query(`delete from ${to}.payment_events where id in (select id from moved_payment_events)`)
  for (const { table, condition, columns } of steps) {
    await client.query(
      `insert into ${to}.${table} (${columns}) overriding system value select ${columns} from moved_${table}`,
    )
    await client.query(`delete from ${table} where ${condition}`)
  }
  // Processes forget the coaches that they have read before.
  await client.query(`select pg_notify('greenside', 'coaches:moved')`)
  const ms = (performance.now() - began).toFixed(0)
  await whileLocked()
  await client.query('commit')
  return { summary: `${moved.rows} rows of ${moved.tables} tables in ${ms} ms` }
}

/**
 * Orders the tables so that a coach's rows of each can be found by the rows of earlier ones.
 * @returns with the condition for the rows of a coach ($1)
 */
async function planMove(client: pg.ClientBase, from: string, tables: readonly string[]) {
  const { rows: columns } = await client.query<{ table: string; columns: string; owner: string | null }>(
    `select relname as table, string_agg(quote_ident(attname), ', ' order by attnum) filter (where attgenerated = '') as columns,
       min(attname) filter (where attname = case relname when 'instructor_profiles' then 'user_id' else 'instructor_id' end) as owner
     from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
     where relnamespace = $1::regnamespace and relname = any ($2) group by 1 order by relname <> 'instructor_profiles', 1`,
    [from, tables],
  )
  const { rows: keys } = await client.query<Key>(
    `select conrelid::regclass::text as of_table, confrelid::regclass::text as to_table,
       (select string_agg(attname, ', ' order by n) from unnest(conkey) with ordinality u (k, n) join pg_attribute on attrelid = conrelid and attnum = k) as columns,
       (select string_agg(attname, ', ' order by n) from unnest(confkey) with ordinality u (k, n) join pg_attribute on attrelid = confrelid and attnum = k) as to_columns
     from pg_constraint where contype = 'f' and connamespace = $1::regnamespace and conrelid <> confrelid
       and confrelid in (select oid from pg_class where relnamespace = $1::regnamespace)`,
    [from],
  )
  const steps: { table: string; columns: string; condition: string }[] = []
  const isKnown = (name: string) => steps.some(({ table }) => table === name)
  const waiting = new Map(columns.map((one) => [one.table, one]))
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ table, owner }) => owner || parentsOf(table).every(isKnown))
    if (!next) throw new Error(`no way to a coach: ${[...waiting.keys()].join(', ')}`)
    const { table, owner } = next
    const ways = keys
      .filter((key) => key.of_table === table && isKnown(key.to_table))
      .map(
        ({ columns, to_table, to_columns }) =>
          `(${columns}) in (select ${to_columns} from moved_${to_table})`,
      )
    const condition = withoutKey[table] ?? (owner ? `${owner} = $1` : ways.join(' or '))
    steps.push({ table, columns: next.columns, condition })
    waiting.delete(table)
  }
  return steps

  function parentsOf(table: string): string[] {
    const needed = [...(withoutKey[table] ?? '').matchAll(/moved_(\w+)/g)].map(([, name = '']) => name)
    return [...needed, ...keys.flatMap((key) => (key.of_table === table ? [key.to_table] : []))]
  }
}
