import { Counter, Histogram } from '@prometheus-io/client'
import type { MiddlewareHandler } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import type { Env } from '#platform/env.ts'
import { createFigures, type Figures } from '#platform/figures.ts'

/** The metrics at /metrics, with a hook that counts answered requests. */
export interface Metrics extends Figures {
  observe(group: string, status: number, seconds: number): void
}

/** Creates metrics for durations by route group and status, and for the process itself. */
export function createMetrics(): Metrics {
  const figures = createFigures()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['group', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [figures.own],
  })
  const errors = new Counter({
    name: 'http_server_errors_total',
    help: 'Answers with a status of 500 or more',
    labelNames: ['group'],
    registers: [figures.own],
  })
  return {
    ...figures,
    observe(group, status, seconds) {
      duration.observe({ group, status }, seconds)
      if (status >= 500) errors.inc({ group })
    },
  }
}

/**
 * Restricts the metrics to requests with METRICS_TOKEN as a bearer token. Without that setting they are unavailable, except in a demo,
 * where they are public.
 */
export function guardMetrics(env: Pick<Env, 'METRICS_TOKEN' | 'isDemo'>): MiddlewareHandler {
  if (env.METRICS_TOKEN) return bearerAuth({ token: env.METRICS_TOKEN })
  return (c, next) => (env.isDemo ? next() : Promise.resolve(c.notFound()))
}
