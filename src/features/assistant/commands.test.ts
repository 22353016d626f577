import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { notifyOfMessage } from '#features/messages/digests/commands.ts'
import { type AssistantReply, AssistantUnavailable, noUsage } from '#ports/assistant/assistant.ts'
import { rulesAssistant } from '#ports/assistant/rules.ts'
import type { Services } from '#ports/services.ts'
import { signedInCoach } from '#tests/support/lessons.ts'
import { charlotteTime, daysUntil } from '#tests/support/now.ts'
import { testProduct, type Visitor } from '#tests/support/product.ts'
import { answerMessage, sweepQuestions } from './commands.ts'

const product = testProduct()
type Person = Visitor & { userId: string }
let coach: Person

/** Questions are asked on a Saturday at ten in the morning: what they say of days is meant from there. */
const saturday = daysUntil(6)

beforeAll(async () => {
  product.clock.moveTo(Date.parse(charlotteTime(saturday, 10)))
  coach = await signedInCoach(product, 'Maya Bennett')
})

/** A new student who wrote to Maya. */
async function studentWhoWrites(content: string) {
  const student = await product.student()
  const { conversationId, messageId } = await write(student, content)
  return { student, conversationId, messageId }
}

async function write(person: Person, content: string, conversationId?: string) {
  const message = { clientId: randomUUID(), content, attachmentIds: [] }
  const answer = conversationId
    ? await person.post(`/api/conversations/${conversationId}/messages`, message)
    : await person.post('/api/conversations', { ...message, instructorId: coach.userId })
  if (answer.status !== 201) throw new Error(`not sent: ${answer.text}`)
  const { rows } = await product.database.pool.query(
    'select id, conversation_id from messages where client_id = $1',
    [message.clientId],
  )
  return { messageId: String(rows[0].id), conversationId: String(rows[0].conversation_id) }
}

const answers = async (conversationId: string) =>
  (
    await product.database.pool.query<{
      content: string
      sender_id: string
      data: { slots: { start: string }[] } | null
    }>(
      `select content, sender_id, data from messages where conversation_id = $1 and message_type = 'ai_response' order by position`,
      [conversationId],
    )
  ).rows

const turn = async (messageId: string) =>
  (await product.database.pool.query('select * from assistant_turns where message_id = $1', [messageId]))
    .rows[0]

const conversation = async (id: string) =>
  (await product.database.pool.query('select * from conversations where id = $1', [id])).rows[0]

/** An assistant that says what a test wants, and can do something while it thinks. */
function scripted(reply: Partial<AssistantReply> | Error, meanwhile?: () => Promise<unknown>): Services {
  return {
    ...product.services,
    assistant: {
      name: 'openai',
      async answer() {
        await meanwhile?.()
        if (reply instanceof Error) throw reply
        return { answer: '', slots: [], needsHuman: false, proposalDraft: null, usage: noUsage, ...reply }
      },
    },
  }
}

describe('a question to the AI Caddie [row 85]', () => {
  test('is answered on the coach’s behalf, labeled, and stored as ai_response', async () => {
    const { conversationId, messageId } = await studentWhoWrites('How much is a 90-minute lesson?')
    await answerMessage(product.services, messageId)
    const [answer, ...more] = await answers(conversationId)
    expect(more).toEqual([])
    expect(answer?.sender_id).toBe(coach.userId)
    expect(answer?.content).toBe(
      "I'm Coach Maya's AI Caddie, an automatic assistant. A 90-minute lesson with Coach Maya costs $127.50.",
    )
    expect(await turn(messageId)).toMatchObject({ state: 'answered', adapter: 'rules', attempts: 1 })
  })

  test('is answered once, no matter how often its job runs', async () => {
    const { conversationId, messageId } = await studentWhoWrites('What does an hour cost?')
    await Promise.all([1, 2, 3].map(() => answerMessage(product.services, messageId)))
    await answerMessage(product.services, messageId)
    expect(await answers(conversationId)).toHaveLength(1)
  })

  test('gets live times, and the API says which are still open', async () => {
    const { student, conversationId, messageId } = await studentWhoWrites(
      'Do you have anything on Tuesday at 10am?',
    )
    await answerMessage(product.services, messageId)
    const [answer] = await answers(conversationId)
    expect(answer?.data?.slots.map(({ start }) => start)).toEqual([charlotteTime(saturday + 3, 10)])
    const { answer_message_id: id } = await turn(messageId)
    const offers = async () => (await student.get(`/api/messages/${id}/offers`)).json.open
    expect(await offers()).toHaveLength(1)
    const other = await product.student()
    await other.post('/api/bookings', {
      instructorId: coach.userId,
      start: charlotteTime(saturday + 3, 10),
      durationMinutes: 60,
    })
    expect(await offers()).toEqual([])
  })

  test('that only a person can answer goes to the coach, and the student is told', async () => {
    const { conversationId, messageId } = await studentWhoWrites('Is there parking?')
    await answerMessage(product.services, messageId)
    expect((await answers(conversationId))[0]?.content).toContain("I've asked Coach Maya to answer you here")
    expect(await conversation(conversationId)).toMatchObject({ needs_human: true, ai_caddie_disabled: false })
    expect(await turn(messageId)).toMatchObject({ state: 'handed_over', reason: 'unsure' })
  })

  test('is never sent to the assistant where it is turned off', async () => {
    const { student, conversationId, messageId } = await studentWhoWrites('Hi there')
    await answerMessage(product.services, messageId)
    await coach.send('PUT', `/api/conversations/${conversationId}/assistant`, '{"enabled":false}', {
      'content-type': 'application/json',
    })
    const next = await write(student, 'How much is it?', conversationId)
    expect(await turn(next.messageId)).toBeUndefined()
    await coach.send('PUT', '/api/coach/assistant', '{"enabled":false}', {
      'content-type': 'application/json',
    })
    const elsewhere = await studentWhoWrites('How much is it?')
    expect(await turn(elsewhere.messageId)).toBeUndefined()
    await coach.send('PUT', '/api/coach/assistant', '{"enabled":true}', {
      'content-type': 'application/json',
    })
  })
})

describe('taking turns', () => {
  test('the coach writes: the assistant is off in this conversation from that moment', async () => {
    const { conversationId, messageId } = await studentWhoWrites('How much is it?')
    await write(coach, 'Hi Sam, Maya here.', conversationId)
    expect(await conversation(conversationId)).toMatchObject({ ai_caddie_disabled: true, needs_human: false })
    await answerMessage(product.services, messageId)
    expect(await answers(conversationId)).toEqual([])
    expect(await turn(messageId)).toMatchObject({ state: 'silent' })
  })

  test('the coach writes while the assistant generates: its answer is discarded', async () => {
    const { conversationId, messageId } = await studentWhoWrites('How much is it?')
    const services = scripted(
      { answer: 'Ask me about prices, places, open times or how booking works with Coach Maya.' },
      () => write(coach, 'I am here.', conversationId),
    )
    await answerMessage(services, messageId)
    expect(await answers(conversationId)).toEqual([])
    expect(await turn(messageId)).toMatchObject({ state: 'silent', answer_message_id: null })
  })

  test('the student writes more meanwhile: one answer covers everything', async () => {
    const { student, conversationId, messageId } = await studentWhoWrites('Where do you teach?')
    const next = await write(student, 'How much is an hour?', conversationId)
    await answerMessage(product.services, messageId)
    await answerMessage(product.services, next.messageId)
    expect(await turn(messageId)).toMatchObject({ state: 'superseded' })
    const [answer, ...more] = await answers(conversationId)
    expect(more).toEqual([])
    expect(answer?.content).toContain('Coach Maya teaches at')
    expect(answer?.content).toContain('costs $85')
  })

  const five: [question: string, answer: string][] = [
    ['How much is an hour?', 'costs $85'],
    ['How do I pay?', 'You pay by card'],
    ['What if it rains?', 'because of the weather'],
    ['How far in advance do I book?', 'hours ahead'],
    ['Is there parking?', 'to answer you here'],
  ]

  test.each([
    ['before any is answered', [4]],
    ['and some are answered on the way', [1, 2, 4]],
    ['and each is answered', [0, 1, 2, 3, 4]],
  ])('five messages two seconds apart, %s: every question is answered', async (_when, answeredAfter) => {
    const student = await product.student()
    const sent: string[] = []
    let conversationId: string | undefined
    for (const [at, [question]] of five.entries()) {
      const written = await write(student, question, conversationId)
      conversationId = written.conversationId
      sent.push(written.messageId)
      product.clock.advance(2_000)
      if (answeredAfter.includes(at)) for (const id of sent) await answerMessage(product.services, id)
    }
    const said = (await answers(conversationId ?? '')).map(({ content }) => content)
    expect(said).toHaveLength(answeredAfter.length)
    for (const [question, answer] of five) expect(said.join('\n'), question).toContain(answer)
  })

  test('more questions at once than are read back: the first is answered too', async () => {
    const { student, conversationId } = await studentWhoWrites('How do I pay?')
    let last = ''
    for (let at = 0; at < 18; at++)
      last = (await write(student, 'How much is an hour?', conversationId)).messageId
    await answerMessage(product.services, last)
    expect((await answers(conversationId))[0]?.content).toContain('You pay by card')
  })

  test('a proposal in between does not hide the question', async () => {
    const { student, conversationId, messageId } = await studentWhoWrites('How much is an hour?')
    await product.database.pool.query(
      `insert into messages (conversation_id, sender_id, content, message_type, data)
       values ($1, $2, 'Asks for changes', 'proposal', '{}')`,
      [conversationId, student.userId],
    )
    await answerMessage(product.services, messageId)
    expect(await answers(conversationId)).toHaveLength(1)
  })

  test('a picture without text goes to the coach', async () => {
    const { conversationId, messageId } = await studentWhoWrites('x')
    await product.database.pool.query(
      `update messages set content = '', attachment_count = 1 where id = $1`,
      [messageId],
    )
    await answerMessage(product.services, messageId)
    expect((await answers(conversationId))[0]?.content).toContain("I can't look at pictures or videos")
    expect(await conversation(conversationId)).toMatchObject({ needs_human: true })
  })

  test('the student asks for a person, by text or button: the assistant leaves and the coach is called', async () => {
    const words = await studentWhoWrites('Can I talk to a real person please?')
    await answerMessage(product.services, words.messageId)
    expect(await conversation(words.conversationId)).toMatchObject({
      ai_caddie_disabled: true,
      needs_human: true,
      needs_human_reason: 'Asked for a person',
    })
    const button = await studentWhoWrites('How much is it?')
    for (let press = 0; press < 2; press++)
      expect((await button.student.post(`/api/conversations/${button.conversationId}/person`)).status).toBe(
        200,
      )
    await answerMessage(product.services, button.messageId)
    expect(await answers(button.conversationId)).toHaveLength(1)
    expect(await conversation(button.conversationId)).toMatchObject({
      ai_caddie_disabled: true,
      needs_human: true,
    })
  })

  test('a stranger can’t dismiss the assistant or see its offers', async () => {
    const { conversationId, messageId } = await studentWhoWrites('Anything on Friday?')
    await answerMessage(product.services, messageId)
    const { answer_message_id: answerId } = await turn(messageId)
    const stranger = await product.student()
    expect((await stranger.post(`/api/conversations/${conversationId}/person`)).status).toBe(404)
    expect((await stranger.get(`/api/messages/${answerId}/offers`)).status).toBe(404)
    const otherCoach = await signedInCoach(product, 'Dan Cole')
    expect((await otherCoach.get(`/api/conversations/${conversationId}/proposal-draft`)).status).toBe(404)
  })
})

describe('on errors', () => {
  test('a draft with a wrong price is not sent; the coach is asked', async () => {
    const { conversationId, messageId } = await studentWhoWrites('How much is an hour?')
    await answerMessage(scripted({ answer: 'A 60-minute lesson with Coach Maya costs $8.50.' }), messageId)
    const [answer] = await answers(conversationId)
    expect(answer?.content).toContain("I'm not sure about that, so I've asked Coach Maya")
    expect(answer?.content).not.toContain('8.50')
    expect(await turn(messageId)).toMatchObject({ reason: 'unchecked', breaches: ['price'] })
    expect(await conversation(conversationId)).toMatchObject({ needs_human: true })
  })

  test('a time taken while the assistant generates is not offered', async () => {
    const { conversationId, messageId } = await studentWhoWrites('Anything on Thursday at 9?')
    const start = charlotteTime(saturday + 5, 9)
    const rules = rulesAssistant()
    const other = await product.student()
    let thoughts = 0
    const services: Services = {
      ...product.services,
      assistant: {
        name: 'rules',
        async answer(question) {
          const reply = await rules.answer(question)
          if (thoughts++ === 0)
            await other.post('/api/bookings', { instructorId: coach.userId, start, durationMinutes: 60 })
          return reply
        },
      },
    }
    await answerMessage(services, messageId)
    expect(thoughts).toBe(2)
    const [answer] = await answers(conversationId)
    expect(answer?.data?.slots.map((slot) => slot.start)).not.toContain(start)
    expect(answer?.data?.slots).not.toHaveLength(0)
  })

  test('an unavailable provider is tried three times, then the coach is called', async () => {
    const { conversationId, messageId } = await studentWhoWrites('How much is it?')
    const away = scripted(new AssistantUnavailable())
    await expect(answerMessage(away, messageId)).rejects.toBeInstanceOf(AssistantUnavailable)
    await expect(answerMessage(away, messageId)).rejects.toBeInstanceOf(AssistantUnavailable)
    await answerMessage(away, messageId)
    await answerMessage(product.services, messageId)
    expect(await answers(conversationId)).toEqual([])
    expect(await turn(messageId)).toMatchObject({ state: 'failed', reason: 'failure', attempts: 3 })
    expect(await conversation(conversationId)).toMatchObject({ needs_human: true, ai_caddie_disabled: false })
  })

  test('a question whose worker crashed is found and handed to the coach', async () => {
    const { conversationId, messageId } = await studentWhoWrites('How much is it?')
    expect(await sweepQuestions(product.services)).toBe(0)
    product.clock.advance(4 * 60_000)
    expect(await sweepQuestions(product.services)).toBeGreaterThan(0)
    expect(await turn(messageId)).toMatchObject({ state: 'failed' })
    expect(await conversation(conversationId)).toMatchObject({ needs_human: true })
  })

  test('too many answers in one conversation: the coach is called and nothing is sent', async () => {
    const { student, conversationId, messageId } = await studentWhoWrites('How much is it?')
    await answerMessage(product.services, messageId)
    for (let at = 0; at < 20; at++) {
      const next = await write(student, 'And how much is it now?', conversationId)
      await answerMessage(product.services, next.messageId)
    }
    expect(await answers(conversationId)).toHaveLength(20)
    expect(await conversation(conversationId)).toMatchObject({
      needs_human: true,
      needs_human_reason: 'AI Caddie answered often enough for now',
    })
  })
})

describe('the coach’s view', () => {
  test('shows a draft proposal with live times and the current price, until the coach writes', async () => {
    const { conversationId, messageId } = await studentWhoWrites(
      'I would like 5 lessons, can we start on Wednesday at 2pm?',
    )
    await answerMessage(product.services, messageId)
    const draft = async () =>
      (await coach.get(`/api/conversations/${conversationId}/proposal-draft`)).json.draft
    expect(await draft()).toMatchObject({
      lessonTitle: '5 lessons of 60 minutes',
      lessons: 5,
      durationMinutes: 60,
      priceCents: 42_500,
      starts: [charlotteTime(saturday + 4, 14)],
    })
    await write(coach, 'Let me look.', conversationId)
    expect(await draft()).toBeNull()
  })

  test('shows answered, handed-over and cost figures', async () => {
    const { messageId } = await studentWhoWrites('How much is it?')
    const usage = { model: 'a-model', inputTokens: 1_200, outputTokens: 80 }
    await answerMessage(scripted({ answer: 'Nothing is open then.', usage }), messageId)
    const { json } = await coach.get('/api/coach/assistant')
    expect(json).toMatchObject({ isEnabled: true, adapter: 'rules', inputTokens: 1_200, outputTokens: 80 })
    expect(json.answered).toBeGreaterThan(0)
    expect(json.handedOver).toBeGreaterThan(0)
    expect(json.heldBack).toBeGreaterThan(0)
  })
})

test('the email about an automatic answer says who wrote it', async () => {
  const { conversationId, messageId } = await studentWhoWrites('How much is it?')
  await answerMessage(product.services, messageId)
  const { answer_message_id: answerId } = await turn(messageId)
  expect(await notifyOfMessage(product.services, answerId)).toBe('told')
  await product.sendMessages()
  const { rows } = await product.database.pool.query(
    `select subject from email_logs where dedupe_key like '%' || $1 || '%'`,
    [conversationId],
  )
  expect(rows.map(({ subject }) => subject).join()).toContain('AI Caddie for Coach Maya')
})
