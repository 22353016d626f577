import { resolve } from 'node:path'
import pg from 'pg'
import { refuseDemoData } from '#app/demo-accounts.ts'
import { readMigrationState } from '#platform/migrations.ts'
import { archivingProblem } from '../../backups/pgbackrest.ts'
import { commandFor, startOf } from '../commands.ts'
import { addressOf, type Finding, fine, type Given, isDemo, isHere, note, why, wrong } from './finding.ts'
import { examineSealedTexts } from './sealed-texts.ts'

const migrations = resolve(import.meta.dirname, '../../../db/migrations')
const OLDEST_POSTGRES = 150_000
const WAIT_MS = 5_000
/** A worker says this often that it looks at what is due, with room for a slow machine. */
const WORKER_SILENT_SECONDS = 150
const CLOCK_APART_SECONDS = 5
const MINUTES_LATE = 10

/**
 * What the database shows: whether it is there, what runs on it, and who works.
 * @param when.isRunning whether a worker should be alive
 */
export async function examineDatabase(given: Given, when = { isRunning: true }): Promise<Finding[]> {
  const url = given.DATABASE_URL
  if (!url) return []
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: WAIT_MS,
    query_timeout: WAIT_MS,
  })
  // One that is lost later shows in the question that was asked.
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => undefined)
    return [
      wrong(
        `The database of DATABASE_URL cannot be reached: ${why(error)}`,
        'Look at DATABASE_URL, and whether PostgreSQL runs.',
      ),
    ]
  }
  try {
    const found = await server(client, given)
    const state = await readMigrationState(client, migrations)
    if (state.pending.length > 0) return [...found, pendingOf(state.pending)]
    if (state.unknown.length > 0)
      found.push(
        note(
          `The database is ahead of this version by ${state.unknown.length}: ${state.unknown.join(', ')}`,
          'That is right while you roll back, or while a newer version starts elsewhere.',
        ),
      )
    return [
      ...found,
      ...(await content(client, given)),
      ...(when.isRunning ? await work(client) : []),
      ...(await archive(client, given)),
      ...(await examineSealedTexts(client, given)),
    ]
  } catch (error) {
    return [
      wrong(`The database refused a question: ${why(error)}`, 'Look at its log, and at what its user may.'),
    ]
  } finally {
    await client.end().catch(() => undefined)
  }
}

const pendingOf = (pending: string[]) =>
  wrong(
    `${pending.length === 1 ? 'A migration has' : `${pending.length} migrations have`} not run, the first one is ${pending[0]}.`,
    `Run it: ${commandFor('migrate')}`,
  )

interface Server {
  version: number
  standby: boolean
  encoding: string
  fsync: string
  encrypted: boolean
  superuser: boolean
  connections: number
  /** Seconds since 1970, UTC. */
  now: number
}

async function server(client: pg.Client, given: Given): Promise<Finding[]> {
  const asked = Date.now()
  const { rows } = await client.query<Server>(
    `select current_setting('server_version_num')::int as version, pg_is_in_recovery() as standby,
       current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
       coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
       (select rolsuper from pg_roles where rolname = current_user) as superuser,
       current_setting('max_connections')::int as connections, extract(epoch from clock_timestamp())::float8 as now`,
  )
  const [it] = rows
  if (!it) return []
  const found: Finding[] = [fine(`PostgreSQL ${Math.floor(it.version / 10_000)} answers.`)]
  if (it.version < OLDEST_POSTGRES) found.push(wrong('PostgreSQL is older than 15.', 'Use 15 or newer.'))
  if (it.standby)
    found.push(wrong('The database takes no changes: it is a standby.', 'Name the primary in DATABASE_URL.'))
  if (it.encoding !== 'UTF8')
    found.push(
      wrong(
        `The database is in ${it.encoding}.`,
        'Make it anew: createdb --encoding=UTF8 --template=template0',
      ),
    )
  if (it.fsync === 'off')
    found.push(
      wrong('fsync is off: a power cut loses bookings that were paid for.', 'Turn it on in postgresql.conf.'),
    )
  // A path in place of a host is a socket of this machine.
  const host = decodeURIComponent(addressOf(given.DATABASE_URL)?.hostname ?? '')
  if (!it.encrypted && host !== '' && !host.startsWith('/') && !isHere(host))
    found.push(
      wrong('The connection to the database is not encrypted.', 'Add ?sslmode=verify-full to DATABASE_URL.'),
    )
  if (it.superuser)
    found.push(note("The database's user may do everything.", 'Use one that owns this database and no more.'))
  const wanted = connectionsWanted(given)
  if (wanted > it.connections - 3)
    found.push(
      wrong(
        `This machine alone wants up to ${wanted} connections, and the database gives ${it.connections}.`,
        'Lower DATABASE_POOL_SIZE or WEB_CONCURRENCY, raise max_connections, or put PgBouncer between.',
      ),
    )
  // Half of the way there and back is our best guess at when it was asked.
  const apart = Math.abs(it.now * 1000 - (asked + Date.now()) / 2) / 1000
  if (apart > CLOCK_APART_SECONDS)
    found.push(
      wrong(
        `The clocks of this machine and of the database are ${apart.toFixed(0)} seconds apart.`,
        'Let both keep the time by NTP: apt-get install systemd-timesyncd',
      ),
    )
  return found
}

/** A pool and the listening connection for each process, and the queue's four for the one that works. */
function connectionsWanted({ DATABASE_POOL_SIZE = '10', WEB_CONCURRENCY = '1' }: Given): number {
  return (Number(DATABASE_POOL_SIZE) + 1) * (Number(WEB_CONCURRENCY) + 1) + 4
}

async function content(client: pg.Client, given: Given): Promise<Finding[]> {
  const found: Finding[] = [fine('Every migration of this version has run.')]
  try {
    await refuseDemoData(client as unknown as pg.Pool, { isDemo: isDemo(given) })
  } catch (error) {
    found.push(wrong((error as Error).message, 'Start with an empty database.'))
  }
  const { rows } = await client.query<{ admins: number }>(
    `select count(*)::int as admins from user_roles r join profiles p on p.id = r.user_id
     where r.role = 'admin' and p.closed_at is null`,
  )
  if (rows[0]?.admins === 0)
    found.push(
      wrong(
        'Nobody is an admin.',
        `Sign up, confirm the address, then: ${commandFor('admin', 'grant <email>')}`,
      ),
    )
  return found
}

async function work(client: pg.Client): Promise<Finding[]> {
  const { rows: there } = await client.query<{ there: boolean }>(
    `select to_regclass('pgboss.version') is not null and to_regclass('pgboss.job') is not null as there`,
  )
  if (!there[0]?.there) return [wrong('There is no queue of jobs.', `Make it: ${commandFor('migrate')}`)]
  const { rows } = await client.query<{ silent: number | null; late: number; failed: number }>(
    `select (select extract(epoch from clock_timestamp() - cron_on)::float8 from pgboss.version limit 1) as silent,
       (count(*) filter (where state in ('created', 'retry')
         and start_after < clock_timestamp() - make_interval(mins => ${MINUTES_LATE})))::int as late,
       (count(*) filter (where state = 'failed'))::int as failed
     from pgboss.job`,
  )
  const [{ silent = null, late = 0, failed = 0 } = {}] = rows
  const found: Finding[] = []
  if (silent === null || silent > WORKER_SILENT_SECONDS)
    found.push(
      wrong(
        `No worker is alive${silent === null ? '' : `: the last one was heard ${ago(silent)} ago`}. Letters, refunds and payouts wait.`,
        `Start one: ${startOf('worker')}`,
      ),
    )
  else found.push(fine('A worker is alive.'))
  if (late > 0)
    found.push(
      wrong(
        `${late} jobs wait for more than ${MINUTES_LATE} minutes.`,
        'See Jobs in the back office, and the log of the worker.',
      ),
    )
  if (failed > 0)
    found.push(note(`${failed} jobs were given up.`, 'See Jobs in the back office: why, and try again.'))
  return found
}

const ago = (seconds: number) =>
  seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`

/** The slot of `npm run backup -- --follow`, by which the log is copied as it is written. */
const BACKUP_SLOT = 'greenside_backup'

/** Whether changes are copied to a place from which a database can be restored to a minute. */
async function archive(client: pg.Client, given: Given): Promise<Finding[]> {
  if (isDemo(given)) return []
  const stanza = given.PGBACKREST_STANZA
  const { rows } = await client.query<{
    mode: string
    command: string
    failing: boolean
    follows: boolean | null
  }>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
       coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
       (select active from pg_replication_slots where slot_name = $1) as follows from pg_stat_archiver`,
    [BACKUP_SLOT],
  )
  const [it] = rows
  if (stanza && it) return archivedBy(stanza, it)
  if (it?.follows) return [fine('A backup follows every change.')]
  if (it?.follows === false)
    return [
      wrong(
        'The backup does not follow any more: what happens now is lost with the disk, which fills up until it does.',
        `See why, and start it again: ${startOf('backup')}`,
      ),
    ]
  if (it?.mode === 'off')
    return [
      note(
        'The database archives no changes: what happens after a backup is lost with the disk.',
        'Set up backups (docs/operations.md).',
      ),
    ]
  return it?.failing ? [archiveFails] : []
}

const archiveFails = wrong(
  'The database cannot archive its changes.',
  'Look at its log; its disk fills up until it can.',
)

/** The same with pgBackRest, which the database itself calls for each piece of its log. */
function archivedBy(
  stanza: string,
  it: { mode: string; command: string; failing: boolean; follows: boolean | null },
): Finding[] {
  const problem = archivingProblem(it, stanza)
  const found = problem
    ? [wrong(problem.what, problem.todo)]
    : it.failing
      ? [archiveFails]
      : [fine('pgBackRest archives every change.')]
  if (it.follows === false)
    found.push(
      wrong(
        'The slot of the backup before pgBackRest is still there: the disk fills up with what it keeps.',
        `Run this in psql: select pg_drop_replication_slot('${BACKUP_SLOT}');`,
      ),
    )
  return found
}
