import { isProcedure } from '@orpc/server'
import { beforeAll, expect, test } from 'vitest'
import { api } from '#app/api.ts'
import { routeToReplica } from '#app/replica-routing.ts'
import { openDatabase } from '#platform/db.ts'
import type { Copy } from '#platform/procedures.ts'
import type { Services } from '#ports/services.ts'
import { testDatabase } from '#tests/support/database.ts'
import { addCoach } from '#tests/support/people.ts'
import { testProduct } from '#tests/support/product.ts'

const product = testProduct()
/**
 * Acts as the replica. It has one coach that the primary lacks, which shows where a response was read from.
 */
const other = testDatabase()
let coachId: string
let isFresh = true
let distrusted = 0

beforeAll(async () => {
  coachId = (await addCoach(other.pool, { name: 'Replica Rita' })).id
  product.services.copy = copyTo(other.db)
})

function copyTo(db: Services['db']): Copy<Services> {
  return routeToReplica(
    {
      db,
      isFresh: () => isFresh,
      lagMs: () => 0,
      distrust: () => {
        distrusted++
      },
      close: async () => undefined,
    },
    { ...product.services, copy: null, db },
  )
}

type Visitor = ReturnType<typeof product.visitor>
const askedBy = async (person: Visitor) => {
  const { status } = await person.get(`/api/coaches/${coachId}`)
  return { 200: 'replica', 404: 'primary' }[status] ?? status
}

test('a profile is read from the replica, and from the primary while the replica is behind', async () => {
  const visitor = product.visitor()
  expect(await askedBy(visitor)).toBe('replica')
  isFresh = false
  expect(await askedBy(visitor)).toBe('primary')
  isFresh = true
})

test('after a write, a person reads from the primary for some seconds, in every process', async () => {
  const student = await product.student()
  expect(await askedBy(student)).toBe('primary')
  const back = await product
    .visitor()
    .post('/api/sessions', { email: student.email, password: 'fairway-seven' })
  expect(back.headers.getSetCookie()).toContain(
    'greenside_wrote=1; Max-Age=3; Path=/; HttpOnly; SameSite=Lax',
  )
})

test('a person who only reads is not sent to the primary, regardless of the method', async () => {
  const visitor = product.visitor()
  const looked = await visitor.post('/api/functions/get_instructor_genders')
  expect([looked.status, looked.headers.getSetCookie()]).toEqual([200, []])
  expect(await askedBy(visitor)).toBe('replica')
})

test('a request with a token is never read from the replica, because no cookie shows that it wrote', async () => {
  const { status } = await product
    .visitor()
    .send('GET', `/api/coaches/${coachId}`, undefined, { authorization: 'Bearer of-nobody' })
  expect(status).not.toBe(200)
})

test('a failing replica is not used, without visible errors', async () => {
  const copy = product.services.copy
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing', { poolSize: 1, answerMs: 1_000 })
  product.services.copy = copyTo(away)
  expect(await askedBy(product.visitor())).toBe('primary')
  expect(distrusted).toBe(1)
  product.services.copy = copy
  await away.$client.end()
})

test('only public data may be a second old: never personal lessons, messages or money', () => {
  const lagging = Object.entries(api).flatMap(([feature, parts]) =>
    Object.entries(parts).flatMap(([name, procedure]) => {
      // The v1 API has the same procedures at other paths.
      if (!isProcedure(procedure) || feature === 'v1') return []
      const { mayLag, access } = procedure['~orpc'].meta as { mayLag?: boolean; access?: string }
      return mayLag ? [`${feature}.${name}: ${access}`] : []
    }),
  )
  expect(lagging.sort()).toEqual(
    [
      ...['profile', 'ratings', 'reviews'].map((name) => `coaches.${name}: open`),
      ...['cities', 'city'].map((name) => `content.${name}: open`),
      ...[
        'cardTimes',
        'clinics',
        'clinicsPage',
        'coaches',
        'home',
        'instructorGenders',
        'nearest',
        'nearestZip',
        'openDays',
        'similar',
        'towns',
      ].map((name) => `search.${name}: open`),
    ].sort(),
  )
})
