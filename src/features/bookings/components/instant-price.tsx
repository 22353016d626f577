import { Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { type OpenSlot, otherZone } from '#features/availability/slot-choice/slot-choice.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatDuration, formatMoment, formatTimeRange } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import type { ShownDiscount } from '../discount/schema.ts'

/** What it costs and, once a time is chosen, for what. Announced when it changes. */
export function InstantPrice({
  coachLabel,
  title,
  durationMinutes,
  listPriceCents,
  priceCents,
  discount = null,
  slot,
  zone,
  placeName,
  children,
}: {
  coachLabel: string
  /** Of a lesson agreed upon with the coach. */
  title?: string | null
  durationMinutes: number
  listPriceCents: number
  priceCents: number
  discount?: ShownDiscount | null
  slot: OpenSlot | undefined
  zone: string
  placeName: string | undefined
  /** What can be done about the price. */
  children?: ReactNode
}) {
  const viewerZone = useViewerZone()
  const ownZone = slot ? otherZone(slot.start, zone, viewerZone) : null
  return (
    <section aria-label="Price summary" className="flex flex-col gap-3 border-t pt-4">
      <div aria-live="polite" className="flex flex-col gap-3">
        <div className="flex items-start justify-between gap-4">
          <div className="min-w-0 text-[0.9375rem]">
            <p className="font-semibold">
              {title ? `${title}, ` : null}
              {formatDuration(durationMinutes)} with {coachLabel}
            </p>
            <p className="text-muted">
              {slot ? (
                <span className="tabular">
                  {formatDay(slot.start, zone)}
                  <span className="block">{formatTimeRange(slot.start, durationMinutes, zone)}</span>
                  {ownZone ? (
                    <span className="block text-sm">{formatMoment(slot.start, ownZone)} where you are</span>
                  ) : null}
                </span>
              ) : (
                'Choose a time above'
              )}
              {slot && placeName ? <span className="block truncate">{placeName}</span> : null}
            </p>
          </div>
          <p className="tabular shrink-0 text-right font-display text-2xl leading-tight font-[560]">
            {discount ? (
              <s className="mr-2 font-sans text-base font-normal text-muted">
                <span className="sr-only">Instead of </span>
                {formatMoney(listPriceCents)}
              </s>
            ) : null}
            {formatMoney(priceCents)}
          </p>
        </div>
        {discount ? (
          <p className="tabular flex items-center justify-between gap-4 text-[0.9375rem] text-green">
            <span className="flex items-center gap-2">
              <Tag aria-hidden className="size-4 shrink-0" />
              {discountName(discount)}
            </span>
            <span>-{formatMoney(discount.amountCents)}</span>
          </p>
        ) : null}
      </div>
      {children}
    </section>
  )
}

const discountName = ({ code, percentOff }: ShownDiscount) =>
  code ? `Code ${code}${percentOff ? `, ${percentOff}% off` : ''}` : `Your offer, ${percentOff}% off`
