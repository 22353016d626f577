import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** Drizzle over one pool; `$client` is the pool itself, for statements that are prepared by name. */
export type Database = NodePgDatabase & { $client: pg.Pool }

/** What both a database and a transaction on it can do. */
export type Queryable = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct'
>

/** Opens a pool. Connections are made on first use and reused. */
export function openDatabase(
  url: string,
  options: { poolSize: number; onError?: (error: Error) => void },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'greenside',
  })
  // An idle connection that the server closes must not end the process; the pool replaces it.
  pool.on('error', (error) => options.onError?.(error))
  return drizzle({ client: pool }) as Database
}

const codes = {
  '23P01': 'exclusion',
  '23505': 'unique',
  '23001': 'foreign_key',
  '23503': 'foreign_key',
  '23514': 'check',
  '40P01': 'deadlock',
  '40001': 'serialization',
  '22P02': 'malformed',
} as const

/** What a PostgreSQL error means to us, found behind any number of wrapping errors; null for anything else. */
export function constraintOf(
  error: unknown,
): { kind: (typeof codes)[keyof typeof codes]; constraint: string | undefined } | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof pg.DatabaseError && at.code && at.code in codes)
      return { kind: codes[at.code as keyof typeof codes], constraint: at.constraint }
  }
  return null
}

/** True when the database could not be reached, as against having refused a statement. */
export function isDatabaseDown(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = (at as { code?: unknown }).code
    if (typeof code === 'string' && /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123]|08\d\d\d)$/.test(code))
      return true
    if (/Connection terminated|timeout exceeded when trying to connect/.test(at.message)) return true
  }
  return false
}
