import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { context, propagation, trace } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import { setTracing } from './tracing.ts'

/** How this process names itself in traces and metrics. */
const SERVICE = 'greenside'

/**
 * Sends traces by the OpenTelemetry protocol to `OTEL_EXPORTER_OTLP_ENDPOINT`. The SDK reads the other settings of the standard itself, such
 * as `OTEL_EXPORTER_OTLP_HEADERS` and `OTEL_TRACES_SAMPLER`. It is loaded only when it is used.
 * @param options.role web, worker or all
 * @param options.exporter receives the spans instead, for tests
 * @returns a function that sends what is pending and stops
 */
export async function startTracing(options: {
  role: string
  exporter?: SpanExporter
}): Promise<() => Promise<void>> {
  const [{ AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, resource, sdk] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      describeProcess(options.role),
      import('@opentelemetry/sdk-trace-base'),
    ])
  const processor = options.exporter
    ? new sdk.SimpleSpanProcessor(options.exporter)
    : new sdk.BatchSpanProcessor(
        new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter(),
      )
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [processor] })
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  setTracing(true)
  return async () => {
    setTracing(false)
    await stopTelemetry(provider)
    trace.disable()
    propagation.disable()
    context.disable()
  }
}

/**
 * This process as traces and metrics name it.
 * @param role web, worker or all
 */
export async function describeProcess(role: string): Promise<Resource> {
  const { resourceFromAttributes } = await import('@opentelemetry/resources')
  return resourceFromAttributes({
    'service.name': process.env.OTEL_SERVICE_NAME ?? SERVICE,
    'service.instance.id': `${hostname()}:${process.pid}`,
    'greenside.role': role,
  })
}

/** How long a stopping process tries to send what is pending, in milliseconds: a collector that is away must not delay it. */
const LAST_TRY_MS = 2_000

/** Sends what is pending and stops, within {@link LAST_TRY_MS}. Never fails. */
export async function stopTelemetry(provider: { shutdown(): Promise<void> }): Promise<void> {
  const stopped = provider.shutdown().catch(() => undefined)
  await Promise.race([stopped, setTimeout(LAST_TRY_MS, undefined, { ref: false })])
}
