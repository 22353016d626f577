import { playerName } from '#features/golfers/golfer.ts'
import { formatDay, formatTimeRange } from '#platform/time.ts'
import { cn } from '#ui/class-names.ts'
import type { Lesson } from '../schema.ts'
import { DateBlock } from './date-block.tsx'

/** A compact list item for a lesson: its date and three lines of text. */
export function LessonLine({ lesson, className }: { lesson: Lesson; className?: string }) {
  return (
    <div className={cn('flex items-center gap-4', className)}>
      <DateBlock start={lesson.start} zone={lesson.zone} />
      <div className="min-w-0">
        <p className="truncate font-semibold">{playerName(lesson)}</p>
        <p className="tabular text-sm">
          <span className="sr-only">{formatDay(lesson.start, lesson.zone, { long: true })}, </span>
          {formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)}
        </p>
        <p className="truncate text-sm text-muted">{lesson.location.name}</p>
      </div>
    </div>
  )
}
