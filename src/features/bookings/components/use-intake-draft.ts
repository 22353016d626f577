import { useEffect, useState } from 'react'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import type { GivenAnswer } from '../intake/intake.ts'
import type { AskedQuestion } from '../intake/schema.ts'

/**
 * The answers that a student types before booking with a coach. They stay in the tab until the lesson is booked.
 * @param questions the coach's current questions; undefined while they are loading
 */
export function useIntakeDraft(coachId: string, questions: AskedQuestion[] = []) {
  const [draft, setDraft, forget] = useTabDraft(`booking-answers:${coachId}`)
  const [refusals, setRefusals] = useState(0)
  // The server renders without a draft, so the first render in the browser must do the same.
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const typed = isHere ? readDraft(draft) : {}
  const answerTo = ({ id, lastAnswer }: AskedQuestion) => typed[id] ?? lastAnswer ?? ''
  return {
    questions,
    answerTo,
    change: (id: string, answer: string) => setDraft(JSON.stringify({ ...typed, [id]: answer })),
    /** How often `answers` found that a required answer was missing. */
    refusals,
    /** The answers to send; null when a required one is missing, which the fields then show. */
    answers(): GivenAnswer[] | null {
      const given = questions.map((one) => ({
        questionId: one.id,
        question: one.question,
        answer: answerTo(one).trim(),
      }))
      if (!questions.some(({ isRequired }, at) => isRequired && !given[at]?.answer)) return given
      setRefusals((times) => times + 1)
      return null
    },
    forget,
  }
}

export type IntakeDraft = ReturnType<typeof useIntakeDraft>

function readDraft(text: string): Record<string, string> {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return {}
  }
}
