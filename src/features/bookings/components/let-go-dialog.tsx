import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import type { LessonDialogProps } from '../actions/components/lesson-dialog.ts'
import { lessonWhen } from '../actions/components/lesson-words.ts'
import { useLessonAction } from '../actions/components/use-lesson-action.ts'
import { bookingsClient } from '../client.ts'

/** A time that is held and not paid for goes back to everybody. */
export function LetGoDialog({ lesson, as, onClose }: LessonDialogProps) {
  const { failure, attempt } = useLessonAction()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Cancel and release this time?"
      description={
        failure ?? `${lessonWhen(lesson, as)}. Nothing was charged. Somebody else may book it a moment later.`
      }
      keepLabel="Keep it"
      confirmLabel="Release it"
      onConfirm={() =>
        attempt(async () => {
          const { outcome } = await bookingsClient.letGo.call({ bookingId: lesson.id })
          if (outcome === 'freed') toast.success('The time is free again', 'You have not been charged.')
          else toast.success('Your lesson is booked', 'The payment arrived in the last second.')
          onClose()
        })
      }
    />
  )
}
