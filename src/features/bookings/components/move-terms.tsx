import { formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { percentNow } from '../cancellation/cancellation.ts'
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
  const until = lesson.actions.find(({ kind }) => kind === 'move')?.until
  // The student may cancel for a full refund now, and not after the move.
  const isFreeNow = lesson.weather !== null || lesson.movedByCoach
  return (
    <ul className="order-last flex list-disc flex-col gap-1 rounded-control bg-surface-sunken py-3 pr-4 pl-8 text-[0.9375rem] marker:text-brand sm:order-none">
      <li>
        {isPlaceKept ? 'Same place, same length.' : 'Another place, same length.'} Nothing is paid again.
      </li>
      {as === 'student' ? (
        <>
          {until ? (
            <li>
              You can move it until <span className="tabular">{formatMoment(until, lesson.zone)}</span>.
            </li>
          ) : null}
          {isFreeNow ? (
            <li>{policyAgain(lesson)}</li>
          ) : now === null ? null : (
            <li>{cancelledLater(percentNow(lesson.terms.deadlines, now))}</li>
          )}
        </>
      ) : lesson.isOfCaller ? (
        <li>Nothing is sent: call or text {lesson.student.name}.</li>
      ) : (
        <li>
          {lesson.student.name} is notified right away and can cancel
          {lesson.isPaidElsewhere ? '' : ' for a full refund'} until the lesson begins.
        </li>
      )}
    </ul>
  )
}

/** The terms of cancelling after the move of a lesson that could be cancelled for a full refund; without an amount where none was paid. */
function policyAgain({ terms, packageTitle, isPaidElsewhere }: LessonDialogProps['lesson']): string {
  const again = 'The coach’s cancellation policy applies again, counted from the new time'
  return packageTitle !== null || isPaidElsewhere ? `${again}.` : `${again}: ${terms.text}`
}

/** The refund for cancelling after the move, which is never higher than now. */
function cancelledLater(percent: number): string {
  if (percent === 100) return 'The same terms of cancelling apply, counted from the new time.'
  if (percent === 0) return 'It stays nonrefundable: the cancellation deadline has passed.'
  return `If you cancel later, you get back at most ${percent === 50 ? 'half' : `${percent}%`} of the price, as now.`
}
