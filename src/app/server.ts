import { createStartHandler, defaultRenderHandler, defaultStreamHandler } from '@tanstack/react-start/server'
import { readEnv } from '#platform/env.ts'
import type { Hashing } from '#platform/passwords.ts'
import { startSendingMetrics } from '#platform/send-metrics.ts'
import { startTracing } from '#platform/start-tracing.ts'
import { refuseDemoData } from './demo-accounts.ts'
import { createHttpApp } from './http/app.ts'
import { hangUpStreams } from './http/events.ts'
import { createWorkerApp, type Lifecycle } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import { admitRequests } from './http/overload.ts'
import { postponeScripts } from './late-scripts.ts'
import { createServices } from './services.ts'
import { jobKinds, startWorker } from './worker.ts'

let stopTracing: (() => Promise<void>) | undefined
let stopSendingMetrics: (() => Promise<void>) | undefined

const lifecycle: Lifecycle = { isDraining: false }

async function boot(hashing?: Hashing) {
  const env = readEnv()
  const isWorker = env.PROCESS_ROLE !== 'web'
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT) stopTracing = await startTracing({ role: env.PROCESS_ROLE })
  const services = await createServices(env, { work: isWorker, hashing })
  // An uncaught exception ends the process. Node itself would print the whole error, including user input in SQL statements.
  if (!import.meta.env.DEV)
    process.on('uncaughtException', (error) => {
      services.log.fatal({ err: error }, 'an error nobody caught; the process ends')
      void services.reportErrors().finally(() => process.exit(1))
    })
  await refuseDemoData(services.db.$client, env)
  await services.jobs.start(jobKinds)
  if (isWorker) await startWorker(services)
  const admission = admitRequests({
    atOnce: env.REQUESTS_AT_ONCE,
    perAddress: env.REQUESTS_PER_ADDRESS,
    trustedHops: env.TRUSTED_PROXY_HOPS,
    tell: (refused) => services.log.warn(refused, 'requests were refused'),
  })
  const metrics = createMetrics()
  const app =
    env.PROCESS_ROLE === 'worker'
      ? createWorkerApp(services, metrics, lifecycle)
      : createHttpApp(services, drawPage, lifecycle, admission, metrics)
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT)
    stopSendingMetrics = await startSendingMetrics({
      registries: metrics.registries,
      role: env.PROCESS_ROLE,
    })
  return { app, services, guard: admission.guard }
}

let running: ReturnType<typeof boot> | undefined

/**
 * Starts the process's services once. In development, the first request starts them.
 * @param hashing replaces the product's own in browser tests that are not about passwords
 */
export function start(hashing?: Hashing) {
  running ??= import.meta.env.DEV ? replaceEarlier(boot) : boot(hashing)
  return running
}

/** The development server reloads this file after every change. The previous services must be closed, or database connections run out. */
async function replaceEarlier(open: typeof boot) {
  const earlier: unknown = Reflect.get(globalThis, EARLIER)
  Reflect.set(globalThis, EARLIER, stop)
  if (typeof earlier === 'function') await earlier()
  return await open()
}

const EARLIER = Symbol.for('greenside.stop')

/** Marks the process as not ready for more requests; requests are still answered. */
export function drain(): void {
  lifecycle.isDraining = true
}

/** Closes all event streams, so that their clients reconnect to another process. */
export async function hangUp(): Promise<void> {
  const services = (await running?.catch(() => undefined))?.services
  if (services) hangUpStreams(services)
}

/** Waits for running jobs and closes all connections. */
export async function stop() {
  const services = (await running?.catch(() => undefined))?.services
  // The latest values are read from the database.
  await stopSendingMetrics?.()
  await services?.close()
  await stopTracing?.()
}

export default {
  fetch: async (request: Request) => (await start()).app.fetch(request),
}

type Draw = typeof defaultStreamHandler

/** The marker React writes for a suspended component that was not ready. */
const UNFINISHED = '<!--$!-->'

const drawnBy = (draw: Draw) =>
  createStartHandler((page) => {
    // In development, scripts are handled by the development server.
    if (import.meta.env.PROD) postponeScripts(page.router)
    return draw(page)
  })

const drawAtOnce = drawnBy(defaultRenderHandler)
const drawAsItComes = drawnBy(defaultStreamHandler)

/**
 * Renders a page. Its data is loaded before rendering, so it is rendered in one pass, in half the time of a stream. If a part was not
 * ready, usually because its code is being loaded for the first time, the page is rendered again as a stream, which waits for it.
 */
async function drawPage(request: Request): Promise<Response> {
  if (request.method !== 'GET') return await drawAsItComes(request)
  const drawn = await drawAtOnce(request)
  if (!drawn.headers.get('content-type')?.startsWith('text/html')) return drawn
  const html = await drawn.text()
  if (html.includes(UNFINISHED)) return await drawAsItComes(request)
  return new Response(html, { status: drawn.status, headers: drawn.headers })
}
