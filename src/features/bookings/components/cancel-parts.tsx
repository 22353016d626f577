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

/** The title of an error of a cancellation. Without an answer, it may have taken place, so there is no title. */
export const notCancelledTitle = (code: string | null) =>
  code === 'offline' ? null : 'Nothing was cancelled'

/** The message that goes with a cancellation: required of a coach whose student reads it, otherwise optional. */
export function CancelMessageField(props: {
  as: 'student' | 'coach'
  /** Who reads it. */
  other: string
  hint?: string | undefined
  value: string
  onChange: (message: string) => void
  /** The coach tried to cancel without a message. */
  isMissing: boolean
  /** The other is a student without an email address, who does not read it. */
  isOfCaller: boolean
  box: RefObject<HTMLTextAreaElement | null>
}) {
  const { as, other, value, isMissing, isOfCaller } = props
  const isRequired = as === 'coach' && !isOfCaller
  return (
    <Field
      label={
        isRequired
          ? `What should ${other} know? (required)`
          : isOfCaller
            ? 'Why is it cancelled?'
            : `Message to ${other}`
      }
      hint={isOfCaller ? `Only you see it. Nothing is sent: call or text ${other}.` : props.hint}
      error={isMissing && value.trim() === '' ? 'Please say why in a few words' : undefined}
      required={isRequired}
      optional={!isRequired}
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
