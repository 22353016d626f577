import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { twiceIfLost } from '#platform/twice-if-lost.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Switch } from '#ui/switch.tsx'
import { toast } from '#ui/toast.tsx'
import { videoReviewsClient } from '../client.ts'
import { type OwnReviewOffer, saveReviewOfferSchema } from '../schema.ts'
import { promisedHours, promiseText } from '../video-review.ts'
import { ownOfferQuery } from './review-queries.ts'

/** What a coach asks for a video review; saved on its own, independent of the profile's text. */
export function ReviewOfferSection() {
  const offer = useQuery(ownOfferQuery)
  return (
    <Card asChild padding="md">
      <section id="video-review" aria-label="Video review" className="scroll-mt-20">
        <CardHeader
          title="Video review"
          description="Golfers anywhere send you swing videos and a question, and pay on your profile. You answer with drawings, voice-over and text. What you do not answer in time is refunded automatically."
        />
        {offer.isPending ? <Skeleton aria-hidden className="h-24" /> : null}
        {offer.isError ? (
          <Alert
            tone="error"
            title="Your video review could not be loaded."
            action={
              <Button size="sm" onClick={() => void offer.refetch()}>
                Try again
              </Button>
            }
          />
        ) : null}
        {offer.data === undefined ? null : <OfferForm offer={offer.data} />}
      </section>
    </Card>
  )
}

function OfferForm({ offer }: { offer: OwnReviewOffer | null }) {
  const queryClient = useQueryClient()
  const [basedOn, setBasedOn] = useState(offer)
  const [isSold, setSold] = useState(offer?.isSold ?? false)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const { busy, failure, attempt } = useAttempt()
  function save(form: HTMLFormElement) {
    const data = new FormData(form)
    const dollars = String(data.get('price') ?? '').trim()
    const checked = saveReviewOfferSchema.safeParse({
      priceCents: /^\d+(\.\d{1,2})?$/.test(dollars) ? Math.round(Number(dollars) * 100) : Number.NaN,
      promisedHours: Number(data.get('hours')),
      isSold,
      basedOn,
    })
    const found: Record<string, string> = {}
    if (!checked.success)
      for (const { path, message } of checked.error.issues)
        found[path[0] === 'priceCents' ? 'price' : 'hours'] ??= message
    if (found.price && !/^\d/.test(dollars)) found.price = 'Enter a price, such as 45'
    setFaults(found)
    if (!checked.success) return
    const { basedOn: _, ...saved } = checked.data
    void attempt(async () => {
      // After a lost answer, an edited form would be based on an offer that was already replaced.
      await twiceIfLost(() => videoReviewsClient.saveOffer.call(checked.data))
      setBasedOn(saved)
      await queryClient.invalidateQueries({ queryKey: videoReviewsClient.key() })
      toast.success('Video review saved', isSold ? 'It is on your profile now.' : 'It is not sold.')
    })
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        save(event.currentTarget)
      }}
    >
      {failure ? <FormError title="Video review not saved">{failure}</FormError> : null}
      <Switch
        label="Sell video reviews"
        description="Shown on your profile while it is on"
        checked={isSold}
        onCheckedChange={setSold}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Price in dollars" error={faults.price}>
          <Input
            name="price"
            inputMode="decimal"
            defaultValue={offer ? String(offer.priceCents / 100) : '45'}
          />
        </Field>
        <Field label="You answer" error={faults.hours}>
          <Select
            name="hours"
            defaultValue={String(offer?.promisedHours ?? 48)}
            options={promisedHours.map((hours) => ({ value: String(hours), label: promiseText(hours) }))}
          />
        </Field>
      </div>
      <Button type="submit" variant="brand" loading={busy} className="self-start">
        Save video review
      </Button>
    </form>
  )
}
