import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { sendMessage } from '#features/messages/commands.ts'
import { markRead } from '#features/messages/conversations/commands.ts'
import { setActive } from '#features/messages/conversations/presence.ts'
import { bookPaid, signedInCoach } from '../support/lessons.ts'
import { charlotteTime } from '../support/now.ts'
import { addCoach, giveRole, makeCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'
import { beginTalk, type Person, readTalk, say } from '../support/talks.ts'
import { tenAtOnce } from '../support/ten-at-once.ts'

const product = testProduct()
let sam: Person
let maya: Person
let talk: string

beforeAll(async () => {
  sam = await product.student('Sam Rivera')
  maya = await signedInCoach(product, 'Maya Bennett')
  talk = await beginTalk(sam, maya.userId)
})

const inbox = async (person: Person, query = '') =>
  (await person.get(`/api/conversations${query}`)).json.conversations
const unread = async (person: Person) => (await person.get('/api/unread-conversations')).json.conversations
const withoutAssistant = () => maya.put('/api/coach/assistant', { enabled: false })

describe('two people talk', () => {
  test('both see the same messages in the same order', async () => {
    await say(maya, talk, 'I do, every Tuesday.')
    await say(sam, talk, 'Tuesday is good.')
    const words = ['Do you teach beginners?', 'I do, every Tuesday.', 'Tuesday is good.']
    expect(await readTalk(sam, talk)).toEqual(words)
    expect(await readTalk(maya, talk)).toEqual(words)
  })

  test('a pair has one conversation, regardless of who starts it and how many start at once', async () => {
    const kai = await product.student('Kai Park')
    const begun = await Promise.all(Array.from({ length: 8 }, () => beginTalk(kai, maya.userId, 'Hello')))
    expect(new Set(begun).size).toBe(1)
    const again = await maya.post('/api/conversations', {
      clientId: randomUUID(),
      studentId: kai.userId,
      content: 'Hi Kai',
    })
    expect(again.json.conversationId).toBe(begun[0])
    expect(await readTalk(kai, begun[0] ?? '')).toEqual([...Array(8).fill('Hello'), 'Hi Kai'])
  })

  test('a message sent repeatedly is stored once', async () => {
    const clientId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 10 }, () => say(sam, talk, 'Once.', clientId)))
    expect(new Set(answers.map(({ json }) => json.message.id)).size).toBe(1)
    expect((await readTalk(maya, talk)).filter((words) => words === 'Once.')).toHaveLength(1)
  })

  test('both write at once: order and count match on both sides and in the database, without gaps', async () => {
    const alex = await product.student('Alex Kim')
    const busy = await beginTalk(alex, maya.userId, 'start')
    await tenAtOnce(80, (n) => say(n % 2 ? alex : maya, busy, `message ${n}`))
    const seen = await readTalk(alex, busy)
    expect(seen).toEqual(await readTalk(maya, busy))
    const kept = await product.database.pool.query<{ content: string; position: number; ordered: boolean }>(
      `select content, position, created_at >= lag(created_at, 1, created_at) over (order by position) as ordered
       from messages where conversation_id = $1 order by position`,
      [busy],
    )
    expect(kept.rows.map(({ content }) => content)).toEqual(seen)
    expect(kept.rows.map(({ position }) => position)).toEqual(Array.from({ length: 81 }, (_, n) => n + 1))
    expect(kept.rows.every(({ ordered }) => ordered)).toBe(true)
  })

  test('the recipient is notified by a job stored with the message', async () => {
    const sent = await say(sam, talk, 'With a job')
    const jobs = await product.database.pool.query(
      `select 1 from pgboss.job where name = 'send-message-notification' and data->>'messageId' = $1`,
      [sent.json.message.id],
    )
    expect(jobs.rows).toHaveLength(1)
  })

  test('empty, oversized and malformed messages are refused', async () => {
    expect((await say(sam, talk, '  \n ')).json.message).toBe('Message is required')
    expect((await say(sam, talk, 'x'.repeat(4_001))).status).toBe(400)
    expect((await say(sam, talk, 'a\0b')).json.message.content, 'a control character is left out').toBe('ab')
    expect((await say(sam, talk, '⛳'.repeat(2_000))).status).toBe(201)
    const lone = await say(sam, talk, 'half \ud800 a character')
    expect([201, 400]).toContain(lone.status)
  })
})

describe('the list [row 84]', () => {
  test('is newest first, with the last message and only the person’s own conversations', async () => {
    const list = await inbox(maya)
    const times = list.map(({ lastMessageAt }: { lastMessageAt: string }) => lastMessageAt)
    expect(times).toEqual([...times].sort().reverse())
    const stranger = await product.student('Stranger')
    expect(await inbox(stranger)).toEqual([])
    expect((await inbox(sam))[0]).toMatchObject({
      side: 'student',
      other: { userId: maya.userId, name: 'Maya Bennett', label: 'Coach Maya' },
    })
  })

  test('is paginated without leaving anyone out', async () => {
    const coach = await signedInCoach(product, 'Busy Bee')
    const { pool } = product.database
    await pool.query(
      `with s as (insert into profiles (full_name, email) select 'Student ' || n, n || '@many.test' from generate_series(1, 60) n returning id)
       insert into conversations (instructor_id, student_id, last_message_at) select $1, id, '2026-11-01T10:00:00Z' from s`,
      [coach.userId],
    )
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await coach.get(`/api/conversations${cursor ? `?cursor=${cursor}` : ''}`)
      seen.push(...page.json.conversations.map(({ id }: { id: string }) => id))
      cursor = page.json.nextCursor ?? ''
    } while (cursor)
    expect(new Set(seen).size).toBe(60)
    expect(seen).toHaveLength(60)
    expect((await coach.get('/api/conversations?cursor=nonsense')).status).toBe(400)
  })

  test('searches names and text, treating input literally', async () => {
    expect(await inbox(sam, '?query=bennett')).toHaveLength(1)
    expect(await inbox(sam, '?query=every+tuesday')).toHaveLength(1)
    expect(await inbox(sam, '?query=%25%25')).toHaveLength(0)
    expect(await inbox(sam, '?query=ping-pong')).toHaveLength(0)
  })

  test('separates archived conversations, and a new message brings them back', async () => {
    await sam.put(`/api/conversations/${talk}/archived`, { archived: true })
    expect(await inbox(sam)).toHaveLength(0)
    expect(await inbox(sam, '?archived=true')).toHaveLength(1)
    expect((await inbox(maya)).some(({ id }: { id: string }) => id === talk)).toBe(true)
    await say(maya, talk, 'Still there?')
    expect(await inbox(sam)).toHaveLength(1)
  })
})

describe('unread [row 86]', () => {
  test('counts conversations that end with an unopened message from the other person', async () => {
    const robin = await product.student('Robin Lee')
    const theirs = await beginTalk(robin, maya.userId)
    expect(await unread(robin)).toBe(0)
    await say(maya, theirs, 'Yes')
    expect(await unread(robin)).toBe(1)
    expect((await inbox(robin))[0]).toMatchObject({ isUnread: true, unreadCount: 1 })
    await robin.put(`/api/conversations/${theirs}/read`, { position: 2 })
    expect(await unread(robin)).toBe(0)
    const other = (await maya.get(`/api/conversations/${theirs}`)).json.other
    expect(other.lastReadPosition).toBe(2)
  })

  test('can’t mark unwritten messages as read, or unread them', async () => {
    await sam.put(`/api/conversations/${talk}/read`, { position: 1_000_000 })
    const mine = (await sam.get(`/api/conversations/${talk}`)).json
    expect(mine.lastReadPosition).toBe(mine.lastMessage.position)
    await sam.put(`/api/conversations/${talk}/read`, { position: 1 })
    expect((await sam.get(`/api/conversations/${talk}`)).json.lastReadPosition).toBe(mine.lastReadPosition)
  })

  test('for a coach with the assistant on counts only what needs a person', async () => {
    const coach = await signedInCoach(product, 'Ada Caddie')
    const student = await product.student('Pat Jones')
    const id = await beginTalk(student, coach.userId)
    expect(await unread(coach)).toBe(0)
    await product.query('update conversations set needs_human = true where id = $1', [id])
    expect(await unread(coach)).toBe(1)
    await say(coach, id, 'Here I am.')
    const seen = (await coach.get(`/api/conversations/${id}`)).json
    expect(seen.assistant).toMatchObject({ isEnabledByCoach: true, needsHuman: false })
    await coach.put(`/api/conversations/${id}/assistant`, { enabled: true })
    await say(student, id, 'Thanks')
    expect(await unread(coach)).toBe(0)
    await coach.put(`/api/conversations/${id}/assistant`, { enabled: false })
    expect(await unread(coach)).toBe(1)
    await coach.put(`/api/conversations/${id}/assistant`, { enabled: true })
    await coach.put('/api/coach/assistant', { enabled: false })
    expect(await unread(coach)).toBe(1)
    expect((await inbox(coach))[0].assistant).toMatchObject({ isOn: false, isEnabledByCoach: false })
  })
})

describe('a long conversation', () => {
  test('is paginated in both directions', async () => {
    const jo = await product.student('Jo Long')
    const long = await beginTalk(jo, maya.userId, '1')
    await product.query(
      `insert into messages (conversation_id, sender_id, position, content)
       select $1, $2, 1, n::text from generate_series(2, 500) n`,
      [long, jo.userId],
    )
    const page = async (query: string) => (await jo.get(`/api/conversations/${long}/messages?${query}`)).json
    const words = (found: { messages: { content: string }[] }) =>
      found.messages.map(({ content }) => Number(content))
    const newest = await page('limit=50')
    expect(words(newest)).toEqual(Array.from({ length: 50 }, (_, n) => 451 + n))
    expect(newest).toMatchObject({ hasOlder: true, hasNewer: false })
    const older = await page('before=451&limit=50')
    expect(words(older)).toEqual(Array.from({ length: 50 }, (_, n) => 401 + n))
    expect(words(await page('after=498&limit=50'))).toEqual([499, 500])
    expect(await page('before=3&limit=50')).toMatchObject({ hasOlder: false, hasNewer: true })
    const around = await page('around=250&limit=20')
    expect(words(around)).toEqual(Array.from({ length: 20 }, (_, n) => 240 + n))
    expect(around).toMatchObject({ hasOlder: true, hasNewer: true })
  })
})

describe('who may write to whom', () => {
  const start = (person: Person, body: Record<string, unknown>) =>
    person.post('/api/conversations', { clientId: randomUUID(), content: 'Hello', ...body })

  test('a student can write to every visible coach, and to nobody else', async () => {
    const hidden = await addCoach(product.database.pool, { isVisible: false })
    expect((await start(sam, { instructorId: hidden.id })).status).toBe(404)
    expect((await start(sam, { instructorId: sam.userId })).status).toBe(404)
    expect((await start(sam, { instructorId: randomUUID() })).status).toBe(404)
    expect((await start(sam, { studentId: maya.userId })).status).toBe(404)
    expect((await start(sam, { instructorId: maya.userId, studentId: sam.userId })).status).toBe(400)
  })

  test('a coach can write to students who booked, have access or wrote, and to nobody else', async () => {
    const lee = await product.student('Lee Booker')
    expect((await start(maya, { studentId: lee.userId })).status).toBe(404)
    await bookPaid(product, lee, { instructorId: maya.userId, start: charlotteTime(3, 10) })
    expect((await start(maya, { studentId: lee.userId })).status).toBe(201)
    const guest = await product.student('Guest')
    await product.query('insert into student_calendar_access (student_id, instructor_id) values ($1, $2)', [
      guest.userId,
      maya.userId,
    ])
    expect((await start(maya, { studentId: guest.userId })).status).toBe(201)
    const list = (await maya.get('/api/message-recipients')).json.recipients
    expect(list.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Lee Booker', 'Guest', 'Sam Rivera']),
    )
  })

  test('admins and future coaches can’t write', async () => {
    for (const [role, code] of [
      ['admin', 'cannot_write'],
      ['prospect', 'demo_mode'],
    ] as const) {
      const person = await product.student(`A ${role}`)
      await giveRole(product.database.pool, person.userId, role)
      expect((await start(person, { instructorId: maya.userId })).json.code).toBe(code)
    }
  })

  test('a blocked person is told only that the message was not delivered; the blocker can undo it', async () => {
    const rude = await product.student('Rude Person')
    const id = await beginTalk(rude, maya.userId, 'hey')
    await maya.put(`/api/conversations/${id}/blocked`, { blocked: true })
    const refused = await say(rude, id, 'HEY')
    expect(refused.json).toMatchObject({
      code: 'not_taking_messages',
      message: 'This person is not taking messages at the moment.',
    })
    expect((await start(rude, { instructorId: maya.userId })).json.code).toBe('not_taking_messages')
    expect((await rude.get(`/api/conversations/${id}`)).text).not.toContain('"isBlocked":true')
    expect((await say(maya, id, 'And another thing')).json.code).toBe('you_blocked_them')
    await maya.put(`/api/conversations/${id}/blocked`, { blocked: false })
    expect((await say(rude, id, 'Sorry.')).status).toBe(201)
  })

  test('a conversation or message can be reported once, and blocked along with it', async () => {
    const id = await beginTalk(await product.student('Spammer'), maya.userId, 'Buy my clubs')
    const messageId = (await maya.get(`/api/conversations/${id}/messages`)).json.messages[0].id
    const report = { messageId, reason: 'spam', details: 'Sells clubs', block: true }
    expect((await maya.post(`/api/conversations/${id}/reports`, report)).status).toBe(201)
    expect((await maya.post(`/api/conversations/${id}/reports`, report)).status).toBe(201)
    const kept = await product.database.pool.query(
      'select * from message_reports where conversation_id = $1',
      [id],
    )
    expect(kept.rows).toMatchObject([{ reporter_id: maya.userId, reason: 'spam', status: 'open' }])
    expect((await maya.get(`/api/conversations/${id}`)).json.isBlocked).toBe(true)
    const other = (await sam.get(`/api/conversations/${talk}/messages`)).json.messages[0].id
    expect(
      (await maya.post(`/api/conversations/${id}/reports`, { ...report, messageId: other })).status,
    ).toBe(404)
  })

  test('each of the other person’s messages can be reported, your own can’t', async () => {
    const student = await product.student('Rude Student')
    const id = await beginTalk(student, maya.userId, 'First')
    await say(student, id, 'Second')
    const mine = (await say(maya, id, 'Mine')).json.message.id
    const [first, second] = (await maya.get(`/api/conversations/${id}/messages`)).json.messages
    const report = (messageId: string, reason = 'harassment') =>
      maya.post(`/api/conversations/${id}/reports`, { messageId, reason })
    expect((await report(mine)).status).toBe(404)
    expect((await report(first.id)).status).toBe(201)
    expect((await report(second.id)).status).toBe(201)
    expect((await report(second.id, 'unsafe')).status).toBe(201)
    const kept = await product.database.pool.query(
      'select message_id, reported_id, reason from message_reports where conversation_id = $1 order by created_at, reason',
      [id],
    )
    expect(kept.rows).toEqual([
      { message_id: first.id, reported_id: student.userId, reason: 'harassment' },
      { message_id: second.id, reported_id: student.userId, reason: 'unsafe' },
    ])
  })
})

describe('text search', () => {
  test('searches only your own conversations, newest first', async () => {
    await say(sam, talk, 'My nine-iron SLICES badly, what now?')
    const hits = (await maya.get('/api/message-search?query=slices')).json.hits
    expect(hits).toMatchObject([{ conversationId: talk, otherName: 'Sam Rivera' }])
    expect(hits[0].excerpt).toContain('nine-iron SLICES')
    const stranger = await product.student('Nosy')
    expect((await stranger.get('/api/message-search?query=slices')).json.hits).toEqual([])
    expect((await stranger.get(`/api/message-search?query=slices&conversationId=${talk}`)).json.hits).toEqual(
      [],
    )
  })
})

describe('the database', () => {
  const insert = (sender: string, extra = "'text'") =>
    product.database.pool.query(
      `insert into messages (conversation_id, sender_id, position, content, message_type) values ($1, $2, 1, 'x', ${extra})`,
      [talk, sender],
    )
  test('refuses messages by outsiders, or by the assistant as the student', async () => {
    const stranger = await product.student('Stranger')
    await expect(insert(stranger.userId)).rejects.toThrow('only its two people')
    await expect(insert(sam.userId, "'ai_response'")).rejects.toThrow('only its two people')
    await expect(
      product.database.pool.query(`update messages set sender_id = $1 where conversation_id = $2`, [
        maya.userId,
        talk,
      ]),
    ).rejects.toThrow('stays as it was')
  })
})

test('messages by an impersonating admin carry the admin’s name, and reading leaves no read receipt', async () => {
  const admin = await product.student('Avery Quinn')
  const acting = {
    userId: sam.userId,
    role: 'student' as const,
    fullName: 'Sam Rivera',
    email: 'sam@students.test',
    impersonatedBy: admin.userId,
  }
  const { services } = product
  await say(maya, talk, 'Unread by Sam')
  const position = async () => (await sam.get(`/api/conversations/${talk}`)).json.lastReadPosition
  const before = await position()
  await markRead(services, acting, { conversationId: talk, position: 1_000_000 })
  await setActive(services, acting, { conversationId: talk, active: true })
  expect(await position()).toBe(before)
  expect((await maya.get(`/api/conversations/${talk}`)).json.other.isActive).toBe(false)
  const sent = await sendMessage(services, acting, {
    conversationId: talk,
    clientId: randomUUID(),
    content: 'Written by support',
    attachmentIds: [],
  })
  const kept = await product.database.pool.query(
    'select sender_id, impersonated_by from messages where id = $1',
    [sent.ok && sent.message.id],
  )
  expect(kept.rows).toEqual([{ sender_id: sam.userId, impersonated_by: admin.userId }])
})

describe('limits', () => {
  const strict = testProduct({ RATE_LIMITS: 'on' })

  test('stop a person from flooding a conversation', async () => {
    const student = await strict.student('Flood')
    const coach = await strict.student('Calm Coach')
    await makeCoach(strict.database.pool, coach.userId)
    const id = await beginTalk(student, coach.userId)
    const answers = await tenAtOnce(80, (n) => say(student, id, `${n}`))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(59)
    expect(statuses.filter((status) => status === 429)).toHaveLength(21)
    const signs = await Promise.all(
      Array.from({ length: 100 }, () => student.post(`/api/conversations/${id}/typing`)),
    )
    expect(signs.some(({ status }) => status === 429)).toBe(true)
  })
})

test('only the coach can change the assistant’s settings', async () => {
  await withoutAssistant()
  const other = await signedInCoach(product, 'Other Coach')
  expect((await other.put(`/api/conversations/${talk}/assistant`, { enabled: false })).status).toBe(404)
  expect((await sam.put('/api/coach/assistant', { enabled: true })).status).toBe(403)
})
