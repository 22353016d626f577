import { formatMoment, toIso } from '#platform/time.ts'
import type { LessonDialogProps } from '../../actions/components/lesson-dialog.ts'
import { movableUntil } from '../reschedule.ts'

/** What moving a lesson means before anybody does it: until when, no second payment, what becomes of the refund. */
export function MoveTerms({ lesson, as }: Pick<LessonDialogProps, 'lesson' | 'as'>) {
  const until = formatMoment(toIso(movableUntil(Date.parse(lesson.start))), lesson.zone)
  return (
    <ul className="order-last flex list-disc flex-col gap-1 rounded-control bg-surface-sunken py-3 pr-4 pl-8 text-[0.9375rem] marker:text-brand sm:order-none">
      <li>Same place, same length. Nothing is paid again.</li>
      {as === 'student' ? (
        <>
          <li>
            You can move it until <span className="tabular">{until}</span>.
          </li>
          <li>
            Moving it does not change what cancelling is worth: later on you get back at most what you would
            get back now.
          </li>
        </>
      ) : (
        <li>
          {lesson.student.name} reads about it at once and can cancel for a full refund until the lesson
          begins, should the new time not suit.
        </li>
      )}
    </ul>
  )
}
