import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { signedInCoach } from '../support/lessons.ts'
import { giveRole } from '../support/people.ts'
import { testProduct } from '../support/product.ts'
import { beginTalk, type Person, say } from '../support/talks.ts'

const product = testProduct()
const strangers: Record<string, Person> = {}
let talk: string
let message: string

beforeAll(async () => {
  const sam = await product.student('Sam Rivera')
  const maya = await signedInCoach(product, 'Maya Bennett')
  talk = await beginTalk(sam, maya.userId, 'A secret about my slice')
  message = (await say(maya, talk, 'It stays between us')).json.message.id
  strangers.student = await product.student('Another Student')
  strangers.coach = await signedInCoach(product, 'Another Coach')
  for (const role of ['admin', 'prospect'] as const) {
    const person = await product.student(`A ${role}`)
    await giveRole(product.database.pool, person.userId, role)
    strangers[role] = person
  }
})

const everything = () =>
  product.database.pool.query(
    `select (select json_agg(c order by c.id) from conversations c) as c, (select json_agg(m order by m.id) from messages m) as m,
      (select json_agg(p order by p.conversation_id, p.user_id) from conversation_participants p) as p,
      (select json_agg(r) from message_reports r) as r`,
  )

const calls: [string, string, unknown?][] = [
  ['GET', ''],
  ['GET', '/messages'],
  ['GET', '/messages?around=1'],
  ['POST', '/messages', { clientId: randomUUID(), content: 'let me in' }],
  ['PUT', '/read', { position: 2 }],
  ['PUT', '/archived', { archived: true }],
  ['PUT', '/muted', { muted: true }],
  ['PUT', '/blocked', { blocked: true }],
  ['PUT', '/presence', { active: true }],
  ['PUT', '/assistant', { enabled: false }],
  ['POST', '/typing', {}],
  ['POST', '/reports', { reason: 'spam' }],
]

describe.each(['student', 'coach', 'admin', 'prospect'])('another %s', (who) => {
  test.each(calls)(
    '%s /api/conversations/…%s gets the same answer as for a nonexistent conversation',
    async (method, path, body) => {
      const person = strangers[who]
      if (!person) throw new Error('nobody')
      const before = await everything()
      const ask = (id: string) =>
        person.send(method, `/api/conversations/${id}${path}`, body ? JSON.stringify(body) : undefined, {
          'content-type': 'application/json',
        })
      const [theirs, nobodys] = [await ask(talk), await ask(randomUUID())]
      expect([403, 404]).toContain(theirs.status)
      expect(theirs.status).toBe(nobodys.status)
      expect(theirs.text).toBe(nobodys.text)
      expect((await everything()).rows).toEqual(before.rows)
    },
  )

  test('finds nothing of it in list, search or badge', async () => {
    const person = strangers[who]
    if (!person) throw new Error('nobody')
    for (const path of [
      '/api/conversations',
      '/api/conversations?archived=true',
      '/api/conversations?query=secret',
      '/api/message-search?query=secret',
      `/api/message-search?query=secret&conversationId=${talk}`,
    ]) {
      const answer = await person.get(path)
      expect(answer.text).not.toContain(talk)
      expect(answer.text).not.toContain('slice')
    }
    expect((await person.get('/api/unread-conversations')).json).toEqual({ conversations: 0 })
    const report = { messageId: message, reason: 'spam' }
    // A prospect changes nothing, wherever it is.
    const expected = who === 'prospect' ? 403 : 404
    expect((await person.post(`/api/conversations/${talk}/reports`, report)).status).toBe(expected)
  })
})
