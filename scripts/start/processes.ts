import cluster, { type Worker } from 'node:cluster'
import type { EventEmitter } from 'node:events'
import { readEnv } from '#platform/env.ts'
import { addUpFigures } from '#platform/figures.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** A process that ran for this long did not fail at startup, so it is restarted without delay. */
const STEADY_AFTER_MS = 60_000

/** A child process that can be stopped and emits `exit`. */
export interface Child extends Pick<EventEmitter, 'once'> {
  stop(): void
}

/**
 * Keeps one process running for each entry of `settings`. A process that exits is restarted immediately the first time and with growing
 * delays on repeated exits, so that a failure at startup does not keep the machine busy.
 * @param fork starts a process with its settings
 * @returns a function that stops all processes and waits for their exit
 */
export function keepRunning(
  settings: readonly Record<string, string>[],
  fork: (settings: Record<string, string>) => Child,
  say: (words: string) => void,
): () => Promise<void> {
  const running = new Set<Child>()
  const waiting = new Set<NodeJS.Timeout>()
  let isStopping = false

  const run = (own: Record<string, string>, deaths: number) => {
    const child = fork(own)
    const began = performance.now()
    running.add(child)
    child.once('exit', (code: number | null, signal: string | null) => {
      running.delete(child)
      if (isStopping) return
      const wasSteady = performance.now() - began > STEADY_AFTER_MS
      const inARow = wasSteady ? 0 : deaths
      const pauseMs =
        inARow === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(inARow - 1, 10))
      say(
        `a ${own.PROCESS_ROLE} process ended (${signal ?? code}); it is started again${pauseMs > 0 ? ` in ${pauseMs / 1000} s` : ''}`,
      )
      const timer = setTimeout(() => {
        waiting.delete(timer)
        run(own, inARow + 1)
      }, pauseMs)
      waiting.add(timer)
    })
  }
  for (const own of settings) run(own, 0)

  return async () => {
    isStopping = true
    for (const timer of waiting) clearTimeout(timer)
    await Promise.all(
      [...running].map((child) => {
        const ended = new Promise((done) => child.once('exit', done))
        child.stop()
        return ended
      }),
    )
  }
}

export interface Program {
  /** Runs once, before the first process. @returns `announce`, called when all processes serve, and `stop`, called last */
  prepare(): Promise<{ announce?: () => void; stop?: () => Promise<void> }>
  /** Serves in this process until it receives a stop signal. */
  serve(afterwards?: () => Promise<void>): Promise<void>
}

/** Runs a program in this process or, if WEB_CONCURRENCY is more than 1, in that number of processes that share its port. */
export async function runProcesses(program: Program): Promise<void> {
  if (cluster.isWorker) return await program.serve()
  const { announce, stop } = await program.prepare()
  const env = readEnv()
  if (env.WEB_CONCURRENCY === 1) await program.serve(stop)
  else {
    addUpFigures()
    const firstAnswers = new Promise((done) => cluster.once('listening', done))
    const stopAll = keepRunning(rolesOf(env), forkWorker, (words) => console.error(words))
    let isStopping = false
    const end = async () => {
      if (isStopping) return
      isStopping = true
      await stopAll()
      await stop?.()
      process.exit(0)
    }
    process.on('SIGTERM', end)
    process.on('SIGINT', end)
    await firstAnswers
  }
  announce?.()
}

/** The roles of a machine's processes: WEB_CONCURRENCY web processes and, if the machine also runs jobs, a separate worker. */
export function rolesOf(env: {
  WEB_CONCURRENCY: number
  PROCESS_ROLE: 'web' | 'worker' | 'all'
  isDemo: boolean
}): Record<string, string>[] {
  // A demo runs jobs in its web processes, so that the effects of moving the clock are visible in the same process.
  const role = env.PROCESS_ROLE === 'all' && !env.isDemo ? 'web' : env.PROCESS_ROLE
  const webs = Array.from({ length: env.WEB_CONCURRENCY }, () => ({ PROCESS_ROLE: role }))
  return role === env.PROCESS_ROLE ? webs : [...webs, { PROCESS_ROLE: 'worker', LISTEN: 'no' }]
}

/** Starts another process of this program that shares its port. */
function forkWorker(settings: Record<string, string>): Child {
  const worker: Worker = cluster.fork(settings)
  return Object.assign(worker, { stop: () => void worker.process.kill('SIGTERM') })
}
