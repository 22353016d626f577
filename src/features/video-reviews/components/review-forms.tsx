import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { formatMoney } from '#platform/money.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { videoReviewsClient } from '../client.ts'
import { answerText, declineText, questionText, type VideoReview } from '../schema.ts'
import { reviewLimits } from '../video-review.ts'

/** Reloads the user's reviews after a change. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: videoReviewsClient.key() })
}

/** A form with one text, which is checked before it is sent. Until then, the tab keeps it: the videos are on another page. */
function TextForm(props: {
  review: VideoReview
  name: string
  label: string
  hint?: string
  schema: z.ZodType<string>
  maxLength: number
  rows: number
  button: string
  /** Why it cannot be sent at the moment. */
  waitsFor?: string | undefined
  send: (text: string) => Promise<void>
}) {
  const refresh = useRefresh()
  const [error, setError] = useState<string | null>(null)
  const { busy, failure, attempt } = useAttempt()
  const [draft, setDraft, forget] = useTabDraft(`video-review-${props.name}:${props.review.id}`)
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const checked = props.schema.safeParse(new FormData(event.currentTarget).get(props.name))
        setError(checked.success ? null : (checked.error.issues[0]?.message ?? null))
        if (!checked.success) return
        void attempt(
          async () => {
            await props.send(checked.data)
            forget()
            await refresh()
          },
          () => {
            void refresh()
            return false
          },
        )
      }}
    >
      <Field label={props.label} hint={props.hint} error={error ?? failure}>
        <Textarea
          name={props.name}
          rows={props.rows}
          maxLength={props.maxLength}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
        />
      </Field>
      {props.waitsFor ? (
        <p className="text-[0.9375rem] text-muted" role="status">
          {props.waitsFor}
        </p>
      ) : null}
      <Button
        type="submit"
        variant="brand"
        loading={busy}
        disabled={Boolean(props.waitsFor)}
        className="self-start"
      >
        {props.button}
      </Button>
    </form>
  )
}

/**
 * The student's question; sending it starts the promised time.
 * @param props.isUploading whether videos are still being uploaded: the coach would not get them
 */
export function QuestionForm({ review, isUploading }: { review: VideoReview; isUploading: boolean }) {
  const clips = review.clips.length
  return (
    <div className="mt-5">
      <p className="mb-4 text-[0.9375rem] text-muted" role="status">
        {clips === 0
          ? 'No video added yet.'
          : `${clips} of ${reviewLimits.clips} videos added. The coach sees them when you send your question.`}
      </p>
      <TextForm
        review={review}
        name="question"
        label="Your question"
        hint="What goes wrong, with which club, and what you have tried"
        schema={questionText}
        maxLength={reviewLimits.question}
        rows={4}
        button={`Send to ${review.coach.name}`}
        waitsFor={
          isUploading
            ? 'You can send your question once all videos are uploaded, or their upload is cancelled.'
            : undefined
        }
        send={async (question) => {
          await videoReviewsClient.send.call({ videoReviewId: review.id, question })
          toast.success('Sent', `${review.coach.name} has your videos now.`)
        }}
      />
    </div>
  )
}

/** The coach's answer, and the way to decline. */
export function AnswerForm({ review }: { review: VideoReview }) {
  return (
    <div className="flex flex-col gap-5">
      <TextForm
        review={review}
        name="answer"
        label="Answer"
        hint="Say what you see, one thing to change, and how to practice it"
        schema={answerText}
        maxLength={reviewLimits.answer}
        rows={8}
        button="Send answer"
        send={async (answer) => {
          await videoReviewsClient.answer.call({ videoReviewId: review.id, answer })
          toast.success('Answer sent', 'Your share is paid out in a day.')
        }}
      />
      <Decline review={review} />
    </div>
  )
}

function Decline({ review }: { review: VideoReview }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="sm"
      title="Decline this review?"
      description={`${review.student.name} gets the full ${formatMoney(review.priceCents)} back.`}
      trigger={
        <Button size="sm" className="self-start">
          Decline and refund
        </Button>
      }
    >
      <TextForm
        review={review}
        name="reason"
        label={`Why, for ${review.student.name}`}
        schema={declineText}
        maxLength={reviewLimits.decline}
        rows={3}
        button="Decline and refund"
        send={async (reason) => {
          await videoReviewsClient.decline.call({ videoReviewId: review.id, reason })
          setOpen(false)
          toast.success('Declined', 'The payment is refunded.')
        }}
      />
    </Dialog>
  )
}

/** Cancels a review before its videos are sent. */
export function CancelReview({ review }: { review: VideoReview }) {
  const refresh = useRefresh()
  const { failure, attempt } = useAttempt()
  return (
    <>
      <ConfirmDialog
        trigger={<Button size="sm">Cancel this review</Button>}
        title="Cancel this review?"
        description={`You get the full ${formatMoney(review.priceCents)} back.`}
        confirmLabel="Cancel review"
        keepLabel="Keep review"
        onConfirm={() =>
          attempt(async () => {
            await videoReviewsClient.cancel.call({ videoReviewId: review.id })
            await refresh()
            toast.success('Review cancelled', 'Your refund is on its way.')
          })
        }
      />
      {failure ? (
        <p role="alert" className="mt-2 text-sm text-danger">
          {failure}
        </p>
      ) : null}
    </>
  )
}
