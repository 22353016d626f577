/**
 * Books and pays a lesson with a web process and a worker that send traces and metrics by the OpenTelemetry protocol, and prints the traces:
 * the hold with its checkout at the processor, and the payment event with the emails that the worker sends. Every span must have a known
 * parent, one trace must reach from the web process through the worker to the email provider, and both processes must send metrics.
 *
 *   npm run drill -- traced-booking
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { bookSlot, payCheckout } from './support/booking.ts'
import { pause } from './support/booking-clients.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, startServer } from './support/server.ts'
import { listOpenSlots } from './support/slots.ts'
import { addStudents } from './support/students.ts'

interface Resource {
  attributes: { key: string; value: { stringValue?: string } }[]
}
interface Sent {
  resourceSpans: { resource: Resource; scopeSpans: { spans: RawSpan[] }[] }[]
  resourceMetrics: { resource: Resource; scopeMetrics: { metrics: { name: string }[] }[] }[]
}
interface RawSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  status?: { code?: number }
}
interface TracedSpan extends RawSpan {
  role: string
}

const spans: TracedSpan[] = []
/** The names of the metrics that each role sent. */
const metrics: Record<string, Set<string>> = { web: new Set(), worker: new Set() }
const collector = createServer(async (request, response) => {
  const { resourceSpans = [], resourceMetrics = [] } = (await json(request)) as Partial<Sent>
  for (const { resource, scopeMetrics } of resourceMetrics)
    for (const { name } of scopeMetrics.flatMap((scope) => scope.metrics))
      metrics[roleOf(resource)]?.add(name)
  for (const { resource, scopeSpans } of resourceSpans) {
    const role = roleOf(resource)
    spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, role }))))
  }
  response.setHeader('content-type', 'application/json').end('{}')
})
await new Promise<void>((done) => collector.listen(0, '127.0.0.1', done))
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`

buildProduct()
const database = await openLoadDatabase('traced-booking', { coaches: 20, fresh: true })
const env = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '200' }
const web = await startServer({ databaseUrl: database.url, env: { ...env, PROCESS_ROLE: 'web' } })
const worker = await startServer({
  databaseUrl: database.url,
  env: { ...env, PROCESS_ROLE: 'worker', APP_URL: web.url },
})
let isWhole = false
try {
  const [student] = await addStudents(database.pool, 1)
  const [slot] = await listOpenSlots(database.pool, web.url, 1)
  const { checkoutUrl } = await bookSlot(web.url, student, slot)
  await payCheckout(web.url, checkoutUrl)
  const deadline = Date.now() + 60_000
  while (!isWhole && Date.now() < deadline) {
    await pause(500)
    isWhole = wholeTrace() !== undefined
  }
} finally {
  await worker.stop()
  await web.stop()
  collector.close()
  await database.close()
}

const held = traceOf(({ name }) => name === 'payments.startCheckout')
for (const trace of [held, wholeTrace()]) if (trace) console.log(`\n${treeOf(trace)}`)
const lost = [held, wholeTrace()].flatMap((trace) => trace?.filter((span) => !hasParent(span)) ?? [])
for (const [role, names] of Object.entries(metrics)) console.log(`\n${names.size} metrics of the ${role}`)
console.log(`\n${spans.length} spans; ${lost.length} without their parent; whole: ${isWhole}`)
const hasMetrics = Object.values(metrics).every((names) => names.has('process_cpu_seconds_total'))
process.exitCode = isWhole && held && lost.length === 0 && hasMetrics ? 0 : 1

function roleOf({ attributes }: Resource): string {
  return attributes.find(({ key }) => key === 'greenside.role')?.value.stringValue ?? ''
}

/** The trace in which an email left a worker because of a request to the web process. */
function wholeTrace() {
  return traceOf(
    ({ name, role, traceId }) =>
      name === 'email.send' &&
      role === 'worker' &&
      spans.some((span) => span.traceId === traceId && span.role === 'web'),
  )
}

function traceOf(is: (span: TracedSpan) => boolean): TracedSpan[] | undefined {
  const found = spans.find(is)
  return found && spans.filter(({ traceId }) => traceId === found.traceId)
}

function hasParent({ parentSpanId, traceId }: TracedSpan): boolean {
  return !parentSpanId || spans.some((span) => span.traceId === traceId && span.spanId === parentSpanId)
}

function treeOf(trace: readonly TracedSpan[], parent?: string, depth = 0): string {
  return trace
    .filter(({ parentSpanId }) => (parentSpanId || undefined) === parent)
    .sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)))
    .map((span) => {
      const ms = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6
      const failed = span.status?.code === 2 ? '  failed' : ''
      const line = `${'  '.repeat(depth)}${span.name}  ${ms.toFixed(1)} ms  ${span.role}${failed}`
      return [line, treeOf(trace, span.spanId, depth + 1)].filter(Boolean).join('\n')
    })
    .join('\n')
}
