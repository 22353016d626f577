import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Alert } from '#ui/alert.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { type GivenAnswer, intakeLimits } from '../intake/intake.ts'
import type { AskedQuestion } from '../intake/schema.ts'

/** What a form does with the answers when it is sent. */
export interface IntakeAnswers {
  /** The answers to send; null when a required one is missing, which the fields then show. */
  read(): GivenAnswer[] | null
  /** Deletes the draft, once the lesson is booked. */
  forget(): void
}

/**
 * A field for each of the coach's questions. What was typed stays in the tab until the lesson is booked. Pages load
 * this lazily, because most coaches ask nothing.
 */
export function IntakeQuestions({
  ref,
  coachId,
  coachLabel,
  questions,
}: {
  ref: Ref<IntakeAnswers>
  coachId: string
  coachLabel: string
  questions: AskedQuestion[]
}) {
  const [draft, setDraft, forget] = useTabDraft(`booking-answers:${coachId}`)
  const [refusals, setRefusals] = useState(0)
  // The server renders without a draft, so the first render in the browser must do the same.
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const typed = isHere ? readDraft(draft) : {}
  const answerTo = ({ id, lastAnswer }: AskedQuestion) => typed[id] ?? lastAnswer ?? ''
  const isMissing = (one: AskedQuestion) => one.isRequired && answerTo(one).trim() === ''
  useImperativeHandle(ref, () => ({
    read() {
      if (questions.some(isMissing)) {
        setRefusals((times) => times + 1)
        return null
      }
      return questions.map((one) => ({
        questionId: one.id,
        question: one.question,
        answer: answerTo(one).trim(),
      }))
    },
    forget,
  }))

  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (refusals === 0) return
    const missing = box.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    missing?.focus({ preventScroll: true })
    // With its question above it.
    missing?.scrollIntoView({ block: 'center' })
  }, [refusals])
  const current = JSON.stringify(questions.map(({ id, question, isRequired }) => [id, question, isRequired]))
  const [first] = useState(current)
  return (
    <fieldset ref={box} className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-[0.9375rem] text-muted">{coachLabel} asks before the lesson</legend>
      {current === first ? null : (
        <Alert tone="info">
          {coachLabel} has just changed these questions. What you answered before is still here.
        </Alert>
      )}
      {questions.map((one) => (
        <Field
          key={one.id}
          label={<bdi>{one.question}</bdi>}
          optional={!one.isRequired}
          required={one.isRequired}
          error={refusals > 0 && isMissing(one) ? 'Please answer this question.' : undefined}
        >
          <Input
            value={answerTo(one)}
            dir="auto"
            autoComplete="off"
            maxLength={intakeLimits.answer}
            onChange={(event) => setDraft(JSON.stringify({ ...typed, [one.id]: event.target.value }))}
          />
        </Field>
      ))}
    </fieldset>
  )
}

function readDraft(text: string): Record<string, string> {
  try {
    return JSON.parse(text || '{}')
  } catch {
    return {}
  }
}
