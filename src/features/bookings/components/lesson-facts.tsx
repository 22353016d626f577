import { formatDay, formatDuration, formatTimeRange } from '#platform/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import type { Lesson } from '../schema.ts'
import { DateBlock } from './date-block.tsx'

/** When, with whom and where: a lesson at a glance, for the pages after a payment. */
export function LessonFacts({ lesson }: { lesson: Lesson }) {
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-center gap-4">
        <DateBlock start={lesson.start} zone={lesson.zone} />
        <div className="min-w-0">
          <p className="font-display text-xl font-[560]">
            {formatDay(lesson.start, lesson.zone, { long: true, year: true })}
          </p>
          <p className="tabular text-muted">
            {formatTimeRange(lesson.start, lesson.durationMinutes, lesson.zone)} ·{' '}
            {formatDuration(lesson.durationMinutes)}
          </p>
        </div>
      </div>
      <div className="flex items-center gap-4">
        <span className="grid w-15 shrink-0 place-items-center">
          <Avatar name={lesson.coach.name} src={lesson.coach.imageUrl} decorative />
        </span>
        <div className="min-w-0">
          <p className="font-semibold">{lesson.coach.label}</p>
          <p className="text-[0.9375rem] break-words text-muted">
            {lesson.location.name}
            {lesson.location.address ? <>, {lesson.location.address}</> : null}
          </p>
        </div>
      </div>
    </div>
  )
}
