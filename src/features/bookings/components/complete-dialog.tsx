import { useState } from 'react'
import { playerName } from '#features/golfers/golfer.ts'
import { siteName } from '#platform/site-name.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { RadioGroup } from '#ui/radio-group.tsx'
import { toast } from '#ui/toast.tsx'
import { bookingsClient } from '../client.ts'
import { COMPLETES_AFTER_HOURS, type LessonOutcome } from '../completion/completion.ts'
import { REPORT_WITHIN_DAYS } from '../problem-window.ts'
import type { LessonDialogProps } from './lesson-dialog.ts'
import { lessonWhen } from './lesson-words.ts'
import { useLessonAction } from './use-lesson-action.ts'

/**
 * The coach records the outcome of a past lesson: taught, or the student did not come.
 * @param paidOutAfterHours how long after completion the coach's share is paid out
 */
export function CompleteDialog({
  lesson,
  as,
  paidOutAfterHours,
  onClose,
  onDo,
}: LessonDialogProps & { paidOutAfterHours: number }) {
  const [outcome, setOutcome] = useState<LessonOutcome>('taught')
  const { busy, failure, attempt } = useLessonAction()
  const name = lesson.student.name
  const isPaidOut = !lesson.isPaidElsewhere && !lesson.isDemo
  // A student with several seats is asked once.
  const asksOnce = lesson.seat ? `We ask ${name} for one review of the clinic` : null

  const save = () =>
    attempt(async () => {
      await bookingsClient.complete.call({ bookingId: lesson.id, outcome })
      if (outcome === 'no_show') {
        toast.success('Marked as a no-show', isPaidOut ? 'You are paid your share as usual.' : undefined)
        return onClose()
      }
      toast.success('Lesson completed', `${asksOnce ?? `We asked ${name} for a review`}.`, {
        action: { label: `Write to ${name}`, onClick: () => onDo('note') },
      })
      onClose()
    })

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="How did it go?"
      description={lessonWhen(lesson, as)}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="brand" loading={busy} onClick={() => void save()}>
            {outcome === 'taught' ? 'Mark as taught' : 'Mark as no-show'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <FormError title={failure ? 'That was not saved' : null}>{failure}</FormError>
        <RadioGroup
          legend="Outcome of the lesson"
          hideLegend
          name="outcome"
          value={outcome}
          onValueChange={(value) => setOutcome(value === 'no_show' ? 'no_show' : 'taught')}
          options={[
            {
              value: 'taught',
              label: 'The lesson took place',
              description: `${asksOnce ?? `We ask ${name} for a review`}, and you can add a note.`,
            },
            {
              value: 'no_show',
              label: `${playerName(lesson)} did not come`,
              description: `${isPaidOut ? 'You are still paid. ' : ''}No review is requested, and the student has ${REPORT_WITHIN_DAYS} days to report a problem.`,
            },
          ]}
        />
        <p className="text-[0.9375rem] text-muted">
          {isPaidOut
            ? `Either way, we pay your share in ${paidOutAfterHours} hours.`
            : `Nothing was paid through ${siteName}, so there is no payout.`}{' '}
          You cannot undo this. If you do nothing, the lesson is marked as taught {COMPLETES_AFTER_HOURS}{' '}
          hours after it ends.
        </p>
      </div>
    </Dialog>
  )
}
