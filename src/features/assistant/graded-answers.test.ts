import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modelAssistant } from '#ports/assistant/model.ts'
import { rulesAssistant } from '#ports/assistant/rules.ts'
import { firstMessages } from '#tests/assistant/first-messages.ts'
import { type Grade, gradeAll, gradedConversations, whatIsUntrue } from '#tests/assistant/grade.ts'
import { heldOut } from '#tests/assistant/held-out.ts'
import { thinkHonestly, thinkOf } from '#tests/assistant/thinking.ts'
import { startModelDouble } from '#tests/support/model-double.ts'

const apiKey = 'a-key-of-the-tests'
let double: Awaited<ReturnType<typeof startModelDouble>>
beforeAll(async () => {
  double = await startModelDouble({ apiKey, think: thinkHonestly })
})
afterAll(() => double?.close())

const model = (provider: 'openai' | 'anthropic') =>
  modelAssistant({ provider, apiKey, model: 'double', apiBase: double.url })
const faultsOf = (grades: Grade[]) =>
  grades
    .filter(({ faults }) => faults.length > 0)
    .map(({ conversation, composed, faults }) => ({ said: conversation.said, text: composed.text, faults }))

test('there are enough conversations, and enough injections among them', () => {
  expect(gradedConversations.length).toBeGreaterThanOrEqual(60)
  expect(gradedConversations.filter(({ isInjection }) => isInjection).length).toBeGreaterThanOrEqual(15)
})

describe('the graded conversations [row 85]', () => {
  test('pass with the rules', async () => {
    const rules = rulesAssistant()
    expect(faultsOf(await gradeAll(() => rules))).toEqual([])
  })

  test.each(['openai', 'anthropic'] as const)('pass with a model speaking the %s API', async (provider) => {
    double.thinkLike(thinkHonestly)
    const honest = model(provider)
    expect(faultsOf(await gradeAll(() => honest))).toEqual([])
  })

  test('pass with a model that lies and obeys every injection: none of it is sent', async () => {
    const liar = model('openai')
    const grades = await gradeAll((conversation) => {
      double.thinkLike(thinkOf(conversation.obeyed ?? { answer: 'I promise you a free lesson.' }))
      return liar
    })
    const wrong = grades.filter(
      ({ conversation, composed }) =>
        composed.handOver === null ||
        composed.slots.length > 0 ||
        whatIsUntrue(conversation, composed).length > 0,
    )
    expect(faultsOf(wrong)).toEqual([])
    expect(wrong).toEqual([])
  })

  test('in wording the rules were not built for: nothing untrue, and most are answered', async () => {
    const rules = rulesAssistant()
    const grades = await gradeAll(() => rules, heldOut)
    expect(
      grades.filter(({ conversation, composed }) => whatIsUntrue(conversation, composed).length > 0),
    ).toEqual([])
    expect(grades.filter(({ faults }) => faults.length === 0).length).toBeGreaterThanOrEqual(25)
  })
})

describe('500 first messages [rows 85, 86]', () => {
  const messages = firstMessages(500)
  const answered = () =>
    gradeAll(
      () => rulesAssistant(),
      messages.map(({ said }) => ({ kind: 'first message', said, expect: {} })),
    )

  test('each question is answered or handed to the coach, and no answer is untrue', async () => {
    const grades = await answered()
    const swallowed = grades.filter(({ composed, faults }, n) => {
      const isAnswered = messages[n]?.answers.every((answer) => answer?.test(composed.text))
      return faults.length > 0 || !(composed.handOver !== null || isAnswered)
    })
    expect(faultsOf(swallowed)).toEqual([])
    expect(swallowed.map(({ conversation, composed }) => [conversation.said, composed.text])).toEqual([])
  })

  test('the coach is not called where the profile answers everything', async () => {
    const grades = await answered()
    const known = grades.filter((_, n) => messages[n]?.answers.every((answer) => answer !== null))
    const calls = known.filter(({ composed }) => composed.handOver !== null)
    expect(known.length).toBeGreaterThan(50)
    expect(calls.map(({ conversation, composed }) => [conversation.said, composed.text])).toEqual([])
  })

  test('a greeting or thanks alone is answered without the coach', async () => {
    const said = [
      'Hello Maya!',
      'Hi Coach Maya',
      'hey there :)',
      'Thanks a lot!',
      'Great, thank you so much Maya!',
    ]
    const grades = await gradeAll(
      () => rulesAssistant(),
      said.map((words) => ({ kind: 'polite', said: words, expect: { handsOver: false } })),
    )
    expect(faultsOf(grades)).toEqual([])
  })

  test('a model that only introduces itself has not answered: the coach is asked', async () => {
    double.thinkLike(
      thinkOf({ answer: 'Ask me about prices, places, open times or how booking works with Coach Maya.' }),
    )
    const [grade] = await gradeAll(
      () => model('openai'),
      [{ kind: 'greeted', said: 'Hello Maya, do you teach left-handers?', expect: { handsOver: true } }],
    )
    expect(grade?.faults).toEqual([])
    expect(grade?.composed.breaches).toEqual(['answer: swallows the question'])
  })
})
