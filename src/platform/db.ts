import { setTimeout as pause } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Clock, MovableClock } from './clock.ts'

/** Drizzle over one pool; `$client` is the pool, for named prepared statements. */
export type Database = NodePgDatabase & { $client: pg.Pool }

/** The operations that a database and a transaction have in common. */
export type Queryable = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct'
>

/**
 * Opens a pool. Connections are opened on demand and reused.
 * @param options `clock`: a movable clock that `current_instant()` follows on every connection of the pool;
 *   `prepared`: false where connections are shared between transactions and cannot keep prepared statements;
 *   `answerMs`: the timeout for connecting and for each query; `name`: the application name that the database
 *   shows
 */
export function openDatabase(
  url: string,
  options: {
    poolSize: number
    onError?: (error: Error) => void
    clock?: Clock
    prepared?: boolean
    answerMs?: number
    name?: string
  },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.poolSize,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: options.answerMs ?? 10_000,
    ...(options.answerMs ? { query_timeout: options.answerMs } : {}),
    application_name: options.name ?? 'greenside',
  })
  // An idle connection that the server closes must not end the process; the pool replaces it.
  pool.on('error', (error) => options.onError?.(error))
  // The same for a connection lost during a transaction: its pending statement rejects, which reports the
  // error.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    if (options.prepared === false) forgetNames(client)
  })
  if (options.clock && isMovable(options.clock)) followClock(pool, options.clock)
  planAnew(pool)
  const db = drizzle({ client: pool }) as Database
  const transaction = db.transaction.bind(db)
  db.transaction = (work, config) => repeated(() => transaction(work, config))
  return db
}

/** How often a transaction runs before its error is reported. */
const TRIES = 4

/**
 * Runs a transaction again when PostgreSQL rolled it back for another one (a deadlock or a serialization failure), or because a migration
 * changed a table after a statement was planned. Nothing of it was stored then. Its work must not have effects outside of the transaction.
 */
async function repeated<T>(run: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++)
    try {
      return await run()
    } catch (error) {
      const kind = constraintOf(error)?.kind
      const isWorthIt = kind === 'deadlock' || kind === 'serialization' || isPlanStale(error)
      if (!isWorthIt || tried === TRIES) throw error
      // A random delay, so that two transactions that met do not meet again.
      await pause(Math.random() * 20 * tried)
    }
}

/**
 * A migration may change a table for which connections have cached plans; PostgreSQL then rejects the
 * statement before executing it. Outside of a transaction the statement is sent again without its name, so
 * that it is planned again.
 */
function planAnew(pool: pg.Pool) {
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  pool.query = ((statement: unknown, ...rest: unknown[]) => {
    const isNamed = typeof statement === 'object' && statement !== null && 'name' in statement
    if (!isNamed || rest.some((one) => typeof one === 'function')) return query(statement, ...rest)
    return query(statement, ...rest).catch((error: unknown) => {
      if (!isPlanStale(error)) throw error
      const { name: _, ...unnamed } = statement
      return query(unnamed, ...rest)
    })
  }) as typeof pool.query
}

/**
 * Sends every statement without its name: the next transaction may use another server connection, which does
 * not have the prepared statement.
 */
function forgetNames(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((statement: unknown, ...rest: unknown[]) => {
    if (typeof statement !== 'object' || statement === null || !('name' in statement))
      return query(statement, ...rest)
    const { name: _, ...unnamed } = statement
    return query(unnamed, ...rest)
  }) as typeof client.query
}

const isMovable = (clock: Clock): clock is MovableClock => 'databaseSetting' in clock

/** Updates a connection's clock setting before checkout if the clock was moved since the last update. */
function followClock(pool: pg.Pool, clock: MovableClock) {
  const told = new WeakMap<pg.PoolClient, string>()
  const handOut = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  async function connect(): Promise<pg.PoolClient> {
    const client = await handOut()
    const { name, value } = clock.databaseSetting()
    if (told.get(client) === value) return client
    try {
      await client.query('select set_config($1, $2, false)', [name, value])
    } catch (error) {
      client.release(error as Error)
      throw error
    }
    told.set(client, value)
    return client
  }
  // The library's own `pool.query` calls `connect` with a callback.
  pool.connect = ((callback?: (error?: Error, client?: pg.PoolClient, release?: () => void) => void) => {
    const connecting = connect()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error),
    )
    return undefined
  }) as typeof pool.connect
}

/** A transaction on one connection; `$client` is that connection, for named prepared statements. */
export type Transaction = Queryable & { $client: pg.ClientBase }

const transactions = new WeakMap<pg.ClientBase, Transaction>()

/** Like `db.transaction`, but supports prepared statements; for frequently used code paths. */
export function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return repeated(() => inTransactionOnce(db, work))
}

async function inTransactionOnce<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await db.$client.connect()
  let broken: Error | undefined
  try {
    const tx = transactions.get(client) ?? drizzle({ client })
    transactions.set(client, tx)
    await client.query('begin')
    const result = await work(tx)
    await client.query('commit')
    return result
  } catch (error) {
    // The connection's cached plans are stale: discard it, so that the next transaction gets another one.
    if (isPlanStale(error)) broken = error as Error
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Returns the pool or connection that can run named prepared statements; null inside `db.transaction`. */
export function preparing(db: Queryable): pg.Pool | pg.ClientBase | null {
  return '$client' in db ? (db as Database | Transaction).$client : null
}

const dialect = new PgDialect()

/**
 * Runs a statement with constant text as a prepared statement where possible: planning a large one takes
 * longer than running it. Instants are returned as the driver parses them.
 * @param name unique for each statement, at most 63 characters
 */
export async function executePrepared<T extends Record<string, unknown>>(
  db: Queryable,
  name: string,
  statement: SQL,
): Promise<{ rows: T[] }> {
  const connection = preparing(db)
  if (!connection) return { rows: (await db.execute<T>(statement)).rows as T[] }
  const { sql: text, params } = dialect.sqlToQuery(statement)
  const result = await connection.query({ name, text, values: params })
  return { rows: result.rows }
}

const preparedOnce = new WeakMap<object, Map<unknown, unknown>>()

/**
 * A query that is built once per database and planned once per connection, for large and frequent queries
 * whose building and planning take longer than running. Values that vary between calls are
 * `sql.placeholder`s.
 * @param build must end in `.prepare(name)` with a unique name
 */
export function prepareOnce<Prepared>(db: Queryable, build: (db: Queryable) => Prepared): Prepared {
  const known = preparedOnce.get(db) ?? new Map<unknown, unknown>()
  preparedOnce.set(db, known)
  const prepared = (known.get(build) as Prepared | undefined) ?? build(db)
  known.set(build, prepared)
  return prepared
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
  // A NUL character in a text, which users cannot type and PostgreSQL cannot store.
  '22021': 'malformed',
  '22P05': 'malformed',
} as const

/** Classifies a PostgreSQL error, which may be wrapped in other errors; null for any other error. */
export function constraintOf(
  error: unknown,
): { kind: (typeof codes)[keyof typeof codes]; constraint: string | undefined } | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof pg.DatabaseError && at.code && at.code in codes)
      return { kind: codes[at.code as keyof typeof codes], constraint: at.constraint }
  }
  return null
}

/** PostgreSQL rejected a statement because a migration changed its table after the statement was planned. */
function isPlanStale(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (/^cached plan must not change result type$/.test(at.message)) return true
  return false
}

/**
 * Network errors: refused, reset, unreachable, or no DNS record during the failover of a managed database.
 */
const away =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/**
 * PostgreSQL errors: the server is shutting down or starting (57P01 to 57P03), the connection broke or a
 * pooler has no server to forward to (class 08), there are too many connections (53300), or the server is
 * read-only during a failover (25006).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const down = /^(57P0[123]|08[0-9A-Z]{3}|53300|25006)$/

/**
 * True when the database could not be reached or was just changed by a migration, rather than having rejected
 * a statement.
 */
export function isDatabaseDown(error: unknown): boolean {
  if (isPlanStale(error)) return true
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = (at as { code?: unknown }).code
    if (typeof code === 'string' && (away.test(code) || down.test(code))) return true
    if (
      /Connection terminated|timeout exceeded when trying to connect|is not queryable$|^Query read timeout$/.test(
        at.message,
      )
    )
      return true
  }
  return false
}

/** The database canceled a statement, because it exceeded its time limit. */
export function isStatementCanceled(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if ((at as { code?: unknown }).code === '57014') return true
  return false
}
