import { spawn } from 'node:child_process'
import { join } from 'node:path'

export interface LoadRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface LoadPlan {
  /** `http://host:port` */
  url: string
  requests: LoadRequest[]
  /**
   * The number of open connections. An open loop opens up to four times as many when all are busy; beyond that, requests wait for a
   * connection.
   */
  connections: number
  /** The duration… */
  seconds?: number
  /** …or the number of requests. */
  count?: number
  /**
   * Open loop: requests start at this rate regardless of response times. If undefined, each connection sends its next request after a
   * response.
   */
  perSecond?: number
  keepBodies?: boolean
  /** Pins the generator to a core. */
  core?: number
}

export interface LoadResult {
  requests: number
  seconds: number
  perSecond: number
  /** Responses by status; `0` counts broken connections. */
  statuses: Record<string, number>
  /** Milliseconds; in an open loop measured from the scheduled start, including the wait for a connection. */
  p50: number
  p99: number
  max: number
  /** The same by status. */
  ofStatus: Record<string, { p50: number; p99: number }>
  /**
   * Open loop: the 99th percentile of the generator's own delay in sending, in milliseconds. If it exceeds the response times, the
   * generator is too slow.
   */
  lateP99: number
  /** Open loop: how long requests waited in the generator for a connection, in milliseconds, 99 of 100 times at most. Their times include it. */
  waitP99: number
  bytesPerAnswer: number
  bodies: string[]
  /** Whether the limit of open files kept the generator from opening all the connections it wanted. */
  isAtFileLimit: boolean
}

/** Runs the generator in a separate process, so that it does not share a thread with the measurement. */
export function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const program = join(import.meta.dirname, 'generator.ts')
  const [command = '', ...args] =
    plan.core === undefined
      ? [process.execPath, program]
      : ['taskset', '-c', String(plan.core), process.execPath, program]
  return new Promise((done, fail) => {
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    let answer = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      answer += text
    })
    child.once('error', fail)
    child.once('close', (code) =>
      code === 0 ? done(JSON.parse(answer)) : fail(new Error(`the load generator ended with ${code}`)),
    )
    child.stdin.end(JSON.stringify(plan))
  })
}

/** @throws Error if any response was not a success, because the measurement would then not represent real work */
export function assertAllGood(result: LoadResult, what: string): LoadResult {
  const bad = Object.entries(result.statuses).filter(([status]) => !status.startsWith('2'))
  if (bad.length > 0 || result.requests === 0)
    throw new Error(`${what}: the run is invalid, with responses ${JSON.stringify(result.statuses)}`)
  return result
}
