import { useEffect, useRef, useState } from 'react'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { reviewsClient } from '../client.ts'
import { REVIEW_TEXT_LENGTH, type ReceivedReview, replySchema } from '../schema.ts'

const replyForm = replySchema.omit({ reviewId: true })

/** The coach answers a review in public; answering again replaces the answer. */
export function ReplyForm({ review, onDone }: { review: ReceivedReview; onDone: () => void }) {
  const [draft, setDraft, forget] = useTabDraft(`reply:${review.id}`)
  const [isTouched, setTouched] = useState(draft !== '')
  const reply = isTouched ? draft : (review.reply ?? '')
  const form = useCheckedForm(replyForm, useLessonAction())
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])

  return (
    <form
      {...form.sends(async (entered) => {
        await reviewsClient.reply.call({ reviewId: review.id, ...entered })
        forget()
        toast.success('Reply published', 'It appears below the review on your profile.')
        onDone()
      })}
      className="mt-4 flex flex-col gap-3"
    >
      <FormError title={form.failure ? 'Your reply was not saved' : null}>{form.failure}</FormError>
      <Field
        label={`Your reply to ${review.studentName}`}
        hint="Your reply is public. Keep it short and kind."
        error={form.errors.reply}
      >
        <Textarea
          ref={box}
          name="reply"
          rows={3}
          value={reply}
          onChange={(event) => {
            setTouched(true)
            setDraft(event.target.value)
          }}
          counter={{ length: reply.length, max: REVIEW_TEXT_LENGTH }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="brand" loading={form.busy}>
          Publish the reply
        </Button>
        <Button size="sm" variant="ghost" onClick={onDone}>
          Not now
        </Button>
      </div>
    </form>
  )
}
