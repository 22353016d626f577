import type { QuoteState } from '#features/checkout/components/use-quote.ts'
import { ExitOfferBanner, OfferTime } from '#features/discounts/components/exit-offer-banner.tsx'
import { PromoCodeField } from '#features/discounts/components/promo-code-field.tsx'

/** What can be taken off: a promo code, the exit offer, and how to remove either. */
export function InstantDiscounts({ deal, coachLabel }: { deal: QuoteState; coachLabel: string }) {
  const { discount, exit, code } = deal
  if (deal.title) return null
  const remove = (label: string, act: () => void) => (
    <button type="button" className="text-link" onClick={act}>
      {label}
    </button>
  )
  return (
    <>
      {discount?.source === 'promo_code' ? (
        <p className="text-sm text-muted">{remove('Remove the code', code.remove)}</p>
      ) : null}
      {discount?.source === 'exit_offer' && exit.offer ? (
        <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
          <OfferTime expiresAt={exit.offer.expiresAt} />
          {remove('Remove the offer', exit.forget)}
        </p>
      ) : null}
      {discount ? null : <PromoCodeField refusal={code.refusal} busy={code.busy} onApply={code.apply} />}
      {exit.isNew && exit.offer && !discount ? (
        <ExitOfferBanner
          offer={exit.offer}
          coachLabel={coachLabel}
          onAccept={exit.accept}
          onDismiss={exit.forget}
        />
      ) : null}
    </>
  )
}
