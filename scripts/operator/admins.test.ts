import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCoach } from '#tests/support/people.ts'
import { testProduct } from '#tests/support/product.ts'
import { grantAdmin, listAdmins, revokeAdmin } from './admins.ts'

const product = testProduct()
let client: pg.PoolClient

beforeAll(async () => {
  client = await product.database.pool.connect()
})
afterAll(() => client.release())

async function confirmed(name: string) {
  const person = await product.student(name)
  await product.database.pool.query('update profiles set email_verified = true where id = $1', [
    person.userId,
  ])
  return person
}

test('whoever signed up and confirmed the address is made an admin, signed out, and it is written down', async () => {
  const avery = await confirmed('Avery Quinn')
  expect(await grantAdmin(client, avery.email.toUpperCase())).toBe('made')
  expect(await grantAdmin(client, avery.email)).toBe('was one')
  expect(await listAdmins(client)).toEqual([avery.email])
  product.services.sessions.forget(avery.userId)
  expect((await avery.get('/api/bookings')).status).toBe(401)
  const { rows } = await client.query(
    `select before, after, reason from audit_log where subject_id = $1 and target = 'admin-command'`,
    [avery.userId],
  )
  expect(rows).toEqual([
    { before: { isAdmin: false }, after: { isAdmin: true }, reason: 'By a command on the server' },
  ])
})

test('nobody is made one by an address that anybody could have typed, and no coach is', async () => {
  await expect(grantAdmin(client, `${randomUUID()}@nobody.test`)).rejects.toThrow('They sign up first')
  const sam = await product.student()
  await expect(grantAdmin(client, sam.email)).rejects.toThrow('has not confirmed that address yet')
  const closed = await confirmed('Gone')
  await client.query('update profiles set closed_at = current_instant() where id = $1', [closed.userId])
  await expect(grantAdmin(client, closed.email)).rejects.toThrow('They sign up first')
  const coach = await confirmed('Maya Bennett')
  await makeCoach(product.database.pool, coach.userId)
  await expect(grantAdmin(client, coach.email)).rejects.toThrow('admins cannot teach')
})

test('it is taken back, but never from the last one', async () => {
  const [only = ''] = await listAdmins(client)
  await expect(revokeAdmin(client, only)).rejects.toThrow('is the only admin')
  const blake = await confirmed('Blake Moore')
  expect(await revokeAdmin(client, blake.email)).toBe('was none')
  await grantAdmin(client, blake.email)
  expect(await revokeAdmin(client, blake.email)).toBe('taken back')
  expect(await listAdmins(client)).toEqual([only])
})
