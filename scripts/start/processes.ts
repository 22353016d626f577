import cluster, { type Worker } from 'node:cluster'
import type { EventEmitter } from 'node:events'
import { readEnv } from '#platform/env.ts'
import { addUpFigures } from '#platform/figures.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** A process that ran for so long did not die of what it found at its start. */
const STEADY_AFTER_MS = 60_000

/** A child that can be told to stop and says that it has. */
export interface Child extends Pick<EventEmitter, 'once'> {
  stop(): void
}

/**
 * Keeps one process for each of some settings. One that dies is started again at once the first time, and ever later when it dies again
 * and again, so that a fault at the start does not keep the machine busy.
 * @param fork starts one with its settings
 * @returns what stops all of them and waits until they have
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
  /** Runs once, before the first process. @returns what is said when all is served, and what is stopped last */
  prepare(): Promise<{ announce?: () => void; stop?: () => Promise<void> }>
  /** Serves in this process until it is told to stop. */
  serve(afterwards?: () => Promise<void>): Promise<void>
}

/** Runs a program in this process, or, where WEB_CONCURRENCY asks for several, in as many that share its port. */
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

/** What the processes of one machine do: so many answer, and where jobs are worked off one more does that. */
export function rolesOf(env: {
  WEB_CONCURRENCY: number
  PROCESS_ROLE: 'web' | 'worker' | 'all'
  isDemo: boolean
}): Record<string, string>[] {
  // Whoever moves a demo's clock wants to see in the same process what follows.
  const role = env.PROCESS_ROLE === 'all' && !env.isDemo ? 'web' : env.PROCESS_ROLE
  const webs = Array.from({ length: env.WEB_CONCURRENCY }, () => ({ PROCESS_ROLE: role }))
  return role === env.PROCESS_ROLE ? webs : [...webs, { PROCESS_ROLE: 'worker', LISTEN: 'no' }]
}

/** Another process of the program that runs, sharing its port. */
function forkWorker(settings: Record<string, string>): Child {
  const worker: Worker = cluster.fork(settings)
  return Object.assign(worker, { stop: () => void worker.process.kill('SIGTERM') })
}
