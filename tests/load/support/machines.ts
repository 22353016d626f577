import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { projectRoot } from './server.ts'

/**
 * Debian's programs around the product (postgresql, pgbouncer, haproxy), started on loopback addresses of this machine. They represent
 * additional machines.
 */
export interface Machine {
  /** Like a power failure. */
  killHard(): Promise<void>
  stop(): Promise<void>
}

export const OWNER = { uid: idOf('-u'), gid: idOf('-g') }

function idOf(flag: '-u' | '-g'): number {
  return Number(execFileSync('id', [flag, 'postgres']))
}

/** The folder of the newest PostgreSQL installed by Debian. */
export function postgresPrograms(): string {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${versions[0]}/bin`
}

/** A folder that PostgreSQL can write to, because it refuses to run as root. */
export function homeOf(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `greenside-${name}-`))
  chownSync(folder, OWNER.uid, OWNER.gid)
  return folder
}

/** Runs one of PostgreSQL's programs as its user, and waits for it. */
export function runPostgresProgram(program: string, args: string[], cwd: string) {
  execFileSync(join(postgresPrograms(), program), args, {
    ...OWNER,
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, HOME: cwd },
  })
}

/** Creates the data folder of a new server, with passwordless access from this machine. */
export function initialise(home: string): string {
  const data = join(home, 'data')
  runPostgresProgram(
    'initdb',
    [`--pgdata=${data}`, '--username=greenside', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    home,
  )
  return data
}

export interface PostgresServer extends Machine {
  port: number
  url(database: string): string
}

/** Starts a PostgreSQL server on an existing folder and waits until it answers. */
export async function startPostgres(
  data: string,
  port: number,
  settings: Record<string, string> = {},
): Promise<PostgresServer> {
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    jit: 'off',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = join(data, '..', `postgres-${port}.log`)
  const child = start(join(postgresPrograms(), 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    log,
    asPostgres: true,
  })
  const url = (database: string) => `postgres://greenside@127.0.0.1:${port}/${database}`
  await untilAnswers(url('postgres'), child, log)
  return {
    port,
    url,
    killHard: async () => {
      // Otherwise its children would keep running for a moment.
      const children = childrenOf(child.pid ?? 0)
      await end(child, 'SIGKILL')
      for (const pid of children) killQuietly(pid)
    },
    stop: () => end(child, 'SIGINT'),
  }
}

/** Distributes requests over web processes, except those whose /readyz fails. */
export async function startHaproxy(port: number, webs: readonly number[]): Promise<Machine> {
  const home = homeOf('haproxy')
  const file = join(home, 'haproxy.cfg')
  writeFileSync(
    file,
    `global
  maxconn 4000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout queue 5s
  timeout check 2s
  retries 3
  option redispatch 1
frontend all
  bind 127.0.0.1:${port}
  default_backend webs
backend webs
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter 200ms fall 2 rise 1
${webs.map((web) => `  server web${web} 127.0.0.1:${web}\n`).join('')}`,
  )
  const child = start('/usr/sbin/haproxy', ['-db', '-f', file], { log: join(home, 'log'), asPostgres: false })
  return machineOf(child)
}

/** HAProxy with the shipped configuration, without TLS, in front of one web process. */
export async function startShippedProxy(port: number, web: number): Promise<Machine> {
  const home = homeOf('haproxy')
  const file = join(home, 'haproxy.cfg')
  const shipped = readFileSync(join(projectRoot, 'deploy/haproxy.cfg'), 'utf8')
  writeFileSync(
    file,
    shipped
      .replace(/^ {4}(log|user|group|ssl-default).*\n/gm, '')
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replace(/^.*(bind :443|redirect scheme https|server web2).*\n/gm, '')
      .replace('127.0.0.1:3001', `127.0.0.1:${web}`)
      .replaceAll('/etc/haproxy/away.html', join(projectRoot, 'src/app/http/away.html')),
  )
  const child = start('haproxy', ['-db', '-f', file], { log: join(home, 'log'), asPostgres: false })
  await untilAnswering(`http://127.0.0.1:${port}/readyz`, child, join(home, 'log'))
  return machineOf(child)
}

/**
 * PgBouncer with three databases: `main` pools connections per transaction, `session` keeps one per client for LISTEN, and `reads` leads to
 * the replica.
 */
export async function startPgbouncer(
  port: number,
  database: string,
  servers: { primary: number; replica: number },
): Promise<Machine & { lead(to: { primary: number; replica: number }): void; home: string }> {
  const home = homeOf('pgbouncer')
  const file = join(home, 'pgbouncer.ini')
  const lead = (to: { primary: number; replica: number }) => {
    const door = (server: number) => `host=127.0.0.1 port=${server} dbname=${database} user=greenside`
    writeFileSync(
      file,
      `[databases]
main = ${door(to.primary)} pool_mode=transaction pool_size=20
session = ${door(to.primary)} pool_mode=session pool_size=20
reads = ${door(to.replica)} pool_mode=transaction pool_size=10
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
max_client_conn = 500
server_connect_timeout = 2
server_login_retry = 0.2
query_wait_timeout = 8
ignore_startup_parameters = extra_float_digits
`,
    )
  }
  lead(servers)
  chownSync(file, OWNER.uid, OWNER.gid)
  const child = start('/usr/sbin/pgbouncer', [file], { log: join(home, 'log'), asPostgres: true })
  await untilAnswers(`postgres://greenside@127.0.0.1:${port}/main`, child, join(home, 'log'))
  return {
    ...machineOf(child),
    home,
    lead(to) {
      lead(to)
      child.kill('SIGHUP')
    },
  }
}

function start(program: string, args: string[], options: { log: string; asPostgres: boolean }): ChildProcess {
  mkdirSync(join(options.log, '..'), { recursive: true })
  const command = [program, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  // The shell opens the log as the user that writes it.
  return spawn('/bin/sh', ['-c', `exec ${command} >> '${options.log}' 2>&1`], {
    ...(options.asPostgres ? OWNER : {}),
    cwd: join(options.log, '..'),
    stdio: 'ignore',
  })
}

const machineOf = (child: ChildProcess): Machine => ({
  killHard: () => end(child, 'SIGKILL'),
  stop: () => end(child, 'SIGTERM'),
})

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill(signal)
  })
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number)
  } catch {
    return []
  }
}

function killQuietly(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It exited together with its parent.
  }
}

async function untilAnswering(url: string, child: ChildProcess, log: string) {
  for (const deadline = performance.now() + 20_000; ; ) {
    const answer = await fetch(url).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) return
    if (child.exitCode !== null || performance.now() > deadline)
      throw new Error(`did not start:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
    await new Promise((done) => setTimeout(done, 50))
  }
}

async function untilAnswers(url: string, child: ChildProcess, log: string) {
  for (const deadline = performance.now() + 60_000; ; ) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch (error) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error(`did not start:\n${readFileSync(log, 'utf8').slice(-2_000)}`, { cause: error })
      await new Promise((done) => setTimeout(done, 50))
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
