import { z } from 'zod'
import type { LessonDialogProps } from '#features/bookings/components/lesson-dialog.ts'
import { lessonWhen } from '#features/bookings/components/lesson-words.ts'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { formatDay } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { StarInput } from '#ui/star-input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { reviewsClient } from '../client.ts'
import { starWords } from '../review.ts'
import { REVIEW_TEXT_LENGTH, writeReviewSchema } from '../schema.ts'

const reviewForm = z.object({
  // No stars selected counts as 0.
  rating: z.preprocess((stars) => Number(stars) || 0, writeReviewSchema.shape.rating),
  comment: writeReviewSchema.shape.comment,
})

/** Explains when the review is published. */
function reviewTerms({ coach, hasNote, wordsOpenAt, zone }: LessonDialogProps['lesson']): string {
  if (!wordsOpenAt) return 'Published when you send it.'
  if (hasNote)
    return `${coach.label} has written to you. When you send your review it is published, and you can read the note.`
  return `Published once you have both reviewed, or on ${formatDay(wordsOpenAt, zone)}.`
}

/**
 * The form for a student's review of a past lesson. It is published once the coach has written a note, or
 * after two weeks.
 */
export function ReviewDialog({ lesson, as, onClose }: LessonDialogProps) {
  const [stars, setStars, forgetStars] = useTabDraft(`review-stars:${lesson.id}`)
  const [comment, setComment, forgetComment] = useTabDraft(`review:${lesson.id}`)
  const form = useCheckedForm(reviewForm, useLessonAction())
  const rating = Number(stars) || 0

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="How was your lesson?"
      description={lessonWhen(lesson, as)}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="brand" type="submit" form="write-review" loading={form.busy}>
            Send the review
          </Button>
        </>
      }
    >
      <form
        {...form.sends(async (entered) => {
          await reviewsClient.write.call({ bookingId: lesson.id, ...entered })
          forgetStars()
          forgetComment()
          toast.success(
            'Thank you for your review',
            `It helps the next golfer, and ${lesson.coach.label} teach.`,
          )
          onClose()
        })}
        id="write-review"
        className="flex flex-col gap-6"
      >
        <FormError title={form.failure ? 'Your review was not sent' : null}>{form.failure}</FormError>
        <StarInput
          legend="Your rating"
          name="rating"
          value={rating}
          onValueChange={(value) => setStars(String(value))}
          words={starWords}
          error={form.errors.rating}
        />
        <Field
          label="What should other golfers know?"
          hint="What did you work on? How well was it explained? What did you learn?"
          error={form.errors.comment}
          optional
        >
          <Textarea
            name="comment"
            rows={5}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
            counter={{ length: comment.length, max: REVIEW_TEXT_LENGTH }}
          />
        </Field>
        <p className="text-[0.9375rem] text-muted">
          {reviewTerms(lesson)} It appears on the coach’s profile with your first name and last initial.
        </p>
      </form>
    </Dialog>
  )
}
