import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { type Finding, fine, type Given, why, wrong } from './finding.ts'

const WAIT_MS = 5_000
/** How long a replica may take to show what the primary had before it was asked. */
const CATCH_UP_MS = 5_000

/** What tells one database from every other, and whether it takes changes. */
interface Identity {
  /** Of the server and all of its replicas. */
  system: string
  database: string
  isStandby: boolean
}

/** DATABASE_SESSION_URL and DATABASE_REPLICA_URL: there, the same database as DATABASE_URL, and what they are said to be. */
export async function examineOtherDatabases(given: Given): Promise<Finding[]> {
  const { DATABASE_URL: url, DATABASE_SESSION_URL: sessionUrl, DATABASE_REPLICA_URL: replicaUrl } = given
  if (!url) return []
  return await withClients(async (open) => {
    const primary = await open(url).catch(() => null)
    // That it cannot be reached is said elsewhere.
    const own = primary && (await identityOf(primary))
    return [
      ...(sessionUrl
        ? await examineSessions(sessionUrl, own, open)
        : await refusePooler('DATABASE_URL', url, open)),
      ...(replicaUrl ? await examineReplica(replicaUrl, own, primary, open) : []),
    ]
  })
}

type Open = (url: string) => Promise<pg.Client>

async function withClients(look: (open: Open) => Promise<Finding[]>): Promise<Finding[]> {
  const clients: pg.Client[] = []
  try {
    return await look(async (url) => {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: WAIT_MS,
        query_timeout: WAIT_MS,
        application_name: 'greenside-doctor',
      })
      clients.push(client)
      client.on('error', () => undefined)
      await client.connect()
      return client
    })
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
}

async function identityOf(client: pg.Client): Promise<Identity> {
  const { rows } = await client.query<Identity>(
    `select (select system_identifier::text from pg_control_system()) as system, current_database() as database,
       pg_is_in_recovery() as "isStandby"`,
  )
  const [identity] = rows
  if (!identity) throw new Error('it does not say which one it is')
  return identity
}

async function examineSessions(url: string, own: Identity | null, open: Open): Promise<Finding[]> {
  const name = 'DATABASE_SESSION_URL'
  const client = await open(url).catch((error: Error) => error)
  if (client instanceof Error)
    return [
      wrong(
        `The database of ${name} cannot be reached: ${why(client)}. Jobs, migrations and news need it.`,
        `Look at ${name}: host, port, user, password and name.`,
      ),
    ]
  const identity = await identityOf(client)
  const other = differenceOf(own, identity)
  if (other)
    return [
      wrong(
        `${name} leads to ${other} than DATABASE_URL: jobs and news of the one would be missing in the other.`,
        'Let both lead to the same database.',
      ),
    ]
  if (identity.isStandby)
    return [wrong(`${name} leads to a standby, which takes no changes.`, `Name the primary in ${name}.`)]
  const shared = await refusePooler(name, url, open)
  return shared.length > 0 ? shared : [fine(`${name} leads to the database of DATABASE_URL.`)]
}

/** Sets something in one session, lets another take its connection, and sees whether it is still set. */
async function refusePooler(name: string, url: string, open: Open): Promise<Finding[]> {
  try {
    const [one, two] = [await open(url), await open(url)]
    // Another each time: what an earlier doctor set may still be there.
    const mark = randomUUID()
    await one.query(`select set_config('greenside.doctor', $1, false)`, [mark])
    await two.query('begin')
    await two.query('select 1')
    const { rows } = await one.query<{ it: string | null }>(
      `select current_setting('greenside.doctor', true) as it`,
    )
    await two.query('rollback')
    if (rows[0]?.it === mark) return []
  } catch (error) {
    // One that has a single connection for all cannot answer in time.
    if (!(error instanceof Error && /timeout/i.test(error.message))) return []
  }
  return [
    wrong(
      `${name} leads to a pooler that shares connections between transactions: news and jobs would be lost.`,
      name === 'DATABASE_URL'
        ? 'Set DATABASE_SESSION_URL to an address with pool_mode=session (deploy/pgbouncer.ini), or to the database itself.'
        : 'Use pool_mode=session there (deploy/pgbouncer.ini), or the address of the database itself.',
    ),
  ]
}

async function examineReplica(
  url: string,
  own: Identity | null,
  primary: pg.Client | null,
  open: Open,
): Promise<Finding[]> {
  const name = 'DATABASE_REPLICA_URL'
  const client = await open(url).catch((error: Error) => error)
  if (client instanceof Error)
    return [
      wrong(
        `The replica of ${name} cannot be reached: ${why(client)}. The primary answers in its place.`,
        `Look at ${name}, and whether the replica runs.`,
      ),
    ]
  const identity = await identityOf(client)
  const other = differenceOf(own, identity)
  if (other)
    return [
      wrong(
        `${name} leads to ${other} than DATABASE_URL.`,
        'Name a streaming replica of this database, or take it out.',
      ),
    ]
  if (!identity.isStandby)
    return [
      wrong(
        `${name} is no replica: it takes changes, so it is the primary or was promoted.`,
        'Name a streaming replica, or take it out. After a promotion it belongs in DATABASE_URL (docs/operations.md).',
      ),
    ]
  if (!primary) return []
  const { rows } = await primary.query<{ at: string }>('select pg_current_wal_lsn()::text as at')
  for (const deadline = performance.now() + CATCH_UP_MS; performance.now() < deadline; ) {
    const { rows: there } = await client.query<{ shows: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as shows',
      [rows[0]?.at],
    )
    if (there[0]?.shows) return [fine(`${name} follows the primary.`)]
    await new Promise((done) => setTimeout(done, 100))
  }
  return [
    wrong(
      `The replica of ${name} is more than ${CATCH_UP_MS / 1_000} seconds behind: it is not read from.`,
      'See on the primary: select * from pg_stat_replication',
    ),
  ]
}

/** @returns what a second address leads to in place of our database; null where it is the same */
function differenceOf(own: Identity | null, other: Identity): string | null {
  if (!own) return null
  if (own.system !== other.system) return 'another database server'
  return own.database === other.database ? null : 'another database'
}
