import { useQueryClient } from '@tanstack/react-query'
import { Clapperboard } from 'lucide-react'
import { useRef, useState } from 'react'
import { giftCardsClient } from '#features/gift-cards/client.ts'
import { UseGiftCard } from '#features/gift-cards/components/use-gift-card.tsx'
import { type PlayerChoice, WhoPlays } from '#features/golfers/components/who-plays.tsx'
import { formatMoney } from '#platform/money.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { videoReviewsClient } from '../client.ts'
import type { ReviewOffer } from '../schema.ts'
import { promiseText, reviewLimits, reviewTerms } from '../video-review.ts'

/** The video review on a coach's profile. Pages load it when it is nearly on screen. */
export function BuyReview({
  coach,
  me,
  offer,
}: {
  coach: { id: string; label: string }
  me: { role: string } | null
  offer: ReviewOffer
}) {
  const words = `Send up to ${reviewLimits.clips} videos of your swing and a question. ${coach.label} answers ${promiseText(offer.promisedHours)} with drawings, voice-over and text.`
  return (
    <section aria-label="Video review">
      <h2 className="text-2xl">Video review</h2>
      <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-4 rounded-card border bg-surface-raised p-5">
        <div className="min-w-0 flex-1 basis-64">
          <p className="tabular text-xl font-semibold">
            {formatMoney(offer.priceCents)}
            <span className="ml-2 text-[0.9375rem] font-normal text-muted">
              answered {promiseText(offer.promisedHours)}, or your money back
            </span>
          </p>
          <p className="mt-1 text-[0.9375rem] text-muted">{words}</p>
        </div>
        {me === null ? (
          <LinkButton
            href={`/auth?redirect=${encodeURIComponent(`/instructor/${coach.id}#video-review`)}`}
            variant="brand"
          >
            Sign in to buy
          </LinkButton>
        ) : me.role === 'student' ? (
          <Buy coach={coach} offer={offer} />
        ) : null}
      </div>
    </section>
  )
}

function Buy({ coach, offer }: { coach: { id: string; label: string }; offer: ReviewOffer }) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [giftCents, setGiftCents] = useState(0)
  const player = useRef<PlayerChoice>(null)
  /** Kept only after a lost answer: the repeated request is the same purchase. */
  const key = useRef<string | null>(null)
  const { busy, failure, attempt } = useAttempt(
    'We could not reach the server. Please try again: you never pay twice.',
  )
  const buy = () =>
    attempt(
      async () => {
        if (player.current && !player.current.check()) return
        const golferId = player.current ? await player.current.resolve() : null
        if (golferId === false) return
        key.current ??= uuidV4()
        const { checkoutUrl } = await videoReviewsClient.buy.call({
          instructorId: coach.id,
          golferId,
          expectedPriceCents: offer.priceCents,
          expectedHours: offer.promisedHours,
          ...(giftCents > 0 ? { giftCents } : {}),
          idempotencyKey: key.current,
        })
        key.current = null
        window.location.assign(checkoutUrl)
      },
      ({ code }) => {
        if (code !== 'offline') key.current = null
        if (code === 'offer_changed' || code === 'not_sold')
          void queryClient.invalidateQueries({ queryKey: videoReviewsClient.key() })
        void queryClient.invalidateQueries({ queryKey: giftCardsClient.key() })
        return false
      },
    )
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      size="sm"
      title={`Video review by ${coach.label}`}
      trigger={
        <Button variant="brand">
          <Clapperboard aria-hidden />
          Buy a video review
        </Button>
      }
    >
      <div className="flex flex-col gap-4 text-[0.9375rem]">
        <p>
          It costs <strong className="font-semibold">{formatMoney(offer.priceCents)}</strong>. You pay now,
          and add your videos and your question afterwards.
        </p>
        <WhoPlays ref={player} isSignedIn />
        <p className="text-muted">{reviewTerms(offer.promisedHours)}</p>
        <UseGiftCard priceCents={offer.priceCents} what="the review" onPart={setGiftCents} />
        {failure ? (
          <p role="alert" className="text-danger">
            {failure}
          </p>
        ) : null}
        <Button variant="primary" size="lg" loading={busy} onClick={() => void buy()}>
          {giftCents === offer.priceCents ? 'Buy the review' : 'Go to payment'}
        </Button>
      </div>
    </Dialog>
  )
}
