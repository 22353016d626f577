import type { PushMetricExporter } from '@opentelemetry/sdk-metrics'
import type { Registry } from '@prometheus-io/client'
import { toMetricData } from './metric-data.ts'
import { describeProcess, stopTelemetry } from './start-tracing.ts'

/** How often the metrics are sent without OTEL_METRIC_EXPORT_INTERVAL; the default of the standard. */
const EVERY_MS = 60_000

/**
 * Sends the metrics of this process by the OpenTelemetry protocol to `OTEL_EXPORTER_OTLP_ENDPOINT`: the same ones as at `/metrics`, each
 * process its own. `OTEL_METRIC_EXPORT_INTERVAL` (milliseconds) and the settings of the exporter work as in the standard; with
 * `OTEL_METRICS_EXPORTER=none` nothing is sent.
 * @param options.registries the metrics
 * @param options.role web, worker or all
 * @param options.exporter receives the metrics instead, for tests
 * @returns a function that sends the latest values and stops
 */
export async function startSendingMetrics(options: {
  registries: readonly Registry[]
  role: string
  exporter?: PushMetricExporter
}): Promise<() => Promise<void>> {
  if (process.env.OTEL_METRICS_EXPORTER === 'none') return async () => undefined
  const [sdk, { ValueType }, resource] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/api'),
    describeProcess(options.role),
  ])
  const startedAt = Date.now() - process.uptime() * 1_000
  const producer = {
    async collect() {
      const errors: unknown[] = []
      // One registry that fails, as when the database is unavailable, does not hold back the others.
      const read = options.registries.map((registry) =>
        registry.getMetricsAsJSON().catch((error: unknown) => {
          errors.push(error)
          return []
        }),
      )
      const found = (await Promise.all(read)).flat()
      const metrics = toMetricData(found, { ...sdk, ValueType }, { startedAt, now: Date.now() })
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'greenside' }, metrics }] },
        errors,
      }
    },
  }
  const everyMs = Number(process.env.OTEL_METRIC_EXPORT_INTERVAL ?? EVERY_MS)
  const exportIntervalMillis = everyMs > 0 ? everyMs : EVERY_MS
  const reader = new sdk.PeriodicExportingMetricReader({
    exporter: options.exporter ?? (await otlpExporter()),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(exportIntervalMillis, 30_000),
    metricProducers: [producer],
  })
  const provider = new sdk.MeterProvider({ resource, readers: [reader] })
  return () => stopTelemetry(provider)
}

/** OTLP over HTTP as JSON, built like the SDK's exporter of traces. */
async function otlpExporter(): Promise<PushMetricExporter> {
  const [{ OTLPExporterBase }, http, transformer] = await Promise.all([
    import('@opentelemetry/otlp-exporter-base'),
    import('@opentelemetry/otlp-exporter-base/node-http'),
    import('@opentelemetry/otlp-transformer'),
  ])
  const to = http.convertLegacyHttpOptions({}, 'METRICS', 'v1/metrics', {
    'content-type': 'application/json',
  })
  const { JsonMetricsSerializer: json, MetricsExporterMetricsHelper: helper } = transformer
  return new OTLPExporterBase(
    http.createOtlpHttpExportDelegate(to, json, 'otlp_http_metric_exporter', helper, undefined),
  )
}
