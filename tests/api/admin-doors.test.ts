import { beforeAll, describe, expect, test } from 'vitest'
import { procedures, requestOf } from '../support/every-procedure.ts'
import { signedInCoach, verifyEmail } from '../support/lessons.ts'
import { giveRole } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'
import { codeFrom } from '../support/totp.ts'

/**
 * Calls every back-office procedure of a real marketplace as every kind of user, with valid input, through
 * both entry points.
 */

const product = testProduct({
  NODE_ENV: 'production',
  DEMO: '0',
  APP_URL: 'https://greenside.test',
  SMTP_URL: 'smtp://127.0.0.1:2',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  ADMIN_TWO_FACTOR: 'required',
})
const password = 'fairway-seven'
const doors = procedures.filter(({ access }) => access === 'admin')
const files = ['/admin/files/users.csv', '/admin/files/audit-log.csv', '/admin/files/email-logs.csv']

const send = (who: Visitor, method: string, path: string, body?: unknown) =>
  who.send(method, path, body === undefined ? undefined : JSON.stringify(body), {
    'content-type': 'application/json',
  })

/** An admin created by the operator, with a second factor set up. */
async function admin(name: string) {
  const person = await product.student(name)
  await giveRole(product.database.pool, person.userId, 'admin')
  await person.post('/api/sessions', { email: person.email, password })
  const begun = await person.post('/api/me/second-factor', { password })
  const on = await send(person, 'PUT', '/api/me/second-factor', { code: codeFrom(begun.json.uri) })
  expect([on.status, on.json.role], on.text).toEqual([200, 'admin'])
  return person
}

const why = 'Ticket 4711: they asked for it'
const setAdmin = (by: Visitor, userId: string, isAdmin: boolean) =>
  send(by, 'PUT', `/api/admin/users/${userId}/admin`, { isAdmin, reason: why })

/** The kinds of callers, and the status with which every procedure refuses them. */
const others: Record<string, 401 | 403> = {
  'a visitor': 401,
  'a student': 403,
  'a coach': 403,
  'a prospect': 403,
  'an admin without a second step': 401,
  'an admin who looks as a student': 403,
  'an admin who acts as a student': 403,
  'an admin who acts as a coach': 403,
  'somebody who was an admin until a moment ago': 401,
}
const people = new Map<string, Visitor>()
let avery: Visitor & { userId: string }
let sam: Visitor & { userId: string }

beforeAll(async () => {
  sam = await product.student('Sam Rivera')
  const maya = await signedInCoach(product)
  const pat = await product.student('Pat Prospect')
  await giveRole(product.database.pool, pat.userId, 'prospect')
  const late = await product.admin('Lee Late')
  avery = await admin('Avery Quinn')
  const as = async (name: string, userId: string, isActing: boolean) => {
    const person = await admin(name)
    const begun = await person.post('/api/admin/impersonation', { userId, reason: why })
    expect(begun.status, begun.text).toBe(201)
    if (isActing) expect((await send(person, 'PUT', '/api/impersonation/acting')).json.mayAct).toBe(true)
    return person
  }
  const former = await admin('Fay Former')
  expect((await setAdmin(avery, former.userId, false)).status).toBe(200)
  people.set('a visitor', product.visitor())
  people.set('a student', sam)
  people.set('a coach', maya)
  people.set('a prospect', pat)
  people.set('an admin without a second step', late)
  people.set('an admin who looks as a student', await as('Lou Looks', sam.userId, false))
  people.set('an admin who acts as a student', await as('Al Acts', sam.userId, true))
  people.set('an admin who acts as a coach', await as('Cleo Acts', maya.userId, true))
  people.set('somebody who was an admin until a moment ago', former)
})

/** A fingerprint of the protected data: row counts and newest rows. */
async function guarded() {
  const { rows } = await product.database.pool.query(`
    select (select count(*) from audit_log where action = 'change') as changes, (select count(*) from promo_codes) as codes,
      (select count(*) from profiles where suspended_at is not null) as suspended, (select count(*) from saved_views) as views,
      (select count(*) from user_roles) as roles, (select count(*) from impersonations) as impersonations,
      (select count(*) from pgboss.job where name like 'send-%') as letters,
      (select string_agg(config_key || config_value, ' ' order by config_key) from platform_config) as settings`)
  return rows[0]
}

describe('in production', () => {
  test('only a person with a confirmed address can become an admin', async () => {
    const nina = await product.student('Nina Newcomer')
    const refused = await setAdmin(avery, nina.userId, true)
    expect([refused.status, refused.json.code]).toEqual([409, 'address_not_confirmed'])
    await product.query('update profiles set email_verified = true where id = $1', [nina.userId])
    expect((await setAdmin(avery, nina.userId, true)).status).toBe(200)
    expect((await setAdmin(avery, nina.userId, false)).status).toBe(200)
  })

  test('a coach can’t become an admin, and one who is an admin stays a coach without the role', async () => {
    const maya = await signedInCoach(product)
    await verifyEmail(product, maya.userId)
    const refused = await setAdmin(avery, maya.userId, true)
    expect([refused.status, refused.json.code]).toEqual([409, 'admins_do_not_teach'])
    expect((await maya.get('/api/me')).json).toMatchObject({ role: 'coach' })
    await giveRole(product.database.pool, maya.userId, 'admin')
    expect((await setAdmin(avery, maya.userId, false)).status).toBe(200)
    await maya.signInAgain()
    expect((await maya.get('/api/me')).json).toMatchObject({ role: 'coach' })
  })

  test.each(Object.entries(others))(
    '%s can’t reach any admin endpoint by any route [D9]',
    async (who, refused) => {
      const person = people.get(who)
      if (!person) throw new Error('nobody')
      const before = await guarded()
      const { cookie } = person
      const opened: string[] = []
      for (const door of doors) {
        const { method, path, body, fields } = requestOf(door, { list: 'users', userId: sam.userId })
        const answers = [
          await person.send(method, path, body, { 'content-type': 'application/json' }),
          await person.post(`/rpc/${door.name.replace('.', '/')}`, { json: fields }),
        ]
        for (const { status } of answers) if (status !== refused) opened.push(`${door.name} ${status}`)
      }
      for (const file of files) {
        const { status } = await person.get(file)
        if (status !== refused) opened.push(`${file} ${status}`)
      }
      expect(opened).toEqual([])
      // The refusals ended no sessions, and changed nothing.
      expect(person.cookie).toBe(cookie)
      expect(await guarded()).toEqual(before)
    },
  )

  test('an admin with a second factor can reach every admin endpoint', async () => {
    const closed: string[] = []
    for (const door of doors.filter(({ name }) => name !== 'accounts.startImpersonation')) {
      const { method, path, body } = requestOf(door, { list: 'users', userId: sam.userId })
      const { status, json } = await avery.send(method, path, body, { 'content-type': 'application/json' })
      if (status === 401 || (status === 403 && json.code === 'not_allowed'))
        closed.push(`${door.name} ${status}`)
      expect(status, door.name).toBeLessThan(500)
    }
    expect(closed).toEqual([])
    expect(doors.length).toBeGreaterThan(60)
    for (const file of files) expect([file, (await avery.get(file)).status]).toEqual([file, 200])
  })
})
