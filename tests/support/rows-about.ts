import type pg from 'pg'

/** What says nothing about anybody, or changes by itself whoever asks. */
const ofNobody = [
  'zip_codes',
  'rate_limits',
  'announcements',
  'vendor_calls',
  'vendor_health',
  'schema_migrations',
  'sessions',
]

/** Every row of every table that names one of these ids, as it stands, after the name of its table. */
export async function rowsAbout(pool: pg.Pool, ids: readonly string[]): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1)`,
    [ofNobody],
  )
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await pool.query<{ row: string }>(
        `select x::text as row from ${name} x where x::text like any($1)`,
        [ids.map((id) => `%${id}%`)],
      )
      return rows.map(({ row }) => `${name} ${row}`)
    }),
  )
  return found.flat()
}
