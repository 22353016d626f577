import { beforeAll, describe, expect, test } from 'vitest'
import { signedInCoach } from '#tests/support/lessons.ts'
import { testProduct } from '#tests/support/product.ts'
import { beginTalk, type Person, say } from '#tests/support/talks.ts'
import { answerMessage } from './commands.ts'

const product = testProduct()
let coach: Person

beforeAll(async () => {
  coach = await signedInCoach(product, 'Maya Bennett')
})

const conversation = async (id: string) =>
  (await product.database.pool.query('select * from conversations where id = $1', [id])).rows[0]

async function studentWhoWrites(content: string) {
  const student = await product.student()
  return { student, conversationId: await beginTalk(student, coach.userId, content) }
}

describe('a coach whose answer is needed', () => {
  const calls = async (conversationId: string) =>
    (
      await product.database.pool.query(
        `select title, body, href from notifications where kind = 'coach_needed' and user_id = $1 and business_key like $2 || ':%'
         order by created_at`,
        [coach.userId, conversationId],
      )
    ).rows
  const answerAll = async (conversationId: string) => {
    const { rows } = await product.database.pool.query(
      `select message_id from assistant_turns where conversation_id = $1 and state = 'waiting'`,
      [conversationId],
    )
    for (const { message_id: id } of rows) await answerMessage(product.services, id)
  }

  test('is notified once by bell and email until they answer, however often it is asked', async () => {
    const { student, conversationId } = await studentWhoWrites('Will it rain on the moon?')
    await answerAll(conversationId)
    expect(await conversation(conversationId)).toMatchObject({ needs_human: true })
    await say(student, conversationId, 'And on Mars?')
    await answerAll(conversationId)
    await student.post(`/api/conversations/${conversationId}/person`)
    expect(await calls(conversationId)).toEqual([
      {
        title: 'Sam Rivera needs you',
        body: 'AI Caddie did not know the answer. Please answer yourself.',
        href: `/inbox?conversation=${conversationId}`,
      },
    ])
    await product.sendMessages()
    const { rows } = await product.database.pool.query(
      `select subject, status from email_logs where template_key = 'coach-needed' and dedupe_key like '%' || $1 || '%'`,
      [conversationId],
    )
    expect(rows).toEqual([{ subject: 'Sam Rivera needs you', status: 'sent' }])
    await say(coach, conversationId, 'Not on Mars.')
    await coach.send(
      'PUT',
      `/api/conversations/${conversationId}/assistant`,
      JSON.stringify({ enabled: true }),
      { 'content-type': 'application/json' },
    )
    await say(student, conversationId, 'I want my money back.')
    await answerAll(conversationId)
    expect(await calls(conversationId)).toHaveLength(2)
  })

  test.each([
    ['AI Caddie does not know an answer', 'Will it rain on the moon?', answerAll],
    [
      'the student asks for the coach',
      'Hello',
      (id: string, student: Person) => student.post(`/api/conversations/${id}/person`),
    ],
  ])('sees the conversation as unread after %s, until they read it', async (_when, content, handOver) => {
    const { student, conversationId } = await studentWhoWrites(content)
    const unread = async () => (await coach.get('/api/unread-conversations')).json.conversations
    const before = await unread()
    await handOver(conversationId, student)
    expect(await unread()).toBe(before + 1)
    const seen = (await coach.get(`/api/conversations/${conversationId}`)).json
    expect(seen).toMatchObject({ isUnread: true, lastMessage: { type: 'ai_response' } })
    const roster = (await coach.get('/api/coach/students')).json.rows
    const row = roster.find(({ studentId }: { studentId: string }) => studentId === student.userId)
    expect(row.lastWord).toMatchObject({ isUnread: true, isFromAssistant: true })
    const read = JSON.stringify({ position: seen.lastMessage.position })
    await coach.send('PUT', `/api/conversations/${conversationId}/read`, read, {
      'content-type': 'application/json',
    })
    expect(await unread()).toBe(before)
  })

  test('is not notified in a muted conversation', async () => {
    const { conversationId } = await studentWhoWrites('Will it rain on the moon?')
    await coach.send('PUT', `/api/conversations/${conversationId}/muted`, JSON.stringify({ muted: true }), {
      'content-type': 'application/json',
    })
    await answerAll(conversationId)
    expect(await conversation(conversationId)).toMatchObject({ needs_human: true })
    expect(await calls(conversationId)).toEqual([])
  })

  test('can turn the email off', async () => {
    const kinds = (await coach.get('/api/notification-preferences')).json.kinds
    expect(kinds.find(({ kind }: { kind: string }) => kind === 'coach_needed')).toMatchObject({
      inApp: true,
      email: true,
    })
    const student = await product.student()
    const ofStudent = (await student.get('/api/notification-preferences')).json.kinds
    expect(ofStudent.map(({ kind }: { kind: string }) => kind)).not.toContain('coach_needed')
  })
})
