/**
 * Backs up a marketplace under load, with bookings, payments and uploads. At some instant, all data is recorded. The load continues, then
 * the server is lost. The backup is restored to that instant and compared row by row: bookings, payments, ledger, files. The continuous
 * backup then follows the restored server, and a row that is written there is restored. Then the restore test runs on the newest backup, and
 * once more without it, when it must fail.
 *
 *   npm run drill -- backup [--seconds=20] [--pgbackrest]
 * --pgbackrest: through pgBackRest, a full and an incremental backup. Needs Debian's postgresql, and pgbackrest for that.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { freePort } from '#platform/free-port.ts'
import type { RestoreTest } from '#platform/restore-test.ts'
import { bookingClients, pause } from './support/booking-clients.ts'
import { findBrokenPromises, until } from './support/invariants.ts'
import { makeMarketplace } from './support/load-database.ts'
import { homeOf, initialise, OWNER, type PostgresServer, startPostgres } from './support/machines.ts'
import { buildProduct, projectRoot, type Running, startServer } from './support/server.ts'
import { listOpenSlots } from './support/slots.ts'
import { addStudents } from './support/students.ts'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    pgbackrest: { type: 'boolean', default: false },
  },
})
if (values.pgbackrest && spawnSync('pgbackrest', ['version']).error) {
  console.error('This drill needs pgBackRest: apt-get install pgbackrest')
  process.exit(1)
}
const TABLES = ['bookings', 'payments', 'ledger_transactions', 'ledger_lines', 'drill_files']

buildProduct()
const home = homeOf('backup')
const [files, kept, back] = ['files', 'backups', 'restored'].map((name) => join(home, name)) as [
  string,
  string,
  string,
]
const [repository, configuration] = [join(home, 'repository'), join(home, 'pgbackrest.conf')]
for (const folder of [files, kept, join(home, 'log')]) {
  mkdirSync(folder)
  chownSync(folder, OWNER.uid, OWNER.gid)
}
let primary: PostgresServer | undefined
let server: Running | undefined
let following: ChildProcess | undefined
let restored: PostgresServer | undefined
try {
  const port = await freePort()
  primary = await startPostgres(initialise(home), port, values.pgbackrest ? setUpPgBackRest(port) : {})
  if (values.pgbackrest) execFileSync('pgbackrest', ['stanza-create'], asPostgres(primary.url('postgres')))
  await withClient(primary.url('postgres'), (client) => client.query('create database greenside'))
  const url = primary.url('greenside')
  await makeMarketplace(url, 300)
  const pool = new pg.Pool({ connectionString: url })
  pool.on('error', () => undefined)
  await pool.query('create table drill_files (storage_key text primary key, sha256 text not null)')
  server = await startServer({ databaseUrl: url, env: { FILES_FOLDER: files } })
  const students = await addStudents(pool, 600)
  const slots = await listOpenSlots(pool, server.url, 600)
  following = spawnAsPostgres(['scripts/backup.ts', '--follow'], url)
  const clients = bookingClients(server.url, Math.random)
  let isOver = false
  let next = 0
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver && next < students.length) {
      const n = next++
      const student = students[n]
      if (student) await clients.bookAndPay({ student, slot: slots[n], pays: n % 5 !== 0 })
      await addFile(pool)
      await pause(100)
    }
  })
  await pause(2_000)
  for (const kind of values.pgbackrest ? ['full', 'incremental'] : ['whole']) {
    const began = performance.now()
    execFileSync(process.execPath, ['scripts/backup.ts'], asPostgres(url))
    console.log(`${kind} backup under load in ${Math.round(performance.now() - began)} ms`)
    await pause(2_000)
  }
  await pause(Number(values.seconds) * 500)
  const moment = await writeDown(pool)
  console.log(`at ${moment.at}: ${count(moment.rows)}`)
  // What follows is in later segments of the log, which the restored server does not have.
  await pool.query('select pg_switch_wal()')
  await pause(Number(values.seconds) * 500)
  // New files are copied every ten seconds.
  await pause(11_000)
  isOver = true
  await Promise.all(load)
  const after = await writeDown(pool)
  console.log(`at server loss: ${count(after.rows)}`)
  await server.killHard()
  await primary.killHard()
  await pool.end()
  following.kill('SIGTERM')
  rmSync(join(home, 'data'), { recursive: true })
  rmSync(files, { recursive: true })
  const restoring = performance.now()
  execFileSync(
    process.execPath,
    ['scripts/restore.ts', `--to=${moment.at}`, `--into=${back}`],
    asPostgres(url),
  )
  console.log(`restored in ${Math.round(performance.now() - restoring)} ms`)
  restored = await startPostgres(join(back, 'data'), await freePort())
  const again = new pg.Pool({ connectionString: restored.url('greenside') })
  const found = await writeDown(again)
  let differing = 0
  for (const table of TABLES) {
    const [was, is] = [moment.rows[table] ?? new Set(), found.rows[table] ?? new Set()]
    const [missing, tooMany] = [was.difference(is).size, is.difference(was).size]
    differing += missing + tooMany
    console.log(`  ${table}: ${was.size} rows, missing ${missing}, unexpected ${tooMany}`)
  }
  const { rows: named } = await again.query<{ storage_key: string; sha256: string }>(
    'select * from drill_files',
  )
  const broken = named.filter(({ storage_key: key, sha256 }) => {
    const path = join(back, 'files', key)
    return !existsSync(path) || hash(readFileSync(path)) !== sha256
  }).length
  console.log(`  files missing or changed: ${broken} of ${named.length}`)
  const unbalanced = (await findBrokenPromises(again))['ledger transactions that do not balance'] ?? 0
  await again.end()
  renameSync(join(back, 'files'), files)
  const goesOn = values.pgbackrest || (await followsRestored(restored))
  const isWorthIt = count(moment.rows) !== count(after.rows) && (moment.rows.bookings?.size ?? 0) > 0
  const passes = testRestore(url)
  const stored = values.pgbackrest ? join(repository, 'backup/greenside') : join(kept, 'base')
  renameSync(stored, `${stored}-lost`)
  const fails = testRestore(url)
  const isRight = passes.problem === null && fails.problem !== null && fails.passedAt === passes.passedAt
  process.exitCode = isWorthIt && isRight && goesOn && differing + broken + unbalanced === 0 ? 0 : 1
} finally {
  await server?.killHard()
  following?.kill('SIGTERM')
  await primary?.killHard()
  await restored?.stop()
  rmSync(home, { recursive: true, force: true })
}
console.log(process.exitCode === 0 ? '\nall checks passed' : '\nchecks FAILED')

/** Follows the restored server. @returns whether a row that is written there arrives in the backup, and is restored from it */
async function followsRestored({ url }: PostgresServer): Promise<boolean> {
  following = spawnAsPostgres(['scripts/backup.ts', '--follow'], url('greenside'))
  await withClient(url('greenside'), async (client) => {
    await client.query('create table drill_after_restore ()')
    await client.query('select pg_switch_wal()')
  })
  const wal = join(kept, 'wal')
  const arrived = await until(async () => readdirSync(wal).some((name) => /^0{7}2[\dA-F]{16}$/.test(name)), {
    seconds: 30,
    everyMs: 200,
  })
  console.log(`the log of the restored server ${arrived ? 'is' : 'is NOT'} in the backup`)
  if (!arrived) return false
  const into = `${back}-again`
  execFileSync(process.execPath, ['scripts/restore.ts', `--into=${into}`], asPostgres(url('greenside')))
  const last = await startPostgres(join(into, 'data'), await freePort())
  try {
    await withClient(last.url('greenside'), (client) => client.query('select from drill_after_restore'))
    return true
  } finally {
    await last.stop()
  }
}

/** Runs the restore test. @returns what it recorded */
function testRestore(url: string): RestoreTest {
  spawnSync(process.execPath, ['scripts/restore-test.ts', `--in=${home}`], asPostgres(url))
  const result = readFileSync(join(kept, 'restore-test.json'), 'utf8')
  console.log(`recorded: ${result.trim()}`)
  return JSON.parse(result) as RestoreTest
}

/** Writes the configuration of pgBackRest. @returns the settings with which PostgreSQL archives its WAL there */
function setUpPgBackRest(port: number): Record<string, string> {
  const folders = ['log', 'lock', 'spool'].map((name) => `${name}-path=${join(home, name)}\n`)
  const server = { path: join(home, 'data'), port, 'socket-path': home, user: 'greenside' }
  writeFileSync(
    configuration,
    `[global]
repo1-path=${repository}
repo1-bundle=y
process-max=2
${folders.join('')}[greenside]
${Object.entries(server)
  .map(([name, value]) => `pg1-${name}=${value}\n`)
  .join('')}`,
  )
  return {
    unix_socket_directories: home,
    archive_mode: 'on',
    // The minute of docs/operations.md would make the drill longer.
    archive_timeout: '5s',
    archive_command: `pgbackrest --config=${configuration} --stanza=greenside archive-push %p`,
  }
}

/** Records all rows at an instant at which no transaction with changes is open. */
async function writeDown(pool: pg.Pool): Promise<{ at: string; rows: Record<string, Set<string>> }> {
  for (;;) {
    const client = await pool.connect()
    try {
      await client.query(
        `begin; set local lock_timeout = '200ms'; lock table ${TABLES.join(', ')} in share mode`,
      )
      const { rows: times } = await client.query<{ at: string }>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
      )
      const rows: Record<string, Set<string>> = {}
      for (const table of TABLES) {
        const found = await client.query<{ row: string }>(`select t::text as row from ${table} t`)
        rows[table] = new Set(found.rows.map(({ row }) => row))
      }
      return { at: times[0]?.at ?? '', rows }
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '55P03')) throw error
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
}

async function addFile(pool: pg.Pool) {
  const key = `drill/${randomUUID()}`
  const bytes = Buffer.from(`${key} `.repeat(200))
  mkdirSync(join(files, 'drill'), { recursive: true })
  writeFileSync(join(files, key), bytes)
  await pool.query('insert into drill_files values ($1, $2)', [key, hash(bytes)])
}

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function count(rows: Record<string, Set<string>>): string {
  return Object.entries(rows)
    .map(([table, { size }]) => `${size} ${table}`)
    .join(', ')
}

function asPostgres(url: string) {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    BACKUP_FOLDER: kept,
    FILES_FOLDER: files,
    HOME: home,
    ...(values.pgbackrest ? { PGBACKREST_STANZA: 'greenside', PGBACKREST_CONFIG: configuration } : {}),
  }
  return { ...OWNER, cwd: projectRoot, env, stdio: 'inherit' as const }
}

function spawnAsPostgres(args: string[], url: string) {
  return spawn(process.execPath, args, asPostgres(url))
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client)
  await client.end()
}
