import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTracing } from '#platform/start-tracing.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
const exporter = new InMemorySpanExporter()
let stop: () => Promise<void>

beforeAll(async () => {
  stop = await startTracing({ role: 'web', exporter })
})
afterAll(() => stop())

const spans = () => exporter.getFinishedSpans()
const childrenOf = (parent: ReadableSpan) =>
  spans().filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent.spanContext().spanId)
const idOf = (span: ReadableSpan | undefined) => span?.spanContext().traceId

test('the trace of a booking has its request, procedures, statements and the processor, and its emails continue it', async () => {
  const coach = await signedInCoach(product)
  const student = await product.student()
  exporter.reset()
  await bookPaid(product, student, { instructorId: coach.userId, start: charlotteTime(3, 10) })

  const checkout = spans().find(({ name }) => name === 'payments.startCheckout')
  const request = spans().find((span) => idOf(span) === idOf(checkout) && span.name === 'POST api')
  expect(request?.attributes).toMatchObject({
    'http.request.method': 'POST',
    'url.path': '/api/bookings',
    'http.response.status_code': 201,
    'enduser.id': student.userId,
  })
  expect(request?.parentSpanContext).toBeUndefined()
  const [procedure] = request ? childrenOf(request).filter(({ name }) => name.startsWith('checkout.')) : []
  expect(procedure).toBeDefined()
  const names = spans()
    .filter((span) => idOf(span) === idOf(request))
    .map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^select from instructor_schedules #/),
      expect.stringMatching(/^commit/),
    ]),
  )

  const event = spans().find(({ name }) => name === 'POST webhooks')
  const [job] = await product.query(
    `select data ->> 'traceparent' as traceparent from pgboss.job where name = 'send-templated-email' order by created_on desc limit 1`,
  )
  expect(job?.traceparent).toContain(idOf(event))
})

test('no span contains what somebody typed', async () => {
  const student = await product.student('Quentin Unmistakable')
  await student.post('/api/bookings', { instructorId: 'not-an-id', start: 'Unmistakable words' })
  expect(
    JSON.stringify(spans().map(({ name, attributes, status }) => ({ name, attributes, status }))),
  ).not.toContain('Unmistakable')
})
