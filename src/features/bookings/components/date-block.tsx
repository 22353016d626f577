import { formatDay } from '#platform/time.ts'
import { cn } from '#ui/class-names.ts'

/** A lesson's weekday, day and month as a calendar sheet, in the zone of the lesson's place. */
export function DateBlock({ start, zone, muted }: { start: string; zone: string; muted?: boolean }) {
  const [weekday, date = ''] = formatDay(start, zone).split(', ')
  const [month, day] = date.split(' ')
  return (
    <div
      aria-hidden
      className={cn(
        'tabular flex w-15 shrink-0 flex-col items-center rounded-control py-2 leading-none',
        muted ? 'bg-surface-sunken text-muted' : 'bg-brand-soft text-brand',
      )}
    >
      <span className="text-xs font-semibold">{weekday}</span>
      <span className="mt-1 font-display text-[1.625rem] leading-none font-[560]">{day}</span>
      <span className="mt-1 text-xs font-medium">{month}</span>
    </div>
  )
}
