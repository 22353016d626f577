import { beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '#platform/duration.ts'
import { signedInCoach } from '../support/lessons.ts'
import { outboxOf, workOff } from '../support/notified.ts'
import { testNow, testProduct } from '../support/product.ts'
import { beginTalk, type Person, say } from '../support/talks.ts'

const product = testProduct()
let maya: Person
let sam: Person
let talk: string
beforeEach(async () => {
  product.clock.moveTo(testNow)
  maya = await signedInCoach(product)
  // Turns off the assistant: notifications about its messages are tested in its own tests.
  await maya.put('/api/coach/assistant', { enabled: false })
  sam = await product.student()
  talk = await beginTalk(sam, maya.userId, 'Do you teach beginners?')
  await workOff(product)
})

const titles = async (person: Person) =>
  (await person.get('/api/notifications')).json.items.map((one: { title: string }) => one.title).reverse()
const mails = async (person: Person & { email?: string }) =>
  (await outboxOf(product, { email: person.email ?? '' }))
    .map((one) => one.subject ?? '')
    .filter((subject) => /wrote to you|new messages/.test(subject))
const read = (person: Person, position: number) => person.put(`/api/conversations/${talk}/read`, { position })

describe('the recipient of messages', () => {
  test('is notified of the first at once, with its text and a link to the conversation', async () => {
    expect(await titles(maya)).toEqual(['Sam Rivera wrote to you'])
    expect(await mails(maya)).toEqual(['Sam Rivera wrote to you'])
    const [letter] = (await outboxOf(product, { email: emailOf(maya) })).filter((one) =>
      /wrote to you/.test(one.subject ?? ''),
    )
    expect(letter?.body_html).toContain('Do you teach beginners?')
    expect(letter?.body_html).toContain(`http://greenside.test/inbox?conversation=${talk}`)
  })

  test('sees the name of the coach who wrote, among all coaches', async () => {
    const ruth = await signedInCoach(product, 'Ruth Ames')
    await product.query(`update instructor_profiles set display_name = 'Coach Ruth' where user_id = $1`, [
      ruth.userId,
    ])
    const ours = await beginTalk(sam, ruth.userId, 'And you?')
    await say(ruth, ours, 'I do, on Mondays')
    await say(maya, talk, 'I do')
    await workOff(product)
    expect((await titles(sam)).sort()).toEqual(['Coach Maya wrote to you', 'Coach Ruth wrote to you'])
  })

  test('is notified of those in the following ten minutes together, and of none twice', async () => {
    for (const minute of [1, 2, 3, 9]) {
      product.clock.moveTo(testNow + minute * MINUTE)
      await say(sam, talk, `And at minute ${minute}?`)
      await workOff(product)
    }
    expect(await titles(maya)).toHaveLength(1)
    product.clock.moveTo(testNow + 10 * MINUTE)
    await workOff(product)
    expect(await titles(maya)).toEqual(['Sam Rivera wrote to you', '4 new messages from Sam Rivera'])
    expect(await mails(maya)).toHaveLength(2)
    product.clock.moveTo(testNow + 60 * MINUTE)
    await say(sam, talk, 'An hour later')
    await workOff(product)
    expect((await titles(maya)).at(-1)).toBe('Sam Rivera wrote to you')
    expect(await mails(maya)).toHaveLength(3)
  })

  test('gets two emails for fifty messages', async () => {
    for (let n = 0; n < 50; n++) await say(sam, talk, `message ${n}`)
    await workOff(product)
    product.clock.advance(11 * MINUTE)
    await workOff(product)
    expect(await mails(maya)).toEqual(['Sam Rivera wrote to you', '50 new messages from Sam Rivera'])
  })

  test('is not notified of messages read before the email was sent', async () => {
    product.clock.advance(MINUTE)
    await say(sam, talk, 'Never mind')
    await workOff(product)
    const page = (await maya.get(`/api/conversations/${talk}/messages`)).json.messages
    expect((await read(maya, page.at(-1).position)).status).toBeLessThan(300)
    product.clock.advance(30 * MINUTE)
    await workOff(product)
    expect(await titles(maya)).toHaveLength(1)
    expect(await mails(maya)).toHaveLength(1)
  })

  test('is not notified of a muted conversation', async () => {
    const muted = await maya.put(`/api/conversations/${talk}/muted`, { muted: true })
    expect(muted.status, muted.text).toBeLessThan(300)
    product.clock.advance(20 * MINUTE)
    await say(sam, talk, 'Hello?')
    await workOff(product)
    expect(await titles(maya)).toHaveLength(1)
  })

  test('is not emailed after turning emails off, but still sees them in the list', async () => {
    await maya.put('/api/notification-preferences', { kind: 'message', channel: 'email', enabled: false })
    product.clock.advance(20 * MINUTE)
    await say(sam, talk, 'Hello?')
    await workOff(product)
    expect(await titles(maya)).toHaveLength(2)
    expect(await mails(maya)).toHaveLength(1)
  })
})

describe('POST /functions/send-message-notification', () => {
  const ask = (person: Person, messageId: string) =>
    person.post('/api/functions/send-message-notification', { messageId })
  const newest = async () => (await maya.get(`/api/conversations/${talk}/messages`)).json.messages.at(-1).id

  test('is for admins and the message’s author; others get “not found” [row 88]', async () => {
    const admin = await product.admin('Ada Admin')
    const id = await newest()
    expect((await ask(sam, id)).json).toMatchObject({ success: true })
    expect((await ask(admin, id)).json).toMatchObject({ success: true })
    const stranger = await product.student('Stan Stranger')
    for (const person of [stranger, maya]) {
      const answer = await ask(person, id)
      expect(answer).toMatchObject({ status: 404 })
      expect(answer.json.message).toBe('Message not found with that ID')
    }
    expect((await ask(admin, '00000000-0000-4000-8000-000000000000')).json.message).toBe(
      'Message not found with that ID',
    )
    expect(await mails(maya)).toHaveLength(1)
  })
})

const emailOf = (person: object): string => ('email' in person ? String(person.email) : '')
