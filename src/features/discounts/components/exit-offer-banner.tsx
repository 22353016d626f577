import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { formatTimeLeft } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { Button } from '#ui/button.tsx'
import { isInField } from '#ui/focus.ts'
import type { ExitOffer } from '../schema.ts'

/**
 * Shown once to a visitor who is about to leave: a discount to take or to dismiss. Nothing is taken off before. It is at the end of the
 * document, because the page would be drawn over it inside the booking panel, and never covers the panel's price and button: it is
 * at the top of narrow screens and in the left corner of wide ones.
 */
export function ExitOfferBanner({
  offer,
  coachLabel,
  onAccept,
  onDismiss,
}: {
  offer: ExitOffer
  coachLabel: string
  onAccept: () => void
  onDismiss: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const dismiss = useRef(onDismiss)
  dismiss.current = onDismiss
  useEffect(() => {
    // The focus stays in a field that is being filled in.
    if (!isInField()) heading.current?.focus({ preventScroll: true })
    const close = (event: KeyboardEvent) => {
      // A dialog or a menu that Escape closes has prevented the default.
      if (event.key === 'Escape' && !event.defaultPrevented) dismiss.current()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [])
  return createPortal(
    <section
      aria-labelledby="exit-offer"
      className="theme-night fixed inset-x-3 top-19 z-40 mx-auto flex max-w-2xl animate-rise-in flex-wrap items-center gap-x-6 gap-y-4 rounded-card bg-surface p-5 text-ink shadow-float sm:p-6 lg:top-auto lg:right-auto lg:bottom-6 lg:left-6 lg:max-w-lg"
      data-no-print
    >
      <div className="min-w-0 flex-1 basis-64 pr-8">
        <h2
          ref={heading}
          id="exit-offer"
          tabIndex={-1}
          className="text-xl focus-visible:outline-none sm:text-title"
        >
          {offer.percentOff}% off before you go
        </h2>
        <p className="mt-1 text-[0.9375rem] text-muted">
          On the lesson you chose with {coachLabel}. <OfferTime expiresAt={offer.expiresAt} />
        </p>
      </div>
      <Button variant="secondary" onClick={onAccept} className="sm:max-lg:mr-8">
        Take {offer.percentOff}% off
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label="No, thanks"
        onClick={onDismiss}
        className="absolute top-2.5 right-2.5"
      >
        <X aria-hidden />
      </Button>
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
      Ends in <span className="tabular">{formatTimeLeft(Date.parse(expiresAt), now)}</span>.
    </span>
  )
}
