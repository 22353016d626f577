import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { errorWords } from './logged-error.ts'

/**
 * Traces in the OpenTelemetry API: a request, the procedures and statements it runs, the jobs it sends, and calls to vendors. Names and
 * attributes contain no user input besides the path. Nothing is recorded until `startTracing` was called.
 */

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

let isOn = false

/** Called once a provider is registered, and when it is removed. */
export function setTracing(on: boolean): void {
  isOn = on
}

/** Whether spans are recorded in this process. */
export const isTracing = (): boolean => isOn

/**
 * Runs work in a span, which ends with it; a failure is noted in the span.
 * @param about.kind which side of a call this is; `internal` for neither
 */
export function traced<T>(
  name: string,
  about: { kind?: keyof typeof kinds; attributes?: Attributes },
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!isOn) return work(null)
  const { kind = 'internal', attributes = {} } = about
  return trace
    .getTracer('greenside')
    .startActiveSpan(name, { kind: kinds[kind], attributes }, async (span) => {
      try {
        return await work(span)
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: errorWords(error) })
        throw error
      } finally {
        span.end()
      }
    })
}

/** The id of the current trace, for log lines; undefined without one. */
export function currentTraceId(): string | undefined {
  return isOn ? trace.getActiveSpan()?.spanContext().traceId : undefined
}

/** What another process needs to continue the current trace (W3C Trace Context); empty without one. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  if (isOn) propagation.inject(context.active(), headers)
  return headers
}

/** Runs work as a part of the trace that `traceHeaders` described. @param headers other fields are ignored */
export function inTraceOf<T>(headers: object, work: () => T): T {
  return isOn ? context.with(propagation.extract(ROOT_CONTEXT, headers), work) : work()
}
