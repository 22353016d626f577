import type { Pool } from 'pg'

let statement: string | undefined

/** The number of a transaction of now, for {@link tracesOf}. */
export const presentTransaction = async (pool: Pool): Promise<string> =>
  (await pool.query<{ now: string }>('select pg_current_xact_id()::text as now')).rows[0]?.now ?? '0'

/**
 * Every row that was written since a transaction and has one of these words in it, in any table and in the jobs that wait; all
 * but the last letter to a person who left, and what tells the marketing service to forget the address.
 */
export async function tracesOf(pool: Pool, words: readonly string[], since: string): Promise<string[]> {
  statement ??= await writeStatement(pool)
  const { rows } = await pool.query<{ name: string; row: string }>({
    // Planned once: the statement is long.
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
  // The last letter says a name, and the marketing service is told which address is unsubscribed.
  const tables = rows.map(({ name }) => ({ name, where: '' }))
  tables.push({
    name: 'pgboss.job',
    where: `and x.data::text not like '%account-closed%' and x.name <> 'unsubscribe-from-crm'`,
  })
  return tables
    .map(
      ({ name, where }) =>
        `select '${name}' as name, x::text as row from ${name} x where x.xmin::text::bigint >= $1::bigint and x::text like any ($2) ${where}`,
    )
    .join('\nunion all ')
}
