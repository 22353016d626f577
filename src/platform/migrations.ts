import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** An arbitrary number, the same for every process that migrates a database. */
const MIGRATION_LOCK = 774_215_903
/** Files that cannot run in a transaction, such as `create index concurrently`, start with this line. */
const ALONE = /^-- runs outside a transaction\b/
const LOCK_NOT_AVAILABLE = '55P03'

export interface MigrationOptions {
  /**
   * How long a statement waits for a lock, in milliseconds. While it waits, later statements queue up behind
   * it, so it gives up soon and tries again.
   */
  lockTimeoutMs?: number
  /** How often a file is tried when its locks are held by others. */
  tries?: number
  /** The delay between two tries, in milliseconds. */
  pauseMs?: number
  /** Called before each file, and before a retry. */
  onProgress?: (words: string) => void
}

/**
 * Migrates a database: runs every pending file of the folder in order, each in a transaction, except for
 * files whose first line says that they run outside of one. Several processes may call it concurrently; the
 * others wait for the first.
 * @returns the names of the files that ran
 * @throws Error when a file that already ran has changed since, or its locks could not be acquired
 */
export async function migrate(
  url: string,
  folder: string,
  options: MigrationOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'greenside-migrate' })
  await client.connect()
  try {
    await takeTurn(client)
    await client.query(`create table if not exists schema_migrations
      (name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = await readApplied(client)
    const ran: string[] = []
    for (const name of await filesOf(folder)) {
      const statements = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(statements).digest('hex')
      const before = applied.get(name)
      if (before === checksum) continue
      if (before) throw new Error(`migration ${name} was changed after it ran; add a new one instead`)
      options.onProgress?.(name)
      await runWhenFree(client, { name, statements, checksum }, options)
      ran.push(name)
    }
    return ran
  } finally {
    await client.end()
  }
}

export interface MigrationState {
  /** Files that have not run on this database yet. */
  pending: string[]
  /**
   * Migrations that ran on this database but are unknown to this version of the program, which is older than
   * the database.
   */
  unknown: string[]
}

/** Compares a database with the migration files of a folder, without changing anything. */
export async function readMigrationState(
  client: Pick<pg.ClientBase, 'query'>,
  folder: string,
): Promise<MigrationState> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('schema_migrations') is not null as there`,
  )
  const applied = rows[0]?.there ? await readApplied(client) : new Map<string, string>()
  const files = await filesOf(folder)
  return {
    pending: files.filter((name) => !applied.has(name)),
    unknown: [...applied.keys()].filter((name) => !files.includes(name)).sort(),
  }
}

async function readApplied(client: Pick<pg.ClientBase, 'query'>): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  )
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
}

/**
 * Ensures that one process migrates at a time. It polls for the lock: a statement blocked on it would hold a
 * snapshot, for whose end `create index concurrently` would wait in turn.
 */
async function takeTurn(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      MIGRATION_LOCK,
    ])
    if (rows[0]?.mine) return
    await pause(200)
  }
}

interface Migration {
  name: string
  statements: string
  checksum: string
}

async function runWhenFree(client: pg.Client, migration: Migration, options: MigrationOptions) {
  const { lockTimeoutMs = 5_000, tries = 20, pauseMs = 2_000, onProgress } = options
  const isAlone = ALONE.test(migration.statements)
  // A concurrent statement does not block others while it waits, often for long, so it needs no lock timeout.
  await client.query(`set lock_timeout = ${isAlone ? 0 : Math.round(lockTimeoutMs)}`)
  for (let tried = 1; ; tried++) {
    try {
      return await (isAlone ? runAlone : runInTransaction)(client, migration)
    } catch (error) {
      const isLocked = error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE
      if (isLocked && tried < tries) {
        onProgress?.(`${migration.name}: others hold its locks, trying again (${tried} of ${tries})`)
        await pause(pauseMs)
        continue
      }
      const why = isLocked
        ? `others held its locks in all ${tries} tries; nothing was changed, run it again in a quieter hour`
        : error instanceof Error
          ? error.message
          : error
      throw new Error(`migration ${migration.name} failed: ${why}`, { cause: error })
    }
  }
}

async function runInTransaction(client: pg.Client, migration: Migration) {
  await client.query('begin')
  try {
    await client.query(migration.statements)
    await record(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Runs one statement, which must be safe to run twice. An invalid index left by an interrupted run is not
 * used by any query but would be mistaken for the complete one, so it is dropped first.
 */
async function runAlone(client: pg.Client, migration: Migration) {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where not i.indisvalid`,
  )
  for (const { name } of rows)
    if (migration.statements.includes(name))
      await client.query(`drop index concurrently if exists ${pg.escapeIdentifier(name)}`)
  // The extended protocol allows only one statement; several would run in an implicit transaction.
  await client.query({ text: migration.statements, values: [], queryMode: 'extended' } as pg.QueryConfig)
  await record(client, migration)
}

const record = (client: pg.Client, { name, checksum }: Migration) =>
  client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
