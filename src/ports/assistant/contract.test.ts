import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { slotsOf } from '#features/assistant/known-coach.ts'
import { sketchedCoach } from '#tests/assistant/coaches.ts'
import { gradedNow } from '#tests/assistant/conversation.ts'
import { thinkHonestly } from '#tests/assistant/thinking.ts'
import { startModelDouble } from '#tests/support/model-double.ts'
import type { AssistantPort, AssistantQuestion } from './assistant.ts'
import { modelAssistant } from './model.ts'
import { rulesAssistant } from './rules.ts'

/** Requirements for every adapter. */
interface Subject {
  assistant: AssistantPort
  close(): Promise<void>
}

const apiKey = 'a-key-of-the-tests'

async function behindDouble(provider: 'openai' | 'anthropic'): Promise<Subject> {
  const double = await startModelDouble({ apiKey, think: thinkHonestly })
  const assistant = modelAssistant({ provider, apiKey, model: 'a-model', apiBase: double.url })
  return { assistant, close: double.close }
}

const subjects: Record<AssistantPort['name'], () => Promise<Subject>> = {
  rules: async () => ({ assistant: rulesAssistant(), close: async () => undefined }),
  openai: () => behindDouble('openai'),
  anthropic: () => behindDouble('anthropic'),
}

const now = Date.parse(gradedNow)
const { facts, schedules } = sketchedCoach('maya', now)

function question(text: string, change: Partial<AssistantQuestion> = {}): AssistantQuestion {
  return { facts, conversation: [{ by: 'student', text }], findSlots: slotsOf(schedules, now), ...change }
}

describe.each(Object.keys(subjects) as AssistantPort['name'][])('answers by %s', (name) => {
  let subject: Subject
  beforeAll(async () => {
    subject = await subjects[name]()
  })
  afterAll(() => subject?.close())

  test('come from the facts', async () => {
    const reply = await subject.assistant.answer(question('How much is a 90-minute lesson?'))
    expect(reply).toMatchObject({ needsHuman: false, slots: [], proposalDraft: null })
    expect(reply.answer).toContain('$127.50')
  })

  test('change with the facts: another rate is another answer', async () => {
    const lessons = [{ minutes: 60, priceCents: 12_300 }]
    const reply = await subject.assistant.answer(
      question('How much is it?', { facts: { ...facts, lessons } }),
    )
    expect(reply.answer).toContain('$123')
    expect(reply.answer).not.toContain('$85')
  })

  test('offer only times that were read', async () => {
    const asked = question('Do you have time on Friday?')
    const open = await asked.findSlots({
      from: '2026-11-27',
      to: '2026-11-27',
      minutes: 60,
      placeId: facts.places[0]?.id ?? null,
    })
    const { slots } = await subject.assistant.answer(asked)
    expect(slots.length).toBeGreaterThan(0)
    expect(slots.length).toBeLessThanOrEqual(4)
    for (const slot of slots) expect(open.map(({ start }) => start)).toContain(slot.start)
  })

  test('say when nothing is open, and call the coach', async () => {
    const reply = await subject.assistant.answer(
      question('When are you available?', { findSlots: async () => [] }),
    )
    expect(reply).toMatchObject({ needsHuman: true, slots: [] })
  })

  test('call the coach when the facts do not cover the question', async () => {
    const reply = await subject.assistant.answer(question('Is there parking?'))
    expect(reply.needsHuman).toBe(true)
  })

  test('cover all messages since the last answer', async () => {
    const reply = await subject.assistant.answer(
      question('', {
        conversation: [
          { by: 'student', text: 'Hi' },
          { by: 'assistant', text: 'Ask me about prices.' },
          { by: 'student', text: 'How much is an hour?' },
          { by: 'student', text: 'And what is your cancellation policy?' },
        ],
      }),
    )
    expect(reply.answer).toContain('$85')
    expect(reply.answer).toContain('Free cancellation')
  })

  test('report their cost', async () => {
    const { usage } = await subject.assistant.answer(question('How much is it?'))
    if (name === 'rules') expect(usage).toEqual({ model: null, inputTokens: 0, outputTokens: 0 })
    // Two steps of 900 and 60 tokens each: reading the facts, and the answer's text.
    else expect(usage).toEqual({ model: 'a-model', inputTokens: 1_800, outputTokens: 120 })
  })

  test.each([
    ['nothing but signs', '?!?!'],
    ['a novel', 'golf '.repeat(800)],
    ['markup', '<img src=x onerror=alert(1)>'],
    ['text that turns', '\u202eabc\u202c'],
    ['half an emoji', '\ud83d'],
    ['a NUL', 'price\0?'],
  ])('survive %s', async (_what, text) => {
    const reply = await subject.assistant.answer(question(text))
    expect(reply.answer.length).toBeGreaterThan(0)
    expect(reply.answer.length).toBeLessThan(1_000)
  })
})
