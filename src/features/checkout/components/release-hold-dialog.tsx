import type { LessonDialogProps } from '#features/bookings/components/lesson-dialog.ts'
import { lessonWhen } from '#features/bookings/components/lesson-words.ts'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { toast } from '#ui/toast.tsx'
import { checkoutClient } from '../client.ts'

/** What is released: everything that is held with the same order. */
function releaseWords({ lesson, as }: Pick<LessonDialogProps, 'lesson' | 'as'>) {
  const { series, seat, heldTogether } = lesson
  if (series)
    return {
      title: 'Cancel and release all of these times?',
      text: `${series.lessons} weekly lessons. You were not charged. Someone else may book these times.`,
      freed: 'The time is free again',
    }
  if (seat && heldTogether !== null && heldTogether > 1)
    return {
      title: `Cancel and release all ${heldTogether} seats?`,
      text: `You hold ${heldTogether} seats in ${lesson.title} and pay for them together, so all of them are released. You were not charged. Someone else may book these seats. To choose other people, go back to the clinic.`,
      freed: 'The seats are free again',
    }
  const what = seat ? 'seat' : 'time'
  return {
    title: `Cancel and release this ${what}?`,
    text: `${lessonWhen(lesson, as)}. You were not charged. Someone else may book this ${what}.`,
    freed: `The ${what} is free again`,
  }
}

/** Releases a time that is held but not paid. */
export function ReleaseHoldDialog({ lesson, as, onClose }: LessonDialogProps) {
  const { failure, attempt } = useLessonAction()
  const { title, text, freed } = releaseWords({ lesson, as })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={title}
      description={text}
      keepLabel="Keep it"
      confirmLabel="Release it"
      onConfirm={async () => {
        let isDone = false
        await attempt(async () => {
          const { outcome } = await checkoutClient.release.call({ bookingId: lesson.id })
          isDone = true
          if (outcome === 'freed') toast.success(freed, 'You have not been charged.')
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
