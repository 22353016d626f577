import { CalendarX2 } from 'lucide-react'
import type { SlotList } from '#features/availability/schema.ts'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { formatDay, formatDuration } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import type { LessonChoice } from '../choice/schema.ts'

/** Nothing is open in the whole booking window (U12): why, and what else could be tried. */
export function InstantNoOpenings({
  coach,
  list,
  durationMinutes,
  onChoice,
}: {
  coach: CoachProfile
  list: SlotList
  durationMinutes: number
  onChoice: (change: Partial<LessonChoice>) => Promise<void>
}) {
  const otherDurations = coach.durations.filter((minutes) => minutes !== durationMinutes)
  const place = coach.locations.length > 1 ? ' Another place may have one.' : ''
  const until = formatDay(`${list.bookable.last}T12:00:00Z`, 'UTC')
  return (
    <div role="status" className="rounded-control bg-surface-sunken p-5">
      <CalendarX2 aria-hidden strokeWidth={1.5} className="size-7 text-brand" />
      <p className="mt-3 font-display text-xl font-[560]">No open times until {until}</p>
      <p className="mt-1.5 text-[0.9375rem] text-muted">
        {coach.label} has no room for {formatDuration(durationMinutes)} in the days that can be booked now,
        with {coach.noticeHours} hours' notice.{place} New times appear here by themselves as they open.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {otherDurations.map((duration) => (
          <Button key={duration} size="sm" onClick={() => void onChoice({ duration, time: undefined })}>
            Try {formatDuration(duration)}
          </Button>
        ))}
        <LinkButton href="/" size="sm" variant="ghost">
          Other coaches
        </LinkButton>
      </div>
    </div>
  )
}
