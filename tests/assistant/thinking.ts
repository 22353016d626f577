import type { CoachFacts, LiveSlot, SlotRequest } from '#ports/assistant/assistant.ts'
import { answerByRules } from '#ports/assistant/rules.ts'
import type { ModelStep, ModelTurn } from '../support/model-double.ts'

/**
 * The logic of the language model's test double. It reads facts and times through its tools, as a model
 * would, and composes the answer by rules. It tests the round trip and the guard, not a model.
 */
export async function thinkHonestly({ said, results }: ModelTurn): Promise<ModelStep> {
  const facts = results.find(({ name }) => name === 'coach_facts')
  if (!facts) return { tool: 'coach_facts', input: {} }
  let missing: SlotRequest | undefined
  const reply = await answerByRules({
    facts: facts.output as CoachFacts,
    conversation: said.map(({ by, text }) => ({ by, text })),
    async findSlots(request) {
      const known = results.find(
        ({ name, input }) =>
          name === 'open_times' && JSON.stringify(sorted(input)) === JSON.stringify(sorted(request)),
      )
      if (!known) missing ??= request
      return (known?.output ?? []) as LiveSlot[]
    },
  })
  if (missing) return { tool: 'open_times', input: missing }
  const { usage: _, ...words } = reply
  return { words: JSON.stringify(words) }
}

/** A model that returns the given reply, right or wrong. */
export const thinkOf = (reply: object) => async (): Promise<ModelStep> => ({
  words: JSON.stringify({ answer: '', slots: [], needsHuman: false, proposalDraft: null, ...reply }),
})

const sorted = (input: unknown) => Object.entries(input ?? {}).sort(([a], [b]) => a.localeCompare(b))
