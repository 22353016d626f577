import { CalendarCheck, Clock, MapPin } from 'lucide-react'
import { otherZone } from '#features/availability/slot-choice.ts'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatDuration, formatMoment, formatTimeRange } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { cn } from '#ui/class-names.ts'

export type BookingSummaryProps = {
  coachLabel: string
  /** ISO instant. */
  start: string
  durationMinutes: number
  /** Zone of the place of the lesson. */
  zone: string
  priceCents: number
  /** Before a discount, where there is one. */
  listPriceCents?: number
  /** The terms of cancelling, where they are still to be accepted. */
  terms?: string
  place?: string | undefined
  className?: string
}

/** The lesson about to be paid for: date, time with its zone, length, price. */
export function BookingSummary(props: BookingSummaryProps) {
  const { coachLabel, start, durationMinutes, zone, priceCents, listPriceCents, terms, place, className } =
    props
  const viewerZone = otherZone(start, zone, useViewerZone())
  return (
    <dl
      className={cn(
        'grid gap-2.5 text-[0.9375rem] [&_svg]:mt-1 [&_svg]:size-4 [&_svg]:text-brand',
        className,
      )}
    >
      <div className="flex gap-3">
        <dt className="shrink-0">
          <span className="sr-only">Date and time</span>
          <CalendarCheck aria-hidden />
        </dt>
        <dd>
          <span className="font-semibold">{formatDay(start, zone, { long: true, year: true })}</span>
          <span className="tabular block">{formatTimeRange(start, durationMinutes, zone)}</span>
          {viewerZone ? (
            <span className="tabular block text-sm text-muted">
              {formatMoment(start, viewerZone)} where you are
            </span>
          ) : null}
        </dd>
      </div>
      <div className="flex gap-3">
        <dt className="shrink-0">
          <span className="sr-only">Duration</span>
          <Clock aria-hidden />
        </dt>
        <dd>
          {formatDuration(durationMinutes)} with {coachLabel}
        </dd>
      </div>
      {place ? (
        <div className="flex gap-3">
          <dt className="shrink-0">
            <span className="sr-only">Place</span>
            <MapPin aria-hidden />
          </dt>
          <dd>{place}</dd>
        </div>
      ) : null}
      <div className="mt-1 flex items-baseline justify-between border-t pt-3 text-base font-semibold">
        <dt>Price</dt>
        <dd className="tabular">
          {listPriceCents !== undefined && listPriceCents > priceCents ? (
            <s className="mr-2 font-normal text-muted">
              <span className="sr-only">Instead of </span>
              {formatMoney(listPriceCents)}
            </s>
          ) : null}
          {formatMoney(priceCents)}
        </dd>
      </div>
      {terms ? (
        <div className="text-sm text-muted">
          <dt className="sr-only">Terms of cancelling</dt>
          <dd>{terms}</dd>
        </div>
      ) : null}
    </dl>
  )
}
