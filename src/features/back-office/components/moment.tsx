import { formatClockTime, formatDay, OFFICE_ZONE, zoneName } from '#platform/time.ts'

/** `Nov 22, 9:30 AM EST`, New York's as everywhere in the back office. */
export function Moment({ instant, none }: { instant: string | null; none: string }) {
  if (!instant) return <span className="text-muted">{none}</span>
  return (
    <time dateTime={instant} className="tabular">
      {formatDay(instant, OFFICE_ZONE).replace(/^\w+, /, '')}, {formatClockTime(instant, OFFICE_ZONE)}{' '}
      <span className="text-muted">{zoneName(instant, OFFICE_ZONE)}</span>
    </time>
  )
}
