import type { SQL } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Clock, MovableClock } from './clock.ts'

/** Drizzle over one pool; `$client` is the pool itself, for statements that are prepared by name. */
export type Database = NodePgDatabase & { $client: pg.Pool }

/** What both a database and a transaction on it can do. */
export type Queryable = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'selectDistinct'
>

/**
 * Opens a pool. Connections are made on first use and reused.
 * @param options `clock`: one that can be moved is followed by `current_instant()` on every connection of the pool; `prepared`: false where
 *   connections are shared between transactions, so that no statement is kept on one; `answerMs`: how long a connection and an answer
 *   are waited for; `name`: how the database shows its connections
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
  // Nor one that is lost while a transaction holds it: its statement fails, and that is how the transaction hears of it.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    if (options.prepared === false) forgetNames(client)
  })
  if (options.clock && isMovable(options.clock)) followClock(pool, options.clock)
  planAnew(pool)
  return drizzle({ client: pool }) as Database
}

/**
 * A migration may change a table whose statements connections have planned; PostgreSQL refuses such a statement before it does anything.
 * Outside of a transaction it is sent once more, without its name, and so planned for what is there now.
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

/** Sends every statement without its name: the next transaction may run on another connection, which does not know it. */
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

/** Tells a connection the time before it is handed out, when the clock was moved since it was last told. */
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
  // The library's own `pool.query` asks for a connection with a callback.
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

/** A transaction on one connection; `$client` is that connection, for statements that are prepared by name. */
export type Transaction = Queryable & { $client: pg.ClientBase }

const transactions = new WeakMap<pg.ClientBase, Transaction>()

/** All or nothing, as `db.transaction`, where statements can be prepared: for paths that are walked often. */
export async function inTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
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
    // Its plans are of no use any more: the next transaction gets another connection.
    if (isPlanStale(error)) broken = error as Error
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** What runs statements that are prepared by name: the pool or one connection; null inside `db.transaction`. */
export function preparing(db: Queryable): pg.Pool | pg.ClientBase | null {
  return '$client' in db ? (db as Database | Transaction).$client : null
}

const dialect = new PgDialect()

/**
 * Runs a statement whose text is always the same, planned once a connection where that is possible: planning a large one
 * takes longer than running it. Instants come back as the driver reads them.
 * @param name one for each statement, at most 63 characters
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
 * A query of the query builder that is built once a database and planned once a connection: for large ones that are asked often,
 * where building and planning take longer than running. What changes from call to call is a `sql.placeholder`.
 * @param build ends in `.prepare(name)`, with a name of its own
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
  // A NUL in a text, which people cannot type and PostgreSQL does not keep.
  '22021': 'malformed',
  '22P05': 'malformed',
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

/** PostgreSQL refused a statement that was planned before a migration changed its table. */
function isPlanStale(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++)
    if (/^cached plan must not change result type$/.test(at.message)) return true
  return false
}

/** The network's own: refused, cut, not there, no such name while a managed database changes places. */
const away =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/**
 * PostgreSQL's: it is going down or coming up (57P01 to 57P03), the line broke, or a pooler has nobody to
 * hand on to (class 08), no connection is left (53300), and the server
 * behind the address may not write, because another takes its place at this moment (25006).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const down = /^(57P0[123]|08[0-9A-Z]{3}|53300|25006)$/

/** True when the database could not be reached, or was just changed by a migration, as against having refused a statement. */
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
