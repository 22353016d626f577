import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { freePort } from '#platform/free-port.ts'
import { assertAllGood, type LoadPlan, type LoadResult, runLoad } from '#tests/load/support/load.ts'
import { type Running, startProcess } from '#tests/load/support/server.ts'

/** The product's default; the same for both sides of every comparison. */
const POOL_SIZE = 10

/** A core for the server and another for the generator, where the system can pin. */
export const cores =
  availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0
    ? { server: 0, generator: 1 }
    : {}

/** Starts `node:http` with nothing round it. */
export async function startRaw(kind: 'hello' | 'search', databaseUrl = '', core?: number): Promise<Running> {
  const port = await freePort()
  return await startProcess({
    args: ['tests/load/bench/raw-server.ts'],
    env: {
      NODE_ENV: 'production',
      RAW: kind,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
    },
    port,
    readyPath: '/',
    ...(core === undefined ? {} : { core }),
  })
}

/** Starts `node:http` that sends a page from a file as it is, or draws as many elements with bare React. */
export async function startRawPage(kind: 'static' | 'render', file: string): Promise<Running> {
  const port = await freePort()
  return await startProcess({
    args: ['tests/load/bench/raw-pages.ts'],
    env: { NODE_ENV: 'production', RAW: kind, PAGE: file, PORT: String(port) },
    port,
    readyPath: '/',
  })
}

export interface Measured extends LoadResult {
  /** Processor time of the server process for each request, in microseconds. */
  cpuMicros: number
}

/** One run under load. @throws Error when an answer was not a success */
export async function measure(server: Running, plan: Omit<LoadPlan, 'url'>, what: string): Promise<Measured> {
  const before = server.cpuSeconds()
  const result = assertAllGood(await runLoad({ ...plan, url: server.url }), what)
  return { ...result, cpuMicros: ((server.cpuSeconds() - before) / result.requests) * 1e6 }
}
