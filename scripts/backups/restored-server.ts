import pg from 'pg'
import { HOUR } from '#platform/duration.ts'

/** What a restored server contains. */
export interface Contents {
  migrations: number
  bookings: number
  /** When the newest booking was made, in milliseconds since 1970, UTC; null if there is none. */
  newestBooking: number | null
}

/** A worker writes every minute, and a backup is taken each night. */
const OLD_HOURS = 26

/**
 * Reads a restored server through its socket, and checks its accounts.
 * @param socket the folder of its socket; all users may connect without a password
 * @param url of any user who existed when the backup was taken
 * @throws Error with one sentence that says what is wrong
 */
export async function checkRestoredServer(socket: string, url: string): Promise<Contents> {
  const { username, pathname } = new URL(url)
  const ask = async <Row extends pg.QueryResultRow>(user: string, database: string, text: string) => {
    const client = new pg.Client({ host: socket, port: 5432, user, database })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const [user, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  // The user of backups may not read tables.
  const [owner] = await ask<{ name: string }>(
    user,
    database,
    'select rolname as name from pg_roles where rolsuper and rolcanlogin order by oid limit 1',
  )
  const databases = await ask<{ name: string }>(
    user,
    database,
    'select datname as name from pg_database where datallowconn and not datistemplate',
  )
  const all: Contents[] = []
  for (const { name } of databases) {
    const found = await readContents((text) => ask(owner?.name ?? user, name, text))
    if (found) all.push(found)
  }
  if (!all[0]) throw new Error('The restored server has no database of a marketplace.')
  return all.reduce((one, other) => (one.bookings >= other.bookings ? one : other))
}

/**
 * Reads one database.
 * @returns null if it is no marketplace's
 * @throws Error if its ledger does not sum to zero
 */
export async function readContents(
  ask: (text: string) => Promise<pg.QueryResultRow[]>,
): Promise<Contents | null> {
  const [there] = await ask(
    `select to_regclass('public.schema_migrations') is not null and to_regclass('public.ledger_lines') is not null as is`,
  )
  if (!there?.is) return null
  const [found] = await ask(
    `select (select count(*)::int from schema_migrations) as migrations,
       (select count(*)::int from bookings) as bookings,
       (select extract(epoch from max(created_at))::float8 * 1000 from bookings) as "newestBooking",
       (select count(*)::int from (select from ledger_lines group by transaction_id having sum(amount_cents) <> 0) t) as unbalanced`,
  )
  const { unbalanced, ...contents } = found as Contents & { unbalanced: number }
  if (unbalanced > 0) throw new Error(`${unbalanced} transactions of the restored ledger do not sum to zero.`)
  return contents
}

/** Why what was restored is too old to count as a backup; null if it is not. Instants in milliseconds since 1970, UTC. */
export function ageProblem(asOf: number, now: number): string | null {
  const hours = Math.floor((now - asOf) / HOUR)
  return hours < OLD_HOURS ? null : `The restored database ends ${hours} hours before the test.`
}

/** Why the restored files cannot be all that people gave us; null if they can. */
export function filesProblem({ count, mirrored }: { count: number; mirrored: number }): string | null {
  if (count > 0 || mirrored === 0) return null
  return `No file was restored, although the backup has ${mirrored}: they were recorded as deleted, or cannot be read. Restore to an earlier time, and check FILES_FOLDER of the backup.`
}
