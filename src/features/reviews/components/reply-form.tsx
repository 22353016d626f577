import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLessonAction } from '#features/bookings/actions/components/use-lesson-action.ts'
import { useDraft } from '#platform/use-draft.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { reviewsClient } from '../client.ts'
import { type ReceivedReview, replySchema } from '../schema.ts'

const REPLY_LENGTH = 2000

/** The coach answers a review in public; answering again replaces the answer. */
export function ReplyForm({ review, onDone }: { review: ReceivedReview; onDone: () => void }) {
  const [draft, setDraft, forget] = useDraft(`reply:${review.id}`)
  const [isTouched, setTouched] = useState(draft !== '')
  const reply = isTouched ? draft : (review.reply ?? '')
  const [error, setError] = useState<string>()
  const { busy, failure, run } = useLessonAction()
  const box = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    box.current?.focus()
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const checked = replySchema.safeParse({ reviewId: review.id, reply })
    setError(checked.error?.issues[0]?.message)
    if (!checked.success) return box.current?.focus()
    await run(async () => {
      await reviewsClient.reply.call(checked.data)
      forget()
      toast.success('Reply published', 'It stands below the review on your profile.')
      onDone()
    })
  }

  return (
    <form onSubmit={submit} noValidate className="mt-4 flex flex-col gap-3">
      <FormError title={failure ? 'Your reply was not saved' : null}>{failure}</FormError>
      <Field
        label={`Your reply to ${review.studentName}`}
        hint="Your reply is public. Keep it short and kind."
        error={error}
      >
        <Textarea
          ref={box}
          rows={3}
          value={reply}
          onChange={(event) => {
            setTouched(true)
            setDraft(event.target.value)
          }}
          counter={{ length: reply.length, max: REPLY_LENGTH }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="brand" loading={busy}>
          Publish the reply
        </Button>
        <Button size="sm" variant="ghost" onClick={onDone}>
          Not now
        </Button>
      </div>
    </form>
  )
}
