import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSendingMetrics } from './send-metrics.ts'

interface Point {
  attributes: { key: string; value: { stringValue: string } }[]
  asDouble?: number
  count?: number
  sum?: number
  bucketCounts?: number[]
  explicitBounds?: number[]
  startTimeUnixNano: string
  timeUnixNano: string
}
interface Metric {
  name: string
  description: string
  sum?: { isMonotonic: boolean; aggregationTemporality: number; dataPoints: Point[] }
  gauge?: { dataPoints: Point[] }
  histogram?: { aggregationTemporality: number; dataPoints: Point[] }
}
interface Export {
  resourceMetrics: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] }
    scopeMetrics: { metrics: Metric[] }[]
  }[]
}

/** A collector of OpenTelemetry on this machine. */
let collector: Server
let received: { path: string | undefined; body: Export }[]
beforeEach(async () => {
  received = []
  collector = createServer((request, response) => {
    void json(request).then((body) => {
      received.push({ path: request.url, body: body as Export })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
  const { port } = collector.address() as AddressInfo
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${port}`)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await new Promise((done) => collector.close(done))
})

function registry() {
  const registers = [new Registry()]
  const requests = new Counter({ name: 'requests_total', help: 'Requests', labelNames: ['group'], registers })
  requests.inc({ group: 'api' }, 3)
  requests.inc({ group: 'pages' })
  new Gauge({ name: 'jobs_late_seconds', help: 'How late jobs are', registers }).set(1.5)
  const labelNames = ['group'] as const
  const duration = new Histogram({ name: 'seconds', help: 'Time', labelNames, buckets: [0.1, 1], registers })
  for (const seconds of [0.05, 0.06, 0.5, 7]) duration.observe({ group: 'api' }, seconds)
  return registers[0] as Registry
}

const metricsOf = ({ resourceMetrics }: Export) =>
  Object.fromEntries(
    resourceMetrics.flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap(({ metrics }) => metrics.map((metric) => [metric.name, metric])),
    ),
  )

test('a collector receives the counters, gauges and histograms of a process', async () => {
  const stop = await startSendingMetrics({ registries: [registry()], role: 'web' })
  await stop()
  const [sent] = received
  expect(sent?.path).toBe('/v1/metrics')
  const names = sent?.body.resourceMetrics[0]?.resource.attributes ?? []
  expect(Object.fromEntries(names.map(({ key, value }) => [key, value.stringValue]))).toMatchObject({
    'service.name': 'greenside',
    'greenside.role': 'web',
  })
  const found = metricsOf(sent?.body ?? { resourceMetrics: [] })
  const group = (name: string) => [{ key: 'group', value: { stringValue: name } }]
  expect(found.requests_total).toMatchObject({ description: 'Requests', sum: { isMonotonic: true } })
  expect(found.requests_total?.sum?.dataPoints).toMatchObject([
    { attributes: group('api'), asDouble: 3 },
    { attributes: group('pages'), asDouble: 1 },
  ])
  expect(found.jobs_late_seconds?.gauge?.dataPoints).toMatchObject([{ asDouble: 1.5 }])
  const [histogram] = found.seconds?.histogram?.dataPoints ?? []
  expect(histogram).toMatchObject({
    attributes: group('api'),
    count: 4,
    bucketCounts: [2, 1, 1],
    explicitBounds: [0.1, 1],
  })
  expect(histogram?.sum).toBeCloseTo(7.61)
  // Totals count from the start of the process.
  expect(Number(histogram?.startTimeUnixNano)).toBeLessThan(Number(histogram?.timeUnixNano))
})

test('one registry that cannot be read does not hold back the others', async () => {
  const broken = new Registry()
  const collect = () => Promise.reject(new Error('the database is away'))
  new Gauge({ name: 'orders', help: 'Orders', registers: [broken], collect })
  const stop = await startSendingMetrics({ registries: [broken, registry()], role: 'worker' })
  await stop()
  expect(Object.keys(metricsOf(received[0]?.body ?? { resourceMetrics: [] }))).toContain('requests_total')
})

test('a collector that does not answer does not delay a stopping process', async () => {
  collector.removeAllListeners('request')
  const stop = await startSendingMetrics({ registries: [registry()], role: 'web' })
  await expect(Promise.race([stop(), pause(6_000, 'late')])).resolves.toBeUndefined()
  collector.closeAllConnections()
})

test('OTEL_METRICS_EXPORTER=none sends nothing', async () => {
  vi.stubEnv('OTEL_METRICS_EXPORTER', 'none')
  const stop = await startSendingMetrics({ registries: [registry()], role: 'web' })
  await stop()
  expect(received).toEqual([])
})
