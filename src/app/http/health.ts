import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { challengeAnswer, proofPath } from '#features/templates/app-url-proof.ts'
import { addTrackingFigures } from '#features/tracking/queries.ts'
import type { Services } from '#ports/services.ts'
import { forwardingProxies } from './client-address.ts'
import { addInstallationFigures } from './installation-figures.ts'
import { addMarketplaceFigures, addProcessFigures } from './marketplace-figures.ts'
import { guardMetrics, type Metrics } from './metrics.ts'
import { type AdmissionFigures, noAdmission } from './overload.ts'

/** The state of a process between startup and shutdown. */
export interface Lifecycle {
  /** The process is shutting down. It still answers, but load balancers should stop sending requests. */
  isDraining: boolean
}

/** Endpoints for operators: liveness, readiness and metrics of each process. */
export function health(
  services: Services,
  metrics: Metrics,
  lifecycle: Lifecycle,
  admission: AdmissionFigures = noAdmission,
): Hono {
  const app = new Hono()
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get(proofPath, (c) => {
    const proof = challengeAnswer(services.env, c.req.query('challenge') ?? '')
    return proof === null ? c.text('This address answers challenges only.', 400) : c.text(proof)
  })
  app.get('/readyz', async (c) => {
    const isReady =
      !lifecycle.isDraining &&
      (await services.db.execute(sql`select 1`).then(
        () => services.realtime.isLive(),
        () => false,
      ))
    // Lets an operator compare TRUSTED_PROXY_HOPS with the actual number of proxies.
    return c.json({ ok: isReady, forwardedBy: forwardingProxies(c) }, isReady ? 200 : 503)
  })
  addTrackingFigures(services, metrics.own)
  addProcessFigures(services, metrics.own, admission)
  addMarketplaceFigures(services, metrics.common)
  addInstallationFigures(services, metrics.common, metrics.own)
  app.get('/metrics', guardMetrics(services.env), async (c) => {
    try {
      return c.text(await metrics.text(), 200, { 'content-type': metrics.contentType })
    } catch (error) {
      services.log.warn({ err: error }, 'figures: they could not be added up')
      return c.json({ code: 'unavailable', message: 'The figures could not be added up.' }, 503)
    }
  })
  return app
}

/** The routes of a process that only runs jobs. */
export function createWorkerApp(services: Services, metrics: Metrics, lifecycle: Lifecycle): Hono {
  const app = health(services, metrics, lifecycle)
  app.notFound((c) => c.json({ code: 'worker', message: 'This process answers no requests.' }, 404))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    services.log.error({ err: error }, 'unexpected failure')
    return c.json({ code: 'internal', message: 'Something went wrong on our side.' }, 500)
  })
  return app
}
