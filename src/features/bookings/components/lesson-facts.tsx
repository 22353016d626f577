import { forGolfer, playerName } from '#features/golfers/golfer.ts'
import { formatDay, formatDuration, formatTimeRange } from '#platform/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import type { Lesson } from '../schema.ts'
import { DateBlock } from './date-block.tsx'
import { bookedBy } from './lesson-words.ts'

/** A lesson's time, people and place, for the pages after a payment. */
export function LessonFacts({ lesson, as = 'student' }: { lesson: Lesson; as?: 'student' | 'coach' }) {
  const other =
    as === 'student' ? lesson.coach : { name: playerName(lesson), label: playerName(lesson), imageUrl: null }
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
          <Avatar name={other.name} src={other.imageUrl} decorative />
        </span>
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            {other.label}
            {as === 'student' ? <bdi>{forGolfer(lesson)}</bdi> : null}
          </p>
          {as === 'coach' && lesson.golfer ? (
            <p className="text-[0.9375rem] wrap-anywhere">{bookedBy(lesson)}</p>
          ) : null}
          <p className="text-[0.9375rem] break-words text-muted">
            {lesson.location.name}
            {lesson.location.address ? <>, {lesson.location.address}</> : null}
          </p>
        </div>
      </div>
    </div>
  )
}
