import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { formatMoney } from '#platform/money.ts'
import { formatTimeLeft } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Button } from '#ui/button.tsx'
import { isInField } from '#ui/focus.ts'
import type { ExitOffer } from '../schema.ts'

/**
 * Said once to somebody about to leave: what the lesson would cost, and for how long. It can be sent away. It stands at the end of
 * the document: inside of the booking panel, which is a layer of its own, the rest of the page would be drawn over it.
 */
export function ExitOfferBanner({
  offer,
  coachLabel,
  listPriceCents,
  priceCents,
  onAccept,
  onDismiss,
}: {
  offer: ExitOffer
  coachLabel: string
  listPriceCents: number
  priceCents: number
  onAccept: () => void
  onDismiss: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const dismiss = useRef(onDismiss)
  dismiss.current = onDismiss
  useEffect(() => {
    // Whoever is typing goes on typing.
    if (!isInField()) heading.current?.focus({ preventScroll: true })
    const close = (event: KeyboardEvent) => event.key === 'Escape' && dismiss.current()
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [])
  return createPortal(
    <section
      aria-labelledby="exit-offer"
      className="theme-night fixed inset-x-3 bottom-3 z-40 mx-auto flex max-w-2xl animate-from-bottom flex-wrap items-center gap-x-6 gap-y-4 rounded-card bg-surface p-5 text-ink shadow-float sm:bottom-6 sm:p-6"
      data-no-print
    >
      <div className="min-w-0 flex-1 basis-64 pr-8 sm:pr-0">
        <h2
          ref={heading}
          id="exit-offer"
          tabIndex={-1}
          className="text-xl focus-visible:outline-none sm:text-title"
        >
          {offer.percentOff}% off before you go
        </h2>
        <p className="mt-1 text-[0.9375rem] text-muted">
          The lesson you chose with {coachLabel} for{' '}
          <strong className="tabular font-semibold text-ink">{formatMoney(priceCents)}</strong> instead of{' '}
          <s className="tabular">{formatMoney(listPriceCents)}</s>. <OfferTime expiresAt={offer.expiresAt} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button variant="secondary" onClick={onAccept}>
          Take {offer.percentOff}% off
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="No, thanks"
          onClick={onDismiss}
          className="absolute top-2.5 right-2.5 sm:static"
        >
          <X aria-hidden />
        </Button>
      </div>
    </section>,
    document.body,
  )
}

/** For how long it is good. Counted down, and not announced every second. */
export function OfferTime({ expiresAt }: { expiresAt: string }) {
  const now = useNow()
  if (now === null) return null
  return (
    <span role="timer">
      Good for another <span className="tabular">{formatTimeLeft(Date.parse(expiresAt), now)}</span>.
    </span>
  )
}
