import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { freePort } from '#platform/free-port.ts'

export const projectRoot = resolve(import.meta.dirname, '../../..')

/** Signs sessions and payment events in all load runs. */
export const loadSecret = 'a-secret-of-the-load-runs-and-of-nobody-else'

/** A server process under load. */
export interface Running {
  url: string
  pid: number
  /** Milliseconds from spawning the process to its first successful response. */
  readyMs: number
  /** Processor seconds used so far. */
  cpuSeconds(): number
  /** Resident memory in MB. */
  rssMb(): number
  /** Like a power failure: without any cleanup. */
  killHard(): Promise<void>
  stop(): Promise<void>
  /** Requests a shutdown. @returns the exit code, and the duration in milliseconds */
  stopAndSee(): Promise<{ code: number | null; ms: number }>
}

export interface ServerOptions {
  databaseUrl: string
  /** The previous port after a crash; by default a free one. */
  port?: number
  env?: Record<string, string>
  /** Options for Node itself, such as `--cpu-prof`. */
  nodeArgs?: string[]
  /** Pins the process to a core if the system supports it. */
  core?: number
  /** The checkout to start; by default this one. */
  cwd?: string
}

/** Builds the product, unless the sources have not changed since the last build. */
export function buildProduct() {
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: projectRoot, stdio: 'inherit' })
}

/** Starts the built product in a separate process: logs and rate limits off, local vendors, one process. */
export async function startServer(options: ServerOptions): Promise<Running> {
  const port = options.port ?? (await freePort())
  const env = {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: options.databaseUrl,
    DEMO: '1',
    SESSION_SECRET: loadSecret,
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    REQUESTS_AT_ONCE: '0',
    REQUESTS_PER_ADDRESS: '0',
    ...options.env,
  }
  return await startProcess({ ...options, args: ['scripts/serve.ts'], env, port, readyPath: '/readyz' })
}

export interface ProcessOptions {
  args: string[]
  env: Record<string, string>
  port: number
  /** Returns 200 once the process is ready. */
  readyPath: string
  nodeArgs?: string[]
  core?: number
  cwd?: string
}

/** Starts a Node program that listens on a port, and waits until it answers. */
export async function startProcess(options: ProcessOptions): Promise<Running> {
  const command = [process.execPath, ...(options.nodeArgs ?? []), ...options.args]
  const [program = '', ...args] =
    options.core === undefined ? command : ['taskset', '-c', String(options.core), ...command]
  const started = performance.now()
  const child = spawn(program, args, {
    cwd: options.cwd ?? projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      // As for all processes of `npm start`.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...options.env,
    },
  })
  const url = `http://127.0.0.1:${options.port}`
  await untilReady(child, url + options.readyPath).catch(async (error: Error) => {
    await end(child, 'SIGKILL')
    throw error
  })
  const readyMs = performance.now() - started
  const pid = child.pid ?? 0
  return {
    url,
    pid,
    readyMs,
    cpuSeconds: () => cpuSeconds(pid),
    rssMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    killHard: () => end(child, 'SIGKILL'),
    stop: () => end(child, 'SIGTERM'),
    async stopAndSee() {
      const told = performance.now()
      await end(child, 'SIGTERM')
      return { code: child.exitCode, ms: performance.now() - told }
    },
  }
}

async function untilReady(child: ChildProcess, url: string) {
  const deadline = performance.now() + 60_000
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${url}: the process ended before it was ready`)
    if (performance.now() > deadline) throw new Error(`${url}: not ready after a minute`)
    const ok = await fetch(url).then(
      async (answer) => {
        await answer.body?.cancel()
        return answer.ok
      },
      () => false,
    )
    if (ok) return
    await new Promise((done) => setTimeout(done, 10))
  }
}

function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => {
    child.once('exit', () => done())
    child.kill(signal)
  })
}

/** User and system time of a process, in seconds; Linux counts in hundredths. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
