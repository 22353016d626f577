import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createServices } from '#app/services.ts'
import { eventually } from '../support/eventually.ts'
import { signedInCoach } from '../support/lessons.ts'
import { testProduct } from '../support/product.ts'
import { beginTalk, listen, noticesOf, type Person, say } from '../support/talks.ts'
import { tenAtOnce } from '../support/ten-at-once.ts'

const product = testProduct()
let sam: Person
let maya: Person
let talk: string
const json = { 'content-type': 'application/json' }

beforeAll(async () => {
  sam = await product.student('Sam Rivera')
  maya = await signedInCoach(product, 'Maya Bennett')
  talk = await beginTalk(sam, maya.userId)
})

describe('messages arrive live', () => {
  test('complete, once per topic, ready to append', async () => {
    const line = await listen(product, sam, [`conversation:${talk}`, `inbox:${sam.userId}`])
    const sent = await say(maya, talk, 'Live!')
    // The event about the earlier message may arrive late.
    const messages = () =>
      noticesOf(line.events).filter(({ type, message }) => type === 'message' && message.content === 'Live!')
    await eventually(() => expect(messages()).toHaveLength(2))
    for (const notice of messages())
      expect(notice).toMatchObject({
        type: 'message',
        conversationId: talk,
        message: { id: sent.json.message.id, content: 'Live!', senderId: maya.userId, clientId: null },
      })
    await line.close()
  })

  test('a hundred arrive in order, with none missing', async () => {
    const line = await listen(product, sam, [`conversation:${talk}`])
    const said = await tenAtOnce(100, (n) => say(n % 2 ? sam : maya, talk, `${n}`))
    expect(said.map(({ status }) => status)).toEqual(said.map(() => 201))
    const places = () =>
      noticesOf(line.events)
        .filter(({ type, message }) => type === 'message' && /^\d+$/.test(message.content))
        .map(({ message }) => message.position)
    await eventually(() => expect(places()).toHaveLength(100))
    const [first = 0] = places()
    expect(places()).toEqual(Array.from({ length: 100 }, (_, n) => first + n))
    await line.close()
  })

  test('read, typing and presence events reach both people, and presence only while both share it', async () => {
    await say(sam, talk, 'Read this')
    const line = await listen(product, sam, [`conversation:${talk}`])
    await maya.post(`/api/conversations/${talk}/typing`)
    await maya.put(`/api/conversations/${talk}/read`, { position: 1_000_000 })
    await maya.put(`/api/conversations/${talk}/presence`, { active: true })
    // Events about earlier messages may arrive late and are ignored here.
    const kinds = () => noticesOf(line.events).flatMap(({ type }) => (type === 'message' ? [] : [type]))
    await eventually(() => expect(kinds()).toEqual(['typing', 'read', 'presence']))
    expect((await sam.get(`/api/conversations/${talk}`)).json.other.isActive).toBe(true)
    await maya.put('/api/me/message-preferences', { sharePresence: false })
    expect((await sam.get(`/api/conversations/${talk}`)).json.other.isActive).toBe(false)
    await sam.put(`/api/conversations/${talk}/presence`, { active: true })
    expect((await maya.get(`/api/conversations/${talk}`)).json.other.isActive).toBe(false)
    await maya.put('/api/me/message-preferences', { sharePresence: true })
    await line.close()
  })

  test('archiving and blocking events reach only the person who did it', async () => {
    const mine = await listen(product, maya, [`inbox:${maya.userId}`])
    const theirs = await listen(product, sam, [`inbox:${sam.userId}`, `conversation:${talk}`])
    // Waits after each change, because identical notices at the same time are merged.
    const told = (times: number) => eventually(() => expect(noticesOf(mine.events)).toHaveLength(times))
    await maya.put(`/api/conversations/${talk}/archived`, { archived: true })
    await told(1)
    await maya.put(`/api/conversations/${talk}/blocked`, { blocked: true })
    await told(2)
    await maya.put(`/api/conversations/${talk}/blocked`, { blocked: false })
    await told(3)
    // Presence events may be left over from before.
    expect(noticesOf(theirs.events).filter(({ type }) => type !== 'presence')).toEqual([])
    await Promise.all([mine.close(), theirs.close()])
  })

  test('events between loading a page and connecting are sent on connect, and nothing older', async () => {
    await eventually(() => expect(product.services.realtime.isLive()).toBe(true))
    const topics = [`inbox:${sam.userId}`, `user:${sam.userId}`]
    const before = await listen(product, sam, topics)
    await say(maya, talk, 'While your page was loading')
    await eventually(() => expect(noticesOf(before.events)).not.toEqual([]))
    await before.close()
    const late = await listen(product, sam, topics, 5_000)
    await eventually(() => expect(late.events).toContainEqual({ event: 'change', data: topics[0] }))
    await late.close()
    const told = (one: { event: string }) => one.event === 'change'
    const fresh = await listen(product, sam, topics, 1)
    await eventually(() => expect(fresh.events[0]?.event).toBe('ready'))
    await say(maya, talk, 'And now')
    await eventually(() => expect(noticesOf(fresh.events)).not.toEqual([]))
    expect(fresh.events.filter(told)).toEqual([])
    await fresh.close()
  })

  test('a second process on the same database also receives them', async () => {
    const other = await createServices(product.services.env, { work: false })
    const heard: string[] = []
    other.realtime.subscribe(`inbox:${sam.userId}`, (announced) => heard.push(announced))
    await eventually(() => expect(other.realtime.isLive()).toBe(true))
    await say(maya, talk, 'From the first process')
    await eventually(() => expect(heard.some((one) => one.includes('"message"'))).toBe(true))
    await other.close()
  })

  test('after a database outage clients are told that they may have missed something', async () => {
    const line = await listen(product, sam, [`conversation:${talk}`])
    await product.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'greenside-realtime' and datname = current_database()`,
    )
    await eventually(() => expect(line.events).toContainEqual({ event: 'change', data: 'reconnected' }))
    await eventually(() => expect(product.services.realtime.isLive()).toBe(true))
    await say(maya, talk, 'Back again')
    await eventually(() => expect(JSON.stringify(line.events)).toContain('Back again'))
    await line.close()
  })
})

describe('other people receive nothing', () => {
  test('500 attempts to subscribe to other people’s topics yield no event', async () => {
    const eve = await product.student('Eve')
    const people = [eve, product.visitor()]
    const others = [
      `conversation:${talk}`,
      `inbox:${sam.userId}`,
      `inbox:${maya.userId}`,
      `user:${sam.userId}`,
    ]
    const tries = await Promise.all(
      Array.from({ length: 500 }, async (_, n) => {
        const topic = n % 5 === 4 ? `conversation:${randomUUID()}` : (others[n % 5] ?? '')
        // Subscribes to the topic alone, or together with the user's own.
        const topics = n % 2 ? [`inbox:${eve.userId}`, topic] : [topic]
        return await listen(product, { ...product.visitor(), ...people[n % 3 === 0 ? 1 : 0] }, topics)
      }),
    )
    await say(maya, talk, 'Between us')
    expect(tries.map(({ status }) => status)).toEqual(Array(500).fill(404))
    expect(tries.flatMap(({ events }) => events)).toEqual([])
  })

  test.each([
    [
      'signing out',
      async (person: Person) => void (await person.send('DELETE', '/api/sessions', '{}', json)),
    ],
    [
      'a session that is ended from elsewhere',
      async (person: Person) =>
        void (await product.database.pool.query('delete from sessions where user_id = $1', [person.userId])),
    ],
    [
      'a suspended account',
      async (person: Person) =>
        void (await product.database.pool.query(
          'update profiles set suspended_at = current_instant() where id = $1',
          [person.userId],
        )),
    ],
  ])('%s closes the stream within five seconds', async (_, revoke) => {
    const student = await product.student('Leaving Soon')
    const theirs = await beginTalk(student, maya.userId)
    const line = await listen(product, { ...student }, [`conversation:${theirs}`, `inbox:${student.userId}`])
    expect(line.status).toBe(200)
    await revoke(student)
    await eventually(() => expect(line.ended).toBe(true))
    const before = line.events.length
    await say(maya, theirs, 'Not for you any more')
    expect(line.events).toHaveLength(before)
  })

  test('connections per person are limited', async () => {
    const many = await product.student('Many Tabs')
    const lines = await Promise.all(
      Array.from({ length: 45 }, () => listen(product, many, [`inbox:${many.userId}`])),
    )
    expect(lines.filter(({ status }) => status === 200)).toHaveLength(40)
    await Promise.all(lines.map((line) => line.close()))
    const again = await listen(product, many, [`inbox:${many.userId}`])
    expect(again.status).toBe(200)
    await again.close()
  })
})
