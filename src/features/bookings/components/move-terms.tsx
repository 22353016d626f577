import { formatMoment, toIso } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { percentNow } from '../cancellation/cancellation.ts'
import { movableUntil } from '../reschedule/reschedule.ts'
import type { LessonDialogProps } from './lesson-dialog.ts'

/**
 * Explains the consequences of moving a lesson: the deadline, no second payment, and the effect on refunds.
 */
export function MoveTerms({
  lesson,
  as,
  isPlaceKept,
}: Pick<LessonDialogProps, 'lesson' | 'as'> & { isPlaceKept: boolean }) {
  const now = useNow(60_000)
  const until = formatMoment(toIso(movableUntil(Date.parse(lesson.start))), lesson.zone)
  return (
    <ul className="order-last flex list-disc flex-col gap-1 rounded-control bg-surface-sunken py-3 pr-4 pl-8 text-[0.9375rem] marker:text-brand sm:order-none">
      <li>
        {isPlaceKept ? 'Same place, same length.' : 'Another place, same length.'} Nothing is paid again.
      </li>
      {as === 'student' ? (
        <>
          <li>
            You can move it until <span className="tabular">{until}</span>.
          </li>
          {now === null ? null : <li>{cancelledLater(percentNow(lesson.terms.deadlines, now))}</li>}
        </>
      ) : (
        <li>
          {lesson.student.name} is notified right away and can cancel
          {lesson.isPaidElsewhere ? '' : ' for a full refund'} until the lesson begins.
        </li>
      )}
    </ul>
  )
}

/** The refund for cancelling after the move, which is never higher than now. */
function cancelledLater(percent: number): string {
  if (percent === 100) return 'The same terms of cancelling apply, counted from the new time.'
  if (percent === 0) return 'It stays nonrefundable: the cancellation deadline has passed.'
  return `If you cancel later, you get back at most ${percent === 50 ? 'half' : `${percent}%`} of the price, as now.`
}
