import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { RatingStars } from '#ui/rating-stars.tsx'
import { Select } from '#ui/select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { ownProfileClient } from '../client.ts'
import { bringReviewSchema, type OwnImportedReview, requestLimits } from '../requests/schema.ts'
import { EditorSection } from './editor-section.tsx'
import { refreshProfile } from './refresh-profile.ts'
import { importedReviewsQuery } from './requests-queries.ts'

const states = {
  asked: { tone: 'yellow', label: 'We look at it first' },
  approved: { tone: 'green', label: 'On your profile' },
  refused: { tone: 'red', label: 'Not shown' },
} as const

/**
 * Reviews imported from other sites. They need an admin's approval, and are labeled wherever they are shown.
 */
export function ImportedSection() {
  const queryClient = useQueryClient()
  const reviews = useQuery(importedReviewsQuery)
  const [isOpen, setOpen] = useState(false)
  const drop = async (review: OwnImportedReview) => {
    try {
      if (review.id) await ownProfileClient.dropReview.call({ reviewId: review.id })
      await refreshProfile(queryClient)
      toast.success('Review removed', review.author)
    } catch (error) {
      toast.error('Not removed', readProblem(error).message ?? 'We could not reach the server.')
    }
  }
  const count = reviews.data?.filter(({ id }) => id !== null).length ?? 0
  return (
    <EditorSection
      title="Imported reviews"
      description="What golfers wrote about you elsewhere. We look at each one first; on your profile it says “Imported, not from a booking”."
      action={
        reviews.data && count < requestLimits.imported ? (
          <Button size="sm" onClick={() => setOpen(true)}>
            <Plus aria-hidden />
            Add review
          </Button>
        ) : null
      }
    >
      {reviews.isError ? (
        <p role="alert" className="text-sm text-danger">
          Your imported reviews could not be loaded.{' '}
          <button type="button" className="text-link" onClick={() => void reviews.refetch()}>
            Try again
          </button>
        </p>
      ) : reviews.data?.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">
          None yet. Reviews of lessons booked here appear automatically.
        </p>
      ) : (
        <ul className="divide-y border-y">
          {reviews.data?.map((review) => (
            <li key={review.id ?? `${review.author} ${review.text}`} className="py-3.5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <RatingStars value={review.rating} />
                <Badge tone={states[review.state].tone}>{states[review.state].label}</Badge>
                {review.id ? (
                  <Button size="sm" variant="ghost" className="ml-auto" onClick={() => void drop(review)}>
                    Remove<span className="sr-only"> the review of {review.author}</span>
                  </Button>
                ) : null}
              </div>
              <p dir="auto" className="mt-1 wrap-anywhere">
                {review.text}
              </p>
              <p className="mt-0.5 text-sm text-muted wrap-anywhere">
                {[review.author, review.source].filter(Boolean).join(' · ')}
              </p>
              {review.refusal ? (
                <p dir="auto" className="mt-1 text-sm text-danger wrap-anywhere">
                  {review.refusal}
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {isOpen ? <ImportedReviewDialog onClose={() => setOpen(false)} /> : null}
    </EditorSection>
  )
}

const FORM = 'imported-review'
const stars = [5, 4, 3, 2, 1].map((n) => ({ value: String(n), label: n === 1 ? '1 star' : `${n} stars` }))

function ImportedReviewDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useCheckedForm(bringReviewSchema)
  const checked = form.sends(async (entered) => {
    const outcome = await ownProfileClient.bringReview.call(entered)
    await queryClient.invalidateQueries({ queryKey: importedReviewsQuery.queryKey })
    onClose()
    if (outcome.ok) toast.success('We will look at it', 'It shows on your profile as soon as we have.')
    else if (outcome.reason === 'already_shown')
      toast.error('Not added', 'This review is already on your profile.')
    else toast.error('Not added', `You can bring ${requestLimits.imported} reviews.`)
  })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Add a review from elsewhere"
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={FORM} variant="brand" loading={form.busy}>
            Send for approval
          </Button>
        </>
      }
    >
      <form {...checked} id={FORM} className="flex flex-col gap-5">
        {form.failure ? <FormError title="Not sent">{form.failure}</FormError> : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label="Who wrote it"
            required
            error={form.errors.author}
            hint="The name on the review, such as Denise G."
          >
            <Input name="author" maxLength={80} />
          </Field>
          <Field label="Stars" error={form.errors.rating}>
            <Select name="rating" options={stars} defaultValue="5" />
          </Field>
        </div>
        <Field label="What they wrote" required error={form.errors.text}>
          <Textarea name="text" rows={4} maxLength={1000} />
        </Field>
        <Field
          label="Where it was written"
          required
          error={form.errors.source}
          hint="A link or name so that we can verify it. Students can see it, too."
        >
          <Input name="source" maxLength={200} />
        </Field>
      </form>
    </Dialog>
  )
}
