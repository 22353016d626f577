import { beforeAll, describe, expect, test } from 'vitest'
import { type AssistantReply, AssistantUnavailable, noUsage } from '#ports/assistant/assistant.ts'
import type { Services } from '#ports/services.ts'
import { signedInCoach } from '#tests/support/lessons.ts'
import { testProduct } from '#tests/support/product.ts'
import { beginTalk, type Person, say } from '#tests/support/talks.ts'
import { answerMessage } from './commands.ts'

const product = testProduct()
let coach: Person

beforeAll(async () => {
  coach = await signedInCoach(product, 'Maya Bennett')
})

const newest = async (conversationId: string): Promise<string> => {
  const [message] = await product.query(
    'select id from messages where conversation_id = $1 order by position desc limit 1',
    [conversationId],
  )
  return String(message?.id)
}

async function studentWhoWrites(content: string) {
  const student = await product.student()
  const conversationId = await beginTalk(student, coach.userId, content)
  return { student, conversationId, messageId: await newest(conversationId) }
}

async function write(student: Person, content: string, conversationId: string) {
  await say(student, conversationId, content)
  return await newest(conversationId)
}

const turn = async (messageId: string) =>
  (await product.query('select * from assistant_turns where message_id = $1', [messageId]))[0]

/** An assistant that says what a test wants, after something happened while it was thinking. */
const scripted = (reply: Partial<AssistantReply> | Error, meanwhile?: () => Promise<unknown>): Services => ({
  ...product.services,
  assistant: {
    name: 'openai',
    async answer() {
      await meanwhile?.()
      if (reply instanceof Error) throw reply
      return { answer: '', slots: [], needsHuman: false, proposalDraft: null, usage: noUsage, ...reply }
    },
  },
})

describe('tokens', () => {
  const usage = { model: 'a-model', inputTokens: 400_000, outputTokens: 20_000 }

  test('of drafts that were made before the provider failed, or that were discarded, are kept', async () => {
    const { student, conversationId, messageId } = await studentWhoWrites('How much is it?')
    const few = { model: 'a-model', inputTokens: 900, outputTokens: 30 }
    const away = scripted(new AssistantUnavailable(undefined, few))
    await expect(answerMessage(away, messageId)).rejects.toBeInstanceOf(AssistantUnavailable)
    expect(await turn(messageId)).toMatchObject({ state: 'waiting', input_tokens: 900, output_tokens: 30 })
    const meanwhile = () => student.post(`/api/conversations/${conversationId}/person`)
    await answerMessage(scripted({ answer: 'Hello', usage: few }, meanwhile), messageId)
    expect(await turn(messageId)).toMatchObject({
      state: 'handed_over',
      input_tokens: 1_800,
      output_tokens: 60,
    })
  })

  test('of answers that were overtaken count toward the coach’s limit', async () => {
    const { student, conversationId, messageId } = await studentWhoWrites('How much is it?')
    let last = messageId
    for (let at = 0; at < 3; at++) {
      const asked = last
      await answerMessage(
        scripted({ answer: 'Hello', usage }, async () => {
          last = await write(student, 'And an hour?', conversationId)
        }),
        asked,
      )
      expect(await turn(asked)).toMatchObject({ state: 'superseded', input_tokens: 400_000 })
    }
    await answerMessage(scripted(new Error('the assistant was asked')), last)
    expect(await turn(last)).toMatchObject({ state: 'handed_over', reason: 'limit' })
  })
})
