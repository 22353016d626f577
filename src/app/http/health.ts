import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { trackingFigures } from '#features/tracking/queries.ts'
import type { Services } from '#ports/services.ts'
import { marketplaceFigures, processFigures } from './marketplace-figures.ts'
import { type createMetrics, guardMetrics } from './metrics.ts'

/** Where a process stands between its start and its end. */
export interface Lifecycle {
  /** It has been told to stop, and still answers: whoever shares out requests should send it no more. */
  isDraining: boolean
}

/** What an operator's programs ask of every process: whether it lives, whether it wants requests, and its figures. */
export function health(
  services: Services,
  metrics: ReturnType<typeof createMetrics>,
  lifecycle: Lifecycle,
  turnedAway = () => 0,
): Hono {
  const app = new Hono()
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const isReady =
      !lifecycle.isDraining &&
      (await services.db.execute(sql`select 1`).then(
        () => services.realtime.isLive(),
        () => false,
      ))
    return c.json({ ok: isReady }, isReady ? 200 : 503)
  })
  app.get('/metrics', guardMetrics(services.env), async (c) =>
    c.text(
      (await metrics.text()) +
        trackingFigures(services) +
        processFigures(services, turnedAway()) +
        (await marketplaceFigures(services, services.clock, 'all')),
      200,
      { 'content-type': metrics.contentType },
    ),
  )
  return app
}

/** All that a process answers which only works off jobs. */
export function createWorkerApp(
  services: Services,
  metrics: ReturnType<typeof createMetrics>,
  lifecycle: Lifecycle,
): Hono {
  const app = health(services, metrics, lifecycle)
  app.notFound((c) => c.json({ code: 'worker', message: 'This process answers no requests.' }, 404))
  app.onError((error, c) => {
    services.log.error({ err: error }, 'unexpected failure')
    return c.json({ code: 'internal', message: 'Something went wrong on our side.' }, 500)
  })
  return app
}
