import { Handshake } from 'lucide-react'
import type { AgreedLessonContext } from '#features/checkout/agreed-lesson.ts'
import type { QuoteState } from '#features/checkout/components/use-quote.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

/** The lesson agreed upon with the coach; or, when it can no longer be had, why, and the way to the usual ones. */
export function InstantAgreed({
  agreed,
  deal,
  onForget,
}: {
  agreed: AgreedLessonContext
  deal: QuoteState
  onForget: (() => void) | undefined
}) {
  if (deal.agreedProblem)
    return (
      <Alert
        tone="warning"
        className="mt-4"
        title={deal.agreedProblem}
        action={
          <Button size="sm" onClick={onForget}>
            Book another lesson
          </Button>
        }
      />
    )
  return (
    <p className="mt-4 flex gap-2.5 rounded-control bg-surface-sunken px-4 py-3 text-[0.9375rem]">
      <Handshake aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
      <span>
        <strong className="font-semibold">{deal.title ?? agreed.title ?? 'Your lesson'}</strong>, at the price
        you agreed upon. Choose when it takes place.
      </span>
    </p>
  )
}
