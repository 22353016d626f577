import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findOrEnterCaller } from '#features/accounts/callers.ts'
import { MINUTE } from '#platform/duration.ts'
import { procedures } from '../support/every-procedure.ts'
import { signedInCoach } from '../support/lessons.ts'
import { plainPhoto } from '../support/media.ts'
import { giveRole } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { openShowroom, signUpProspect } from '../support/showroom.ts'
import { ask, beginTalk, listen } from '../support/talks.ts'

const product = testProduct()
type Person = Awaited<ReturnType<typeof product.student>>
const reason = 'Ticket 4711: a receipt is missing'
let sam: Person
let maya: Person
let talk: string
let avery: Person

beforeAll(async () => {
  sam = await product.student('Sam Rivera')
  maya = await signedInCoach(product, 'Maya Bennett')
  talk = await beginTalk(sam, maya.userId, 'Between Maya and me')
})

beforeEach(async () => {
  avery = await admin('Avery Quinn')
})

async function admin(name: string) {
  const person = await product.student(name)
  await giveRole(product.database.pool, person.userId, 'admin')
  await expect.poll(async () => (await person.get('/api/me')).json.role).toBe('admin')
  return person
}

const start = (as: Visitor, userId = sam.userId, why = reason) =>
  as.post('/api/admin/impersonation', { userId, reason: why })
const stop = (as: Person) => as.send('DELETE', '/api/impersonation')
const act = (as: Person) => as.send('PUT', '/api/impersonation/acting')
const write = (as: Person) =>
  as.post(`/api/conversations/${talk}/messages`, { content: 'As Sam', clientId: randomUUID() })
const { query } = product

describe('an admin impersonates a person [rows 106, 107]', () => {
  test('every request is made as that person until it is stopped', async () => {
    const begun = await start(avery)
    expect([begun.status, begun.json]).toMatchObject([
      201,
      {
        userId: sam.userId,
        role: 'student',
        fullName: 'Sam Rivera',
        email: sam.email,
        impersonatedBy: avery.userId,
        mayAct: false,
        actingUntil: product.clock.now() + 60 * MINUTE,
      },
    ])
    expect((await avery.get('/api/me')).json).toEqual(begun.json)
    expect((await avery.get(`/api/conversations/${talk}/messages`)).text).toContain('Between Maya and me')
    expect((await avery.get('/api/admin/people')).status).toBe(403)
    expect((await stop(avery)).json).toEqual({ stopped: true })
    expect((await avery.get('/api/me')).json).toMatchObject({ userId: avery.userId, role: 'admin' })
    expect((await avery.get(`/api/conversations/${talk}/messages`)).status).toBe(404)
    // A second tab that stops it, too, finds it stopped.
    expect((await stop(avery)).status).toBe(200)
  })

  test('in view-only mode every write is refused until acting is chosen, and is then logged [D8]', async () => {
    await start(avery)
    const allowed = ['accounts.signOut', 'accounts.stopImpersonation', 'accounts.actAsPerson']
    const reads = [
      'availability.preview',
      'availability.proof',
      'checkout.quote',
      'checkout.quoteSeries',
      'v1.quote',
      'v1.quoteSeries',
      'search.instructorGenders',
      'matchQuiz.findNearbyInstructors',
    ]
    const writes = procedures.filter(
      ({ name, method }) => method !== 'GET' && !allowed.includes(name) && !reads.includes(name),
    )
    expect(writes.length).toBeGreaterThan(60)
    for (const { name, access } of writes) {
      const answer = await avery.post(`/rpc/${name.replace('.', '/')}`, { json: {} })
      expect(answer.status, name).toBe(403)
      if (access === 'open' || access === 'signed-in')
        expect(['only_looking', 'impersonating'], name).toContain(answer.json.json.code)
    }
    expect((await write(avery)).json.code).toBe('only_looking')
    expect((await act(avery)).json).toMatchObject({ mayAct: true })
    expect((await write(avery)).status).toBe(201)
    const [message] = await query(`select sender_id, impersonated_by from messages where content = 'As Sam'`)
    expect(message).toEqual({ sender_id: sam.userId, impersonated_by: avery.userId })
    const log = await query(
      `select target from audit_log where actor_id = $1 and subject_id = $2 and target = 'messages.send'`,
      [avery.userId, sam.userId],
    )
    expect(log.map(({ target }) => target)).toEqual(['messages.send', 'messages.send', 'messages.send'])
  })

  test('in view-only mode every file upload is refused [D8]', async () => {
    await start(avery, maya.userId)
    const photo = await plainPhoto('png', 900, 700)
    const sent = async (path: string, method = 'POST') => {
      const { status, text } = await ask(product, avery, path, {
        method,
        body: photo,
        headers: { 'content-type': 'image/png' },
      })
      return [status, JSON.parse(text).code]
    }
    const addresses = [
      '/uploads/message-attachments',
      '/uploads/drill-pictures',
      '/uploads/coach-pictures?purpose=portrait',
      '/uploads/coach-pictures?purpose=gallery',
      `/uploads/clip-posters/${randomUUID()}`,
    ]
    for (const path of addresses) expect(await sent(path), path).toEqual([403, 'only_looking'])
    expect(await sent(`/uploads/clips/${randomUUID()}`, 'PATCH')).toEqual([403, 'only_looking'])
    expect((await maya.get('/api/coach/gallery')).json).toMatchObject({ pictures: [], portrait: null })
    await act(avery)
    expect((await sent('/uploads/coach-pictures?purpose=gallery'))[0]).toBe(201)
  })

  test('the admin can never change password, email, card, bank account or role, or act as an admin [D8]', async () => {
    for (const [subject, calls] of [
      [
        sam,
        [
          ['PUT', '/api/me/password'],
          ['POST', '/api/me/email'],
          ['PUT', '/api/me/account'],
          ['POST', '/api/me/closure'],
          ['GET', '/api/me/export'],
          ['POST', '/api/coach-draft/live'],
          ['POST', '/api/test-checkouts/unknown/payments'],
          ['GET', '/api/me/cards'],
          ['DELETE', '/api/me/cards/unknown'],
        ],
      ],
      [maya, [['POST', '/api/coach/payout-account']]],
    ] as const) {
      await start(avery, subject.userId)
      await act(avery)
      for (const [method, path] of calls) {
        const answer = await avery.send(method, path, method === 'GET' ? undefined : '{}', {
          'content-type': 'application/json',
        })
        expect([answer.status, answer.json?.code], path).toEqual([403, 'impersonating'])
      }
      await stop(avery)
    }
    const other = await admin('Other Admin')
    expect((await start(avery, other.userId)).json.code).toBe('admins_are_themselves')
    expect((await start(avery, avery.userId)).json.code).toBe('admins_are_themselves')
  })

  test('the impersonation ends after exactly sixty minutes, regardless of activity [D8]', async () => {
    await start(avery)
    const began = product.clock.now()
    const heard = await listen(product, avery, [`inbox:${sam.userId}`])
    expect(heard.status).toBe(200)
    await heard.close()
    product.clock.moveTo(began + 60 * MINUTE - 1)
    expect((await avery.get('/api/me')).json.userId).toBe(sam.userId)
    product.clock.moveTo(began + 60 * MINUTE)
    expect((await avery.get('/api/me')).json.userId).toBe(avery.userId)
    expect((await avery.get(`/api/conversations/${talk}/messages`)).status).toBe(404)
    expect((await act(avery)).json.code).toBe('not_impersonating')
    expect((await start(avery)).status).toBe(201)
    await expect(
      query(`update impersonations set ends_at = ends_at + interval '1 minute' where admin_id = $1`, [
        avery.userId,
      ]),
    ).rejects.toThrow('stays as it was')
    await stop(avery)
    product.clock.moveTo(began)
  })
})

describe('impersonation is refused', () => {
  test('for anyone but an admin with a session who is not already impersonating', async () => {
    expect((await start(product.visitor())).status).toBe(401)
    expect((await start(maya)).status).toBe(403)
    await start(avery)
    expect((await start(avery, maya.userId)).status).toBe(403)
    expect((await avery.get('/api/me')).json.userId).toBe(sam.userId)
    await stop(avery)
    expect((await start(avery, randomUUID())).json.code).toBe('no_such_person')
  })

  test('for a session that ended meanwhile, with “No admin session found” [row 106]', async () => {
    const { sessions } = product.services
    const find = sessions.findSessionId
    sessions.findSessionId = async () => null
    const answer = await start(avery)
    sessions.findSessionId = find
    expect([answer.status, answer.json.code, answer.json.message]).toEqual([
      401,
      'no_admin_session',
      'No admin session found',
    ])
  })

  test('without a reason that the person can read', async () => {
    const answer = await start(avery, sam.userId, '  because ')
    expect(answer.json.data.issues).toEqual([
      { path: 'reason', message: 'Please give a reason of at least 10 characters' },
    ])
  })
})

test('two tabs share the impersonation, and signing out in one ends it in both [D8, row 107]', async () => {
  await start(avery)
  const tab = Object.assign(product.visitor(), { cookie: avery.cookie })
  expect((await tab.get('/api/me')).json.userId).toBe(sam.userId)
  await tab.send('DELETE', '/api/sessions')
  expect((await avery.get('/api/me')).json).toBeNull()
  const [kept] = await query(
    'select session_id, ended_at is not null as is_over from impersonations where admin_id = $1',
    [avery.userId],
  )
  expect(kept).toEqual({ session_id: null, is_over: true })
  // Another sign-in is the admin again.
  await avery.signInAgain()
  expect((await avery.get('/api/me')).json.userId).toBe(avery.userId)
})

test('the person sees which admin viewed their account, when and why; others do not', async () => {
  const lee = await product.student('Lee Visited')
  const why = 'Ticket 4712: a lesson is missing'
  await start(avery, lee.userId, why)
  product.clock.moveTo(product.clock.now() + 7 * MINUTE)
  await stop(avery)
  const visits = (await lee.get('/api/me/visits')).json
  expect(visits).toMatchObject([{ reason: why, couldAct: false }])
  expect(Date.parse(visits[0].endedAt) - Date.parse(visits[0].startedAt)).toBe(7 * MINUTE)
  expect((await maya.get('/api/me/visits')).text).not.toContain(why)
  expect((await lee.get('/api/me/export')).json.visits_by_our_staff).toMatchObject([{ reason: why }])
  await lee.post('/api/me/closure', { password: 'fairway-seven' })
  expect(await query('select reason from impersonations where subject_id = $1', [lee.userId])).toEqual([
    { reason: 'Anonymous' },
  ])
})

test('an admin impersonating a prospect sees the demo and both banners', async () => {
  const { morgan } = await openShowroom(product)
  const jordan = await signUpProspect(product)
  const begun = await start(avery, jordan.made.prospect.userId)
  expect(begun.json).toMatchObject({
    userId: morgan.userId,
    prospect: { email: jordan.email },
    impersonatedBy: avery.userId,
  })
  await act(avery)
  const answer = await avery.put('/api/coach/availability/week', {})
  expect(answer.json.code).toBe('demo_mode')
})

test('pages viewed while impersonating are not counted as the person’s visits', async () => {
  await start(avery)
  const views = async () => Number((await query('select count(*) as n from page_views'))[0].n)
  const before = await views()
  const beacon = await avery.send(
    'POST',
    '/t',
    JSON.stringify({ events: [{ kind: 'view', id: randomUUID(), path: '/inbox', referrer: null }] }),
    { 'content-type': 'text/plain', 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' },
  )
  expect(beacon.headers.get('set-cookie')).toBeNull()
  expect(await views()).toBe(before)
})

test('an admin finds people by name and email, with their roles, but no callers, who have no account', async () => {
  await findOrEnterCaller(product.services.db, maya.userId, { name: 'Gus Rivera', phone: '704 555 0150' })
  const found = await avery.get('/api/admin/people?query=rivera')
  expect(found.json.people).toMatchObject([{ fullName: 'Sam Rivera', role: 'student', email: sam.email }])
  expect((await avery.get(`/api/admin/people?query=${encodeURIComponent(maya.email)}`)).json).toMatchObject({
    total: 1,
    people: [{ role: 'coach' }],
  })
  expect((await avery.get('/api/admin/people?query=%25')).json.total).toBe(0)
  expect((await maya.get('/api/admin/people')).status).toBe(403)
})
