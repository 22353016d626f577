import { Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { type OpenSlot, otherZone } from '#features/availability/slot-choice.ts'
import type { ShownDiscount } from '#features/discounts/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatDuration, formatMoment, formatTimeRange } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'

/** What it costs and, once a time is chosen, for what and under which terms. Announced when it changes. */
export function InstantPrice({
  coachLabel,
  title,
  durationMinutes,
  price,
  discount = null,
  slot,
  zone,
  placeName,
  children,
}: {
  coachLabel: string
  /** Of a lesson agreed upon with the coach, or of the package it comes from. */
  title?: string | null | undefined
  durationMinutes: number
  /** Cents, before and after a discount; or words where nothing is to be paid. */
  price: { listCents: number; cents: number } | string
  discount?: ShownDiscount | null
  slot: OpenSlot | undefined
  zone: string
  placeName: string | undefined
  /** The terms of cancelling. */
  children?: ReactNode
}) {
  const viewerZone = useViewerZone()
  const ownZone = slot ? otherZone(slot.start, zone, viewerZone) : null
  return (
    <section aria-label="Price summary" className="flex min-w-0 flex-col gap-2">
      <div aria-live="polite" className="flex flex-col gap-2">
        <div className="flex items-start justify-between gap-4">
          <div className="tabular min-w-0 text-[0.9375rem]">
            <p className="font-semibold">
              {slot ? (
                <>
                  {formatDay(slot.start, zone)},{' '}
                  <span className="whitespace-nowrap">
                    {formatTimeRange(slot.start, durationMinutes, zone)}
                  </span>
                </>
              ) : (
                'Choose a time above'
              )}
            </p>
            {ownZone && slot ? (
              <p className="text-sm text-muted">{formatMoment(slot.start, ownZone)} where you are</p>
            ) : null}
            <p className="text-muted">
              {title ? `${title}, ` : null}
              {formatDuration(durationMinutes)} with {coachLabel}
              {slot && placeName ? `, ${placeName}` : null}
            </p>
          </div>
          {typeof price === 'string' ? (
            <p className="shrink-0 text-right font-semibold">{price}</p>
          ) : (
            <p className="tabular shrink-0 text-right font-display text-2xl leading-tight font-[560]">
              {discount ? (
                <s className="mr-2 font-sans text-base font-normal text-muted">
                  <span className="sr-only">Instead of </span>
                  {formatMoney(price.listCents)}
                </s>
              ) : null}
              {formatMoney(price.cents)}
            </p>
          )}
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
