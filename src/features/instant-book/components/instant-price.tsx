import { Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import { type OpenSlot, otherZone } from '#features/availability/slot-choice.ts'
import type { Quote } from '#features/checkout/schema.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatDuration, formatMoment, formatTimeRange } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { cn } from '#ui/class-names.ts'

/** What it costs and, once a time is chosen, for what and under which terms. Announced when it changes. */
export function InstantPrice({
  coachLabel,
  title,
  durationMinutes,
  price,
  slot,
  zone,
  placeName,
  children,
}: {
  coachLabel: string
  /** Of a lesson agreed upon with the coach, or of the package it comes from. */
  title?: string | null | undefined
  durationMinutes: number
  /** What it costs and what makes that of the list price; or words where nothing is to be paid. */
  price: Pick<Quote, 'listPriceCents' | 'priceCents' | 'lines'> | string
  slot: OpenSlot | undefined
  zone: string
  placeName: string | undefined
  /** The terms of cancelling. */
  children?: ReactNode
}) {
  const viewerZone = useViewerZone()
  const lines = typeof price === 'string' ? [] : price.lines
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
              {price.priceCents < price.listPriceCents ? (
                <s className="mr-2 font-sans text-base font-normal text-muted">
                  <span className="sr-only">Instead of </span>
                  {formatMoney(price.listPriceCents)}
                </s>
              ) : null}
              {formatMoney(price.priceCents)}
            </p>
          )}
        </div>
        {lines.map(({ label, cents }) => (
          <p
            key={label}
            className={cn(
              'tabular flex items-center justify-between gap-4 text-[0.9375rem]',
              cents < 0 ? 'text-green' : 'text-muted',
            )}
          >
            <span className="flex items-center gap-2">
              <Tag aria-hidden className="size-4 shrink-0" />
              {label}
            </span>
            <span>{cents < 0 ? formatMoney(cents) : `+${formatMoney(cents)}`}</span>
          </p>
        ))}
      </div>
      {children}
    </section>
  )
}
