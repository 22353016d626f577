import { expect, test } from 'vitest'
import { gradedConversations } from '#tests/assistant/grade.ts'
import { triage } from './triage.ts'

test.each([
  ['Can I speak to someone real?', 'person'],
  ['I would rather have a human answer this', 'person'],
  ['HUMAN', 'person'],
  ['please stop this bot', 'person'],
  ['Could Maya the coach reply herself? I mean the coach herself', 'person'],
  ['my knee hurts', 'injury'],
  ['I am 6 months pregnant', 'injury'],
  ['Refund me now', 'refund'],
  ['I was charged twice', 'refund'],
  ['This is a scam', 'complaint'],
  ["he didn't show up", 'complaint'],
  ['you moron', 'abuse'],
  ['f\u200buck you', 'abuse'],
])('“%s” needs a person: %s', (text, matter) => expect(triage(text)).toBe(matter))

test.each([
  'Are you a real person or a bot?',
  'What is your refund policy?',
  'Do I get a refund if I cancel?',
  'Where do you teach?',
  'How much is it per person?',
  'Great coach, thanks!',
])('“%s” does not', (text) => expect(triage(text)).toBeNull())

test('flags exactly the personal ones among the graded conversations', () => {
  const personal = ['asks for a person', 'injury', 'refund dispute', 'complaint', 'abuse']
  for (const { kind, said, isInjection } of gradedConversations)
    if (typeof said === 'string' && !isInjection)
      expect({ said, found: triage(said) !== null }).toEqual({ said, found: personal.includes(kind) })
})
