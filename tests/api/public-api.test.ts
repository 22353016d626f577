import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { charlotteTime } from '../support/now.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()
let coachId: string
beforeAll(async () => {
  coachId = (await addCoach(product.database.pool)).id
})

interface Shown {
  paths: Record<string, Record<string, { operationId: string; security: object[]; responses: object }>>
  components: { schemas: Record<string, object>; securitySchemes: object; responses: object }
}

describe.each([
  ['of what others call', '/api/v1/spec.json', 'accessToken', 'Problem'],
  ['of every procedure', '/api/spec.json', 'session', 'Error'],
])('the document %s', (_, address, scheme, error) => {
  let spec: Shown
  let text: string
  beforeAll(async () => {
    const answer = await product.visitor().get(address)
    spec = answer.json
    text = answer.text
  })

  test('is a valid document of OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(JSON.parse(text))
    expect(errors ?? []).toEqual([])
    expect(valid).toBe(true)
    expect(validator.version).toBe('3.1')
  })

  test('states for each operation who may call it and how it fails', () => {
    expect(Object.keys(spec.components.securitySchemes)).toEqual([scheme])
    expect(Object.keys(spec.components.schemas)).toContain(error)
    for (const operation of Object.values(spec.paths).flatMap((item) => Object.values(item))) {
      expect(operation.security.length, operation.operationId).toBeGreaterThan(0)
      expect(Object.keys(operation.responses), operation.operationId).toEqual(
        expect.arrayContaining(['401', '429', '503']),
      )
    }
  })

  test('names each request and response body once, without bounds that only reflect number types', () => {
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
    for (const item of Object.values(spec.paths))
      for (const { operationId, requestBody, responses } of Object.values(item) as {
        operationId: string
        requestBody?: Bodied
        responses: Record<string, Bodied>
      }[])
        for (const { content = {} } of [requestBody ?? {}, ...Object.values(responses)])
          for (const { schema } of Object.values(content))
            expect(schema?.type, operationId).not.toBe('object')
  })
})

interface Bodied {
  content?: Record<string, { schema?: { type?: string } }>
}

describe('version 1', () => {
  test('returns errors as RFC 9457 problems, with JSON pointers to fields', async () => {
    const sam = await product.student()
    const wrong = await sam.post('/api/v1/bookings', { instructorId: 'nobody', start: 'soon' })
    expect(wrong.status).toBe(400)
    expect(wrong.headers.get('content-type')).toBe('application/problem+json')
    expect(wrong.json).toMatchObject({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      code: 'bad_input',
    })
    expect(wrong.json.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      expect.arrayContaining(['#/instructorId', '#/start', '#/durationMinutes']),
    )
    const nobody = await product.visitor().get('/api/v1/bookings')
    expect(nobody.json).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      code: 'not_signed_in',
      detail: 'Please sign in first.',
    })
    const nowhere = await sam.get('/api/v1/nothing/here')
    expect(nowhere.headers.get('content-type')).toBe('application/problem+json')
    expect(nowhere.json).toMatchObject({ title: 'Not Found', status: 404, code: 'no_such_route' })
    const malformed = await sam.send('POST', '/api/v1/bookings', '{"start":', {
      'content-type': 'application/json',
    })
    expect(malformed.status).toBe(400)
    expect(malformed.headers.get('content-type')).toBe('application/problem+json')
  })

  test('sends Retry-After when the client must wait', async () => {
    const app = createHttpApp(
      {
        ...product.services,
        rateLimits: {
          count: async () => {
            const { AppError } = await import('#platform/errors.ts')
            throw new AppError('too_many', 'too_many_requests', 'Too many tries.', { retryAfterSeconds: 7 })
          },
          refuseSpent: async () => undefined,
        },
      },
      () => new Response('page'),
    )
    for (const at of ['/api/v1/quotes', '/api/quotes']) {
      const answer = await app.request(`http://greenside.test${at}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ instructorId: coachId, durationMinutes: 60, promoCode: 'GUESS' }),
      })
      expect(answer.status).toBe(429)
      expect(answer.headers.get('retry-after')).toBe('7')
    }
  })

  test('books a time, and every list is paginated', async () => {
    const { pool } = product.database
    const [sam, coach] = [await product.student(), await addCoach(pool)]
    for (let day = 1; day <= 21; day++)
      await pool.query(
        `insert into bookings (student_id, instructor_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
           lesson_title, status, payment_status, location_name)
         values ($1, $2, $3::timestamptz, $3::timestamptz + interval '1 hour', 60, 'America/New_York', 85, 'A lesson',
           'confirmed', 'completed', 'Longleaf Hollow')`,
        [sam.userId, coach.id, charlotteTime(day, 9)],
      )
    const first = await sam.get('/api/v1/bookings')
    expect(first.status, first.text).toBe(200)
    expect(first.json.items).toHaveLength(20)
    const second = await sam.get(`/api/v1/bookings?cursor=${first.json.nextCursor}`)
    expect(second.json.items).toHaveLength(1)
    expect(second.json.nextCursor).toBeNull()
    const ids = [...first.json.items, ...second.json.items].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(21)
    for (const path of ['coaches', `coaches/${coach.id}/reviews`, 'conversations']) {
      const page = await sam.get(`/api/v1/${path}`)
      expect(Object.keys(page.json).sort(), path).toEqual(['items', 'nextCursor'])
      for (const cursor of ['junk', 'cDk5OTk5OTk5OTk', '%00']) {
        const junk = await sam.get(`/api/v1/${path}?cursor=${cursor}`)
        expect(junk.status, `${path} ${cursor}`).toBe(400)
      }
    }
    const said = await sam.post('/api/v1/conversations', {
      instructorId: coach.id,
      clientId: randomUUID(),
      content: 'Hello there',
    })
    expect(said.status, said.text).toBe(201)
    const messages = await sam.get(`/api/v1/conversations/${said.json.conversationId}/messages`)
    expect(messages.json.items[0].content).toBe('Hello there')
  })

  test('lists all packages and video reviews of a student, a page at a time', async () => {
    const { pool } = product.database
    const [sam, coach] = [await product.student(), await addCoach(pool)]
    await pool.query(
      `with brought as (
         insert into lesson_packages (instructor_id, student_id, lessons_total, price_cents, duration_minutes, lesson_title,
           lesson_type, cancellation_policy, expires_at)
         select $2, $1, 1, 0, 60, 'A lesson', 'individual', 'standard', current_instant() + interval '90 days'
         from generate_series(1, 51) returning id
       )
       insert into lesson_credits (package_id, position, value_cents) select id, 1, 0 from brought`,
      [sam.userId, coach.id],
    )
    await pool.query(
      `with placed as (insert into orders (student_id) select $1 from generate_series(1, 201) returning id),
         paid as (insert into payments (order_id, kind, instructor_id, student_id, amount_cents)
           select id, 'video_review', $2, $1, 4500 from placed returning id)
       insert into video_reviews (payment_id, instructor_id, student_id, status, price_cents, promised_hours, checkout_expires_at)
       select id, $2, $1, 'paid', 4500, 48, current_instant() from paid`,
      [sam.userId, coach.id],
    )
    for (const [path, aPage] of [
      ['packages', 50],
      ['video-reviews', 200],
    ] as const) {
      const first = await sam.get(`/api/v1/${path}`)
      expect(first.json.items, path).toHaveLength(aPage)
      const second = await sam.get(`/api/v1/${path}?cursor=${first.json.nextCursor}`)
      expect(second.json.nextCursor, path).toBeNull()
      const ids = [...first.json.items, ...second.json.items].map(({ id }: { id: string }) => id)
      expect(new Set(ids).size, path).toBe(aPage + 1)
      expect((await sam.get(`/api/v1/${path}?cursor=junk`)).status, path).toBe(400)
    }
  })
})

test('every endpoint in docs/builders.md exists', async () => {
  const { paths }: Shown = (await product.visitor().get('/api/v1/spec.json')).json
  const calls = readFileSync('docs/builders.md', 'utf8').matchAll(
    /curl (?:-X (\w+) )?"?https:\/\/greenside\.example\/api\/v1([^\s"?]*)/g,
  )
  const found = [...calls].map(([, method = 'GET', path = '']) => [
    method.toLowerCase(),
    path.replace('$COACH', '{instructorId}').replace('$CLINIC', '{clinicId}'),
  ])
  expect(found.length).toBeGreaterThan(4)
  for (const [method = '', path = ''] of found) expect(Object.keys(paths[path] ?? {}), path).toContain(method)
})
