import type { LessonDialogProps } from '#features/bookings/components/lesson-dialog.ts'
import { lessonWhen } from '#features/bookings/components/lesson-words.ts'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.tsx'
import { checkoutClient } from '../client.ts'

/** Releases a time that is held but not paid. */
export function ReleaseHoldDialog({ lesson, as, onClose }: LessonDialogProps) {
  const { failure, attempt } = useLessonAction()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={lesson.series ? 'Cancel and release all of these times?' : 'Cancel and release this time?'}
      description={
        lesson.series
          ? `${lesson.series.lessons} weekly lessons. You were not charged. Someone else may book these times.`
          : `${lessonWhen(lesson, as)}. You were not charged. Someone else may book this time.`
      }
      keepLabel="Keep it"
      confirmLabel="Release it"
      onConfirm={async () => {
        let isDone = false
        await attempt(async () => {
          const { outcome } = await checkoutClient.release.call({ bookingId: lesson.id })
          isDone = true
          if (outcome === 'freed') toast.success('The time is free again', 'You have not been charged.')
          else toast.success('Your lesson is booked', 'The payment arrived in the last second.')
          onClose()
        })
        return isDone
      }}
    >
      <div className="mt-4 empty:hidden">
        <FormError>{failure}</FormError>
      </div>
    </ConfirmDialog>
  )
}
