import { readEnv } from '#platform/env.ts'
import type { Hashing } from '#platform/passwords.ts'
import { refuseDemoData } from './demo-accounts.ts'
import { drawPage } from './draw-page.ts'
import { createHttpApp } from './http/app.ts'
import { hangUpStreams } from './http/events.ts'
import { createWorkerApp, type Lifecycle } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import { admitRequests } from './http/overload.ts'
import { createServices } from './services.ts'
import { jobKinds, startWorker } from './worker.ts'

const lifecycle: Lifecycle = { isDraining: false }

async function boot(hashing?: Hashing) {
  const env = readEnv()
  const isWorker = env.PROCESS_ROLE !== 'web'
  const services = await createServices(env, { work: isWorker, hashing })
  // What nobody caught ends the process; Node itself would print all of it, and with a statement what people typed.
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
  const app =
    env.PROCESS_ROLE === 'worker'
      ? createWorkerApp(services, createMetrics(), lifecycle)
      : createHttpApp(services, drawPage, lifecycle, admission.turnedAway)
  return { app, services, guard: admission.guard }
}

let running: ReturnType<typeof boot> | undefined

/**
 * Starts the process's services once; the first request of a development server does so too.
 * @param hashing another than the product's own, for journeys that are not about passwords
 */
export function start(hashing?: Hashing) {
  running ??= import.meta.env.DEV ? replaceEarlier(boot) : boot(hashing)
  return running
}

/** A development server loads this file anew after every change: what the last one opened is closed, or connections run out. */
async function replaceEarlier(open: typeof boot) {
  const earlier: unknown = Reflect.get(globalThis, EARLIER)
  Reflect.set(globalThis, EARLIER, stop)
  if (typeof earlier === 'function') await earlier()
  return await open()
}

const EARLIER = Symbol.for('greenside.stop')

/** Says that no more requests are wanted; those that come are answered all the same. */
export function drain(): void {
  lifecycle.isDraining = true
}

/** Tells every listener to come back soon, and so to another process. */
export async function hangUp(): Promise<void> {
  const services = (await running?.catch(() => undefined))?.services
  if (services) hangUpStreams(services)
}

/** Lets the jobs at hand finish and closes every connection. */
export async function stop() {
  const services = (await running?.catch(() => undefined))?.services
  await services?.close()
}

export default {
  fetch: async (request: Request) => (await start()).app.fetch(request),
}
