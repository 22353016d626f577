import type { LessonDialogProps } from '#features/bookings/components/lesson-dialog.ts'
import { lessonWhen } from '#features/bookings/components/lesson-words.ts'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { formatDay } from '#platform/time.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { reviewsClient } from '../client.ts'
import { REVIEW_TEXT_LENGTH, writeLessonNoteSchema } from '../schema.ts'

const noteForm = writeLessonNoteSchema.omit({ bookingId: true })

/** Explains when each side can read what the other wrote. */
function noteTerms({ review, student, wordsOpenAt, zone }: LessonDialogProps['lesson']): string {
  if (review && !review.isPublished)
    return `${student.name} has reviewed this lesson. You can read it as soon as you have written.`
  if (review || !wordsOpenAt) return `${student.name} can read your note as soon as you send it.`
  return `${student.name} can read it once you have both written, or on ${formatDay(wordsOpenAt, zone)}.`
}

/**
 * The form for the coach's private note to the student after a lesson, which publishes the student's review.
 */
export function NoteDialog({ lesson, as, onClose }: LessonDialogProps) {
  const [note, setNote, forget] = useTabDraft(`note:${lesson.id}`)
  const form = useCheckedForm(noteForm, useLessonAction())
  const name = lesson.student.name

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`Write to ${name}`}
      description={lessonWhen(lesson, as)}
      footer={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button variant="brand" type="submit" form="write-note" loading={form.busy}>
            Send the note
          </Button>
        </>
      }
    >
      <form
        {...form.sends(async (entered) => {
          await reviewsClient.writeNote.call({ bookingId: lesson.id, ...entered })
          forget()
          toast.success(`Sent to ${name}`, lesson.review ? 'You can read the review now.' : undefined)
          onClose()
        })}
        id="write-note"
        className="flex flex-col gap-5"
      >
        <FormError title={form.failure ? 'Your note was not sent' : null}>{form.failure}</FormError>
        <Field
          label="Your note"
          hint={`What went well, what to practice, what comes next. Only ${name} reads it.`}
          error={form.errors.note}
          required
        >
          <Textarea
            name="note"
            rows={6}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            counter={{ length: note.length, max: REVIEW_TEXT_LENGTH }}
          />
        </Field>
        <p className="text-[0.9375rem] text-muted">{noteTerms(lesson)}</p>
      </form>
    </Dialog>
  )
}
