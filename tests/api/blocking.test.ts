import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { lettersTo } from '../support/mail.ts'
import { charlotteTime } from '../support/now.ts'
import { testProduct } from '../support/product.ts'
import { propose, shortGame } from '../support/proposals.ts'

/** A blocked user cannot send anything to the other person, through any feature. */
const product = testProduct()
let maya: Awaited<ReturnType<typeof signedInCoach>>
let sam: Awaited<ReturnType<typeof product.student>>
let proposalId: string

beforeAll(async () => {
  maya = await signedInCoach(product)
  sam = await product.student('Sam Rivera')
  await product.database.pool.query('update profiles set email_verified = true')
  await bookPaid(product, sam, { instructorId: maya.userId, start: charlotteTime(9, 10) })
  proposalId = await propose(product, maya, sam)
  await product.database.pool.query(
    `insert into conversation_participants (conversation_id, user_id, side, last_message_at)
     select id, student_id, 'student', current_instant() from conversations where student_id = $1 on conflict do nothing`,
    [sam.userId],
  )
})

const setBlocked = (isBlocked: boolean) =>
  product.database.pool.query('update conversation_participants set blocked_at = $2 where user_id = $1', [
    sam.userId,
    isBlocked ? new Date(product.clock.now()) : null,
  ])
const goal = {
  title: 'Break 90',
  measure: 'score',
  unit: null,
  moreIsBetter: true,
  target: 89,
  dueOn: null,
  start: 101,
}
const json = { 'content-type': 'application/json' }
const place = () => `/api/workspaces/${maya.userId}/${sam.userId}`

/** Each way to send something, as the coach. */
const ways: Record<string, () => Promise<{ status: number; text: string }>> = {
  'a shared note': () => maya.post(`${place()}/notes`, { isShared: true, content: 'Read this' }),
  'a goal': () => maya.post(`${place()}/goals`, goal),
  'a clip': () =>
    maya.post('/api/clip-uploads', {
      instructorId: maya.userId,
      studentId: sam.userId,
      title: 'Swing',
      bytes: 1_000,
    }),
  'a proposal': () => maya.post('/api/proposals', { studentId: sam.userId, ...shortGame }),
  'a changed proposal': () =>
    maya.send('PUT', `/api/proposals/${proposalId}`, JSON.stringify({ ...shortGame, version: 1 }), json),
  'an entered lesson': () => maya.post('/api/coach/lessons', entered({ is: 'known', studentId: sam.userId })),
}
const entered = (student: object) => ({
  student,
  start: charlotteTime(5, 15),
  durationMinutes: 60,
  priceCents: 9_000,
  payment: 'elsewhere',
  confirmed: [],
  idempotencyKey: randomUUID(),
})

test.each(Object.entries(ways))('a blocked person can’t send %s', async (_, send) => {
  await setBlocked(true)
  const refused = await send()
  expect(refused.status, refused.text).toBeGreaterThanOrEqual(400)
  expect(refused.status, refused.text).toBeLessThan(500)
  expect(refused.text).toMatch(/not_taking_messages|no_student|no_such_student|not_a_student/)
  await setBlocked(false)
})

test('a lesson entered for a student who blocked the coach is not sent to them', async () => {
  await setBlocked(true)
  await product.settle()
  const letters = await lettersTo(product.database.pool, sam.email)
  // The response does not reveal whether the address has an account.
  const made = await maya.post(
    '/api/coach/lessons',
    entered({ is: 'invited', name: 'Sam', email: sam.email }),
  )
  expect(made.status, made.text).toBe(201)
  await product.settle()
  expect(await lettersTo(product.database.pool, sam.email)).toEqual(letters)
  expect((await sam.get(`/api/bookings/${made.json.bookingId}`)).status).toBe(404)
  await setBlocked(false)
})

test('a private note is still possible', async () => {
  await setBlocked(true)
  const kept = await maya.post(`${place()}/notes`, { isShared: false, content: 'For myself' })
  expect(kept.status, kept.text).toBe(201)
  await setBlocked(false)
})
