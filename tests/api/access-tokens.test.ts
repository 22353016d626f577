import { createHash } from 'node:crypto'
import { isProcedure } from '@orpc/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { api } from '#app/api.ts'
import { createHttpApp } from '#app/http/app.ts'
import { findTokenActor } from '#features/access-tokens/queries.ts'
import { scopes } from '#features/access-tokens/scope.ts'
import { createRateLimits } from '#platform/rate-limit.ts'
import { procedures, requestOf } from '../support/every-procedure.ts'
import { signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { giveRole } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const query = async (statement: string, ...values: unknown[]) => await product.query(statement, values)

/** A client with a token and no cookie. */
const program = (token: string): Visitor => {
  const visitor = product.visitor()
  const { send } = visitor
  visitor.send = (method, path, body, headers) =>
    send(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  visitor.get = (path) => visitor.send('GET', path)
  visitor.post = (path, body) =>
    visitor.send('POST', path, JSON.stringify(body ?? {}), { 'content-type': 'application/json' })
  return visitor
}

async function tokenOf(person: Visitor, allowed: readonly string[] = scopes, lifetime = '90') {
  const answer = await person.post('/api/me/access-tokens', { name: 'My site', scopes: allowed, lifetime })
  if (answer.status !== 201) throw new Error(answer.text)
  return { id: String(answer.json.made.id), token: String(answer.json.token) }
}

describe('an access token', () => {
  test('is shown once, stored only as a hash, listed with its last use, and logged when created and revoked', async () => {
    const sam = await product.student()
    const { id, token } = await tokenOf(sam, ['profile:read'])
    expect(token).toMatch(/^gs_pat_[A-Za-z0-9_-]{43}$/)
    const [row] = await query('select * from access_tokens where id = $1', id)
    expect(row.hash.equals(createHash('sha256').update(token).digest())).toBe(true)
    expect(JSON.stringify(row)).not.toContain(token)
    expect((await program(token).get('/api/v1/me')).json).toEqual({
      userId: sam.userId,
      role: 'student',
      name: 'Sam Rivera',
      email: sam.email,
    })
    const listed = await sam.get('/api/me/access-tokens')
    expect(listed.text).not.toContain(token)
    expect(listed.json).toMatchObject([
      { id, name: 'My site', ending: token.slice(-4), scopes: ['profile:read'], isExpired: false },
    ])
    expect(Date.parse(listed.json[0].lastUsedAt)).toBe(product.clock.now())
    expect((await sam.send('DELETE', `/api/me/access-tokens/${id}`)).status).toBe(200)
    const refused = await program(token).get('/api/v1/me')
    expect(refused.status).toBe(401)
    expect(refused.json.code).toBe('token_not_good')
    expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/)
    const rows = await query(
      'select target, ids from audit_log where subject_id = $1 order by id',
      sam.userId,
    )
    expect(rows).toEqual([
      { target: 'accessTokens.make', ids: { tokenId: id } },
      { target: 'accessTokens.revoke', ids: { tokenId: id } },
    ])
  })

  test('expires, and ends with a password change, signing out everywhere, and closing the account', async () => {
    const sam = await product.student()
    const month = await tokenOf(sam, scopes, '30')
    const forever = await tokenOf(sam, scopes, 'never')
    const now = product.clock.now()
    product.clock.moveTo(now + 30 * 86_400_000)
    expect((await program(month.token).get('/api/v1/me')).status).toBe(401)
    expect((await program(forever.token).get('/api/v1/me')).status).toBe(200)
    product.clock.moveTo(now)
    await sam.signInAgain()
    const changed = await sam.put('/api/me/password', {
      currentPassword: 'fairway-seven',
      newPassword: 'fairway-eleven',
    })
    expect(changed.status, changed.text).toBe(200)
    expect((await program(forever.token).get('/api/v1/me')).status).toBe(401)
    const again = await tokenOf(sam)
    await sam.post('/api/me/sessions/end', { keepThis: true })
    expect((await program(again.token).get('/api/v1/me')).status).toBe(401)
    const last = await tokenOf(sam)
    await query('update profiles set suspended_at = $2 where id = $1', sam.userId, new Date(now))
    expect((await program(last.token).get('/api/v1/me')).status).toBe(401)
  })

  test('is not available to admins and prospects, or to a person who becomes one', async () => {
    const avery = await product.student('Avery Quinn')
    const { token } = await tokenOf(avery)
    await giveRole(product.database.pool, avery.userId, 'admin')
    product.services.sessions.forget(avery.userId)
    expect((await program(token).get('/api/v1/me')).status).toBe(401)
    const refused = await avery.post('/api/me/access-tokens', { name: 'x', scopes: ['profile:read'] })
    expect(refused.json.code).toBe('no_tokens_for_role')
  })

  test('is the only credential: a cookie does not help a bad token, and nothing else works as a token', async () => {
    const sam = await product.student()
    const { token } = await tokenOf(sam)
    for (const bad of [
      `Bearer ${token}x`,
      'Bearer',
      `Basic ${token}`,
      'Bearer gs_pat_',
      `Bearer ${'x'.repeat(4_000)}`,
    ])
      for (const path of ['/api/v1/me', '/api/v1/coaches'])
        expect((await sam.send('GET', path, undefined, { authorization: bad })).status, bad).toBe(401)
    // A procedure that accepts no tokens ignores one.
    expect((await program(token).get('/api/me')).json).toBeNull()
    expect((await program(token).get('/api/bookings')).status).toBe(401)
    expect((await program(token).post('/rpc/v1/me', {})).status).toBe(401)
  })

  test('of another person can’t be seen or revoked, and a person can have at most twenty', async () => {
    const [sam, alex] = [await product.student(), await product.student()]
    const { id } = await tokenOf(sam)
    expect((await alex.send('DELETE', `/api/me/access-tokens/${id}`)).status).toBe(404)
    expect((await alex.get('/api/me/access-tokens')).json).toEqual([])
    for (let n = 1; n < 20; n++) await tokenOf(sam)
    const more = await sam.post('/api/me/access-tokens', { name: 'More', scopes: ['profile:read'] })
    expect([more.status, more.json.code]).toEqual([409, 'too_many_tokens'])
    const wrong = await sam.post('/api/me/access-tokens', { name: ' ', scopes: ['admin'] })
    expect(wrong.status).toBe(400)
  })

  test('is rate limited, with a Retry-After time', async () => {
    const sam = await product.student()
    const { token } = await tokenOf(sam)
    const rateLimits = createRateLimits(product.database.pool, true)
    const services = { ...product.services, rateLimits }
    for (let n = 0; n < 120; n++) await findTokenActor(services, token)
    const app = createHttpApp(services, () => new Response('page'))
    const answer = await app.request('http://greenside.test/api/v1/me', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })

  test('is in the data download without its secret, and is deleted with the account', async () => {
    const sam = await product.student()
    const { token } = await tokenOf(sam)
    const data = await sam.get('/api/me/export')
    expect(data.json.access_tokens).toMatchObject([{ name: 'My site', ending: token.slice(-4) }])
    expect(data.text).not.toContain(token)
    const closed = await sam.post('/api/me/closure', { password: 'fairway-seven', confirmation: 'DELETE' })
    expect(closed.status, closed.text).toBe(200)
    expect(await query('select 1 from access_tokens where user_id = $1', sam.userId)).toEqual([])
  })
})

describe('scopes', () => {
  let student: Visitor
  let coach: Visitor
  beforeAll(async () => {
    student = await product.student()
    coach = await signedInCoach(product, 'Maya Bennett')
  })

  test('every version 1 procedure names a scope, and no other procedure does', () => {
    for (const [feature, parts] of Object.entries(api))
      for (const [name, procedure] of Object.entries(parts)) {
        const scope = isProcedure(procedure) ? Reflect.get(procedure['~orpc'].meta, 'scope') : null
        expect(scope !== undefined, `${feature}.${name}`).toBe(feature === 'v1')
        if (feature === 'v1') expect([...scopes, 'any'], name).toContain(scope)
      }
  })

  const ofV1 = procedures.filter(({ name }) => name.startsWith('v1.'))
  test.each(ofV1.map((one) => [one.name, one] as const))(
    '%s works with its scope and fails without it',
    async (_, one) => {
      const found = Reflect.get(api.v1, one.name.slice(3))
      const scope = isProcedure(found) ? String(Reflect.get(found['~orpc'].meta, 'scope')) : ''
      for (const person of [student, coach]) {
        const others = scopes.filter((other) => other !== scope)
        const { id, token } = await tokenOf(person, others)
        const { method, path, body } = requestOf(one, {})
        const headers = { 'content-type': 'application/json' }
        const answer = await program(token).send(method, path, body, headers)
        const isBeyond = answer.json?.code === 'beyond_scope'
        expect(isBeyond, answer.text).toBe(scope !== 'any')
        if (scope !== 'any') {
          const right = await tokenOf(person, [scope])
          const allowed = await program(right.token).send(method, path, body, headers)
          expect(allowed.json?.code, allowed.text).not.toBe('beyond_scope')
          expect(allowed.status).toBeLessThan(500)
          await person.send('DELETE', `/api/me/access-tokens/${right.id}`)
        }
        await person.send('DELETE', `/api/me/access-tokens/${id}`)
      }
    },
  )

  test('a program books a lesson, reads it, and cancels it', async () => {
    const sam = await product.student()
    const maya = await signedInCoach(product, 'Maya Bennett')
    const { token } = await tokenOf(sam, ['bookings:read', 'bookings:write'])
    const site = program(token)
    const start = charlotteTime(4, 11)
    const order = { instructorId: maya.userId, start, durationMinutes: 60, idempotencyKey: 'my-site-order-1' }
    const held = await site.post('/api/v1/bookings', order)
    expect(held.status, held.text).toBe(201)
    expect((await site.post('/api/v1/bookings', order)).json.bookingId).toBe(held.json.bookingId)
    expect((await site.get(`/api/v1/bookings/${held.json.bookingId}`)).json.status).toBe('pending')
    const freed = await site.send('DELETE', `/api/v1/bookings/${held.json.bookingId}/hold`)
    expect(freed.json).toEqual({ outcome: 'freed' })
  })
})
