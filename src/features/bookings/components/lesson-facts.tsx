import { forGolfer, playerName } from '#features/golfers/golfer.ts'
import { formatDay, formatDuration, formatLesson, formatTimeRange } from '#platform/time.ts'
import { listOf } from '#platform/words.ts'
import { Avatar } from '#ui/avatar.tsx'
import type { Lesson } from '../schema.ts'
import { DateBlock } from './date-block.tsx'
import { bookedBy } from './lesson-words.ts'

/**
 * A lesson's times, people and place, for the pages after a payment.
 * @param props.people who takes part, for seats that were bought together
 */
export function LessonFacts(props: {
  lesson: Lesson
  as?: 'student' | 'coach'
  people?: readonly string[] | null
}) {
  const { lesson, as = 'student', people } = props
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
          {lesson.seat?.dates.slice(1).map((date) => (
            <p key={date.start} className="tabular text-muted">
              {formatLesson(
                date.start,
                (Date.parse(date.end) - Date.parse(date.start)) / 60_000,
                lesson.zone,
              )}
            </p>
          ))}
        </div>
      </div>
      <div className="flex items-center gap-4">
        <span className="grid w-15 shrink-0 place-items-center">
          <Avatar name={other.name} src={other.imageUrl} decorative />
        </span>
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">
            {other.label}
            {as === 'student' ? <bdi>{people ? ` for ${listOf(people)}` : forGolfer(lesson)}</bdi> : null}
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
