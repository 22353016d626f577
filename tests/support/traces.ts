import type { Pool } from 'pg'

let statement: string | undefined

/** The id of a new transaction, for {@link tracesOf}. */
export const presentTransaction = async (pool: Pool): Promise<string> =>
  (await pool.query<{ now: string }>('select pg_current_xact_id()::text as now')).rows[0]?.now ?? '0'

/**
 * All rows, including pending jobs, that were written since a transaction and contain one of these words; except for the last email to a
 * closed account, and the job that removes its address from the marketing service.
 */
export async function tracesOf(pool: Pool, words: readonly string[], since: string): Promise<string[]> {
  statement ??= await writeStatement(pool)
  const { rows } = await pool.query<{ name: string; row: string }>({
    // A named statement is planned once; it is long.
    name: 'traces',
    text: statement,
    values: [since, words.map((word) => `%${word}%`)],
  })
  return rows.map(({ name, row }) => `${name} ${row}`)
}

async function writeStatement(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('zip_codes', 'schema_migrations')
     order by 1`,
  )
  // The last letter and the request to the marketing tool know the address; their payload is erased once they are done.
  const tables = rows.map(({ name }) => ({ name, where: '' }))
  tables.push({
    name: 'pgboss.job',
    where: `and not x.data ? 'eraseWhenDone'`,
  })
  return tables
    .map(
      ({ name, where }) =>
        `select '${name}' as name, x::text as row from ${name} x where x.xmin::text::bigint >= $1::bigint and x::text like any ($2) ${where}`,
    )
    .join('\nunion all ')
}
