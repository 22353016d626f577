import { addDays, formatDay, zoneName } from '#platform/time.ts'

/**
 * The heading of a day in the conversation, with the time zone. Empty until the user's time zone is known.
 * @param date `yyyy-MM-dd`
 * @param today the same in the user's time zone; null until it is known
 * @param at an instant of that day, ISO, UTC
 */
export function DayDivider({
  date,
  today,
  at,
  zone,
}: {
  date: string
  today: string | null
  at: string
  zone: string | null
}) {
  return (
    <div className="flex items-center gap-4 py-3">
      <span aria-hidden className="h-px flex-1 bg-line" />
      <h3 className="tabular min-h-5 font-sans text-[0.8125rem] font-semibold tracking-normal text-muted">
        {zone && today ? (
          <time dateTime={date}>
            {dayName(date, today, at, zone)} <span className="font-normal">{zoneName(at, zone)}</span>
          </time>
        ) : null}
      </h3>
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  )
}

function dayName(date: string, today: string, at: string, zone: string): string {
  if (date === today) return 'Today'
  if (date === addDays(today, -1)) return 'Yesterday'
  return formatDay(at, zone, { year: date.slice(0, 4) !== today.slice(0, 4) })
}
