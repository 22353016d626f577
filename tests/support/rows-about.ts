import type pg from 'pg'

/** Tables without personal data, or that change independently of the request. */
const ofNobody = [
  'zip_codes',
  'rate_limits',
  'announcements',
  'vendor_calls',
  'vendor_health',
  'schema_migrations',
  'sessions',
]

/** The text of all rows that contain one of these ids, each prefixed with its table's name. */
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
