import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { signedInCoach } from '../support/lessons.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'
import { readTalk } from '../support/talks.ts'

const product = testProduct()
const form = (more: Record<string, unknown> = {}) => ({
  name: 'Nina Novak',
  email: `${randomUUID()}@students.test`,
  phone: '704 555 0150',
  password: 'fairway-seven',
  ...more,
})

test('a visitor’s account, conversation and message are created together [row 77] [row 79]', async () => {
  const maya = await signedInCoach(product, 'Maya Bennett')
  const nina = product.visitor()
  const made = await nina.post(
    '/api/accounts/with-message',
    form({ instructorId: maya.userId, message: 'I top every drive.' }),
  )
  expect(made.status).toBe(201)
  expect(await readTalk(nina, made.json.conversationId)).toEqual(['I top every drive.'])
  expect(await readTalk(maya, made.json.conversationId)).toEqual(['I top every drive.'])
  const roles = await product.database.pool.query('select role from user_roles where user_id = $1', [
    made.json.userId,
  ])
  expect(roles.rows).toEqual([{ role: 'student' }])
})

test('a first message whose answer was lost is stored once when it is sent again after signing in', async () => {
  const maya = await signedInCoach(product, 'Maya Bennett')
  const nina = product.visitor()
  const first = { instructorId: maya.userId, clientId: randomUUID() }
  const made = await nina.post(
    '/api/accounts/with-message',
    form({ ...first, message: 'I top every drive.' }),
  )
  expect(made.status).toBe(201)
  const again = await nina.post('/api/conversations', { ...first, content: 'I top every drive.' })
  expect(again.status, again.text).toBe(201)
  expect(again.json.conversationId).toBe(made.json.conversationId)
  expect(await readTalk(maya, made.json.conversationId)).toEqual(['I top every drive.'])
})

test('no account is created for a message that can’t be sent', async () => {
  const hidden = await addCoach(product.database.pool, { isVisible: false })
  const shown = await addCoach(product.database.pool)
  const people = async () => (await product.query('select count(*) from profiles'))[0].count
  const before = await people()
  const tries: [Record<string, unknown>, number, string][] = [
    [{ instructorId: hidden.id, message: 'Hello' }, 404, 'You cannot write to this person.'],
    [{ instructorId: randomUUID(), message: 'Hello' }, 404, 'You cannot write to this person.'],
    [{ instructorId: shown.id, message: ' ' }, 400, 'Message is required'],
    [{ instructorId: shown.id }, 400, 'Message is required'],
    [{ instructorId: shown.id, message: 'x'.repeat(1001) }, 400, 'Message must be less than 1000 characters'],
  ]
  for (const [more, status, message] of tries) {
    const answer = await product.visitor().post('/api/accounts/with-message', form(more))
    expect(answer).toMatchObject({ status, json: { message } })
  }
  expect(await people()).toBe(before)
})
