import { lazy, Suspense } from 'react'
import type { IntakeDraft } from './use-intake-draft.ts'

/** Loaded lazily: most coaches ask nothing. */
const IntakeFields = lazy(async () => ({ default: (await import('./intake-fields.tsx')).IntakeFields }))

/** The coach's questions, if there are any. */
export const IntakeQuestions = (props: { intake: IntakeDraft; coachLabel: string }) =>
  props.intake.questions.length > 0 ? (
    <Suspense>
      <IntakeFields {...props} />
    </Suspense>
  ) : null
