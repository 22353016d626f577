import { useEffect, useRef, useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { intakeLimits } from '../intake/intake.ts'
import type { IntakeDraft } from './use-intake-draft.ts'

/** A field for each of the coach's questions. */
export function IntakeFields({
  intake: { questions, answerTo, change, refusals },
  coachLabel,
}: {
  intake: IntakeDraft
  coachLabel: string
}) {
  const box = useRef<HTMLFieldSetElement>(null)
  const current = JSON.stringify(questions.map(({ id, question, isRequired }) => [id, question, isRequired]))
  const [first] = useState(current)
  useEffect(() => {
    if (refusals === 0) return
    const missing = box.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    missing?.focus({ preventScroll: true })
    // With its question above it.
    missing?.scrollIntoView({ block: 'center' })
  }, [refusals])
  return (
    <fieldset ref={box} className="flex min-w-0 flex-col gap-4">
      <legend className="mb-3 text-[0.9375rem] text-muted">{coachLabel} asks before the lesson</legend>
      {current === first ? null : (
        <Alert tone="info">
          {coachLabel} has just changed these questions. What you answered before is still here.
        </Alert>
      )}
      {questions.map((one) => {
        const answer = answerTo(one)
        const isMissing = refusals > 0 && one.isRequired && answer.trim() === ''
        return (
          <Field
            key={one.id}
            label={<bdi>{one.question}</bdi>}
            optional={!one.isRequired}
            required={one.isRequired}
            error={isMissing ? 'Please answer this question.' : undefined}
          >
            <Input
              value={answer}
              dir="auto"
              autoComplete="off"
              maxLength={intakeLimits.answer}
              onChange={(event) => change(one.id, event.target.value)}
            />
          </Field>
        )
      })}
    </fieldset>
  )
}
