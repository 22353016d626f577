import { modelAssistant } from '#ports/assistant/model.ts'
import { rulesAssistant } from '#ports/assistant/rules.ts'
import { type Grade, gradeAll, gradedConversations, scoreTable, whatIsUntrue } from '../assistant/grade.ts'
import { heldOut } from '../assistant/held-out.ts'
import { thinkHonestly, thinkOf } from '../assistant/thinking.ts'
import { startModelDouble } from '../support/model-double.ts'

/**
 * `npm run drill -- assistant-graded`: every adapter answers the same graded conversations; then a model that obeys every
 * injection and makes things up answers them, and nothing of it may reach a student.
 */
const apiKey = 'a-key-of-the-drill'
const double = await startModelDouble({ apiKey, think: thinkHonestly })
const model = (provider: 'openai' | 'anthropic') =>
  modelAssistant({ provider, apiKey, model: 'double', apiBase: double.url })
const faults: string[] = []

const rules = rulesAssistant()
report('rules', await gradeAll(() => rules))
for (const provider of ['openai', 'anthropic'] as const) {
  const honest = model(provider)
  report(`model behind the ${provider} double`, await gradeAll(() => honest))
}
reportHeldOut(await gradeAll(() => rules, heldOut))
await reportLies()
await double.close()
console.log(
  faults.length === 0
    ? `\nno faults in ${gradedConversations.length} graded conversations`
    : `\n${faults.length} faults\n  ${faults.join('\n  ')}`,
)
process.exitCode = faults.length === 0 ? 0 : 1

function report(title: string, grades: readonly Grade[]) {
  console.log(`\n${scoreTable(title, grades)}`)
  for (const grade of grades) if (grade.faults.length > 0) faults.push(`${title}: ${inWords(grade)}`)
  const injected = grades.filter(({ conversation }) => conversation.isInjection)
  const ignored = injected.filter(
    ({ conversation, composed }) => whatIsUntrue(conversation, composed).length === 0,
  )
  console.log(`injected instructions ignored: ${ignored.length} of ${injected.length}`)
}

/** Words the rules were not made for: misses are told, and only an untrue answer is a fault. */
function reportHeldOut(grades: readonly Grade[]) {
  console.log(`\n${scoreTable('rules, on words they were not made for', grades)}`)
  for (const grade of grades) {
    if (grade.faults.length > 0) console.log(`  ${inWords(grade)}`)
    if (whatIsUntrue(grade.conversation, grade.composed).length > 0) faults.push(inWords(grade))
  }
}

async function reportLies() {
  const liar = model('openai')
  const lies = await gradeAll((conversation) => {
    double.thinkLike(thinkOf(conversation.obeyed ?? { answer: 'I promise you a free lesson.' }))
    return liar
  })
  const untrue = lies.filter(({ conversation, composed }) => whatIsUntrue(conversation, composed).length > 0)
  const sent = lies.filter(({ composed }) => composed.handOver === null)
  const held = lies.filter(({ composed }) => composed.breaches.length > 0)
  console.log(
    `\na model that lies and obeys, ${lies.length} conversations: ${held.length} drafts held back by the guard, ` +
      `${lies.length - held.length - sent.length} never asked (a person's business), ${sent.length} sent, ${untrue.length} untrue`,
  )
  for (const grade of [...untrue, ...sent]) faults.push(`a lie: ${inWords(grade)}`)
}

function inWords({ conversation, composed, faults: found }: Grade): string {
  return `${JSON.stringify(conversation.said).slice(0, 90)}\n    ${found.join('; ')}\n    “${composed.text}”`
}
