import type { RefObject } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { MESSAGE_LENGTH } from '../cancellation/schema.ts'

/** Replaces the preview of a refund that could not be loaded. */
export function RefundUnknown({ onRetry }: { onRetry: () => void }) {
  return (
    <Alert
      tone="error"
      title="We could not work out the refund."
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      Nothing was cancelled.
    </Alert>
  )
}

/** The message that goes with a cancellation: required of a coach, optional for a student. */
export function CancelMessageField(props: {
  as: 'student' | 'coach'
  /** Who reads it. */
  other: string
  hint?: string | undefined
  value: string
  onChange: (message: string) => void
  /** The coach tried to cancel without a message. */
  isMissing: boolean
  box: RefObject<HTMLTextAreaElement | null>
}) {
  const { as, other, hint, value, isMissing } = props
  return (
    <Field
      label={as === 'coach' ? `What should ${other} know? (required)` : `Message to ${other}`}
      hint={hint}
      error={isMissing && value.trim() === '' ? 'Please say why in a few words' : undefined}
      required={as === 'coach'}
      optional={as === 'student'}
    >
      <Textarea
        ref={props.box}
        rows={2}
        maxLength={MESSAGE_LENGTH}
        value={value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Field>
  )
}
