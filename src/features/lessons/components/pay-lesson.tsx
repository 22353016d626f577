import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { checkoutClient } from '#features/checkout/client.ts'
import { PayNow } from '#features/checkout/components/pay-now.tsx'
import { giftCardsClient } from '#features/gift-cards/client.ts'
import { formatMoney } from '#platform/money.ts'
import { FormError } from '#ui/form-error.tsx'
import { navigateAway } from '#ui/history-listener.ts'
import { lazyPart } from '#ui/lazy-part.tsx'

/** Loaded lazily: few lessons are entered by coaches. */
const UseGiftCard = lazyPart(() => import('#features/gift-cards/components/use-gift-card.tsx'), 'UseGiftCard')

/** Whether the viewer can pay for a held lesson. */
export const isPayable = (lesson: ListedLesson): boolean =>
  lesson.status === 'pending' &&
  lesson.holdExpiresAt !== null &&
  (lesson.checkoutUrl !== null || lesson.isEnteredToPay)

/**
 * The way to pay for a held lesson. A student chooses gift cards while booking; for a lesson that the coach entered, here.
 * @param props.what the lesson's name for screen readers
 */
export function PayLesson({
  lesson,
  what,
  isWide = false,
}: {
  lesson: ListedLesson
  what: string
  isWide?: boolean
}) {
  const { id: bookingId, checkoutUrl, holdExpiresAt, priceCents, series } = lesson
  const [giftCents, setGiftCents] = useState(0)
  const { busy, failure, attempt } = useLessonAction()
  const queryClient = useQueryClient()
  if (!isPayable(lesson) || holdExpiresAt === null) return null
  const toPayCents = lesson.toPayCents ?? priceCents
  const takesGift = lesson.isEnteredToPay && toPayCents === priceCents
  const pay = () =>
    attempt(
      async () => navigateAway((await checkoutClient.payEntered.call({ bookingId, giftCents })).checkoutUrl),
      ({ code }) => {
        if (code === 'gift_changed') void queryClient.invalidateQueries({ queryKey: giftCardsClient.key() })
        return false
      },
    )
  const rest = formatMoney(toPayCents - giftCents)
  const label = giftCents === toPayCents ? 'Pay with your gift card' : `Pay ${rest}`
  const shortLabel = series
    ? `Pay for all ${series.lessons}`
    : toPayCents > priceCents
      ? `${label} for all`
      : 'Pay now'
  return (
    <div className="grid gap-3">
      {takesGift ? (
        <Suspense>
          <UseGiftCard priceCents={priceCents} what="the lesson" onPart={setGiftCents} />
        </Suspense>
      ) : null}
      <FormError title={failure ? 'The checkout did not open' : null}>{failure}</FormError>
      <PayNow
        checkoutUrl={checkoutUrl}
        onPay={giftCents > 0 || checkoutUrl === null ? () => void pay() : undefined}
        isOpening={busy}
        holdExpiresAt={holdExpiresAt}
        what={what}
        label={isWide || giftCents > 0 ? label : shortLabel}
        isWide={isWide}
      />
    </div>
  )
}
