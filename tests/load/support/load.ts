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
  /** Open at once. In an open loop more are opened when all are busy, four times as many at most; then requests wait for one. */
  connections: number
  /** Ends after so many seconds… */
  seconds?: number
  /** …or after so many requests. */
  count?: number
  /** Open loop: requests start at this rate, however slow the answers are. Left out: each connection asks when it was answered. */
  perSecond?: number
  keepBodies?: boolean
  /** Pins the generator to a core. */
  core?: number
}

export interface LoadResult {
  requests: number
  seconds: number
  perSecond: number
  /** Answers by status; `0` are connections that broke. */
  statuses: Record<string, number>
  /** Milliseconds; in an open loop from the moment the request was to leave, waiting for a connection included. */
  p50: number
  p99: number
  max: number
  /** The same by status. */
  ofStatus: Record<string, { p50: number; p99: number }>
  /** Open loop: how late the generator itself was to send, in milliseconds, 99 of 100 times at most. More than the answers take: it is too weak. */
  lateP99: number
  bytesPerAnswer: number
  bodies: string[]
}

/** Runs the generator in a process of its own, so that what measures does not share a thread with what asks. */
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

/** @throws Error when any answer was not a success: what was measured then is not the work. */
export function assertAllGood(result: LoadResult, what: string): LoadResult {
  const bad = Object.entries(result.statuses).filter(([status]) => !status.startsWith('2'))
  if (bad.length > 0 || result.requests === 0)
    throw new Error(`${what}: the run is void, it had answers ${JSON.stringify(result.statuses)}`)
  return result
}
