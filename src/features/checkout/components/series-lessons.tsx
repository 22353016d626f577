import { lessonHref } from '#features/bookings/lesson-links.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import type { CheckoutResult } from '../schema.ts'

/** All weekly lessons of a purchase, each linked, also the ones that were not booked. */
export function SeriesLessons({
  series,
  zone,
  durationMinutes,
}: {
  series: NonNullable<CheckoutResult['series']>
  /** Of the place: IANA name. */
  zone: string
  durationMinutes: number
}) {
  return (
    <ol className="tabular mt-5 divide-y divide-line border-t pt-2 text-[0.9375rem]">
      {series.map(({ bookingId, start, status }) => {
        const when = `${formatDay(start, zone)}, ${formatTimeRange(start, durationMinutes, zone)}`
        return (
          <li key={bookingId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            {status === 'cancelled' ? (
              <>
                <s className="text-muted">{when}</s>
                <span className="text-sm text-muted">Not booked or cancelled</span>
              </>
            ) : (
              <Anchor href={lessonHref(bookingId)} className="text-link">
                {when}
              </Anchor>
            )}
          </li>
        )
      })}
    </ol>
  )
}
