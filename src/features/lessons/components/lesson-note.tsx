import { useEffect, useRef, useState } from 'react'
import { bookingsClient } from '#features/bookings/client.ts'
import { useLessonAction } from '#features/bookings/components/use-lesson-action.ts'
import { NOTE_LENGTH } from '#features/bookings/notes/note.ts'
import { changeBookingNoteSchema } from '#features/bookings/notes/schema.ts'
import type { ListedLesson } from '#features/bookings/schema.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useNow } from '#platform/use-now.ts'
import { useTabDraft } from '#platform/use-tab-draft.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'

/**
 * Whether a lesson has a note, or its student may still write one.
 * @param now milliseconds since 1970, UTC; null before hydration
 */
export const showsNote = (lesson: ListedLesson, as: 'student' | 'coach', now: number | null): boolean =>
  lesson.note !== null || mayWriteNote(lesson, as, now)

/**
 * Whether the student may still write the note, and change who plays.
 * @param now milliseconds since 1970, UTC; null before hydration
 */
export const mayWriteNote = (
  { status, start, isInvitation }: ListedLesson,
  as: 'student' | 'coach',
  now: number | null,
) =>
  as === 'student' &&
  now !== null &&
  !isInvitation &&
  (status === 'pending' || status === 'confirmed') &&
  Date.parse(start) > now

/** The student's note to the coach. The student changes it until the lesson begins. */
export function LessonNote({ lesson, as }: { lesson: ListedLesson; as: 'student' | 'coach' }) {
  const now = useNow(60_000)
  const [isEditing, setEditing] = useState(false)
  if (isEditing) return <NoteForm lesson={lesson} onDone={() => setEditing(false)} />
  return (
    <div className="flex flex-col items-start gap-3">
      {lesson.note ? (
        <p dir="auto" className="break-words whitespace-pre-line">
          {lesson.note}
        </p>
      ) : (
        <p className="text-[0.9375rem] text-muted">
          Tell {lesson.coach.label} what you would like to work on, or who is coming.
        </p>
      )}
      {mayWriteNote(lesson, as, now) ? (
        <Button size="sm" onClick={() => setEditing(true)}>
          {lesson.note ? 'Change the note' : 'Write a note'}
        </Button>
      ) : null}
    </div>
  )
}

const noteForm = changeBookingNoteSchema.omit({ bookingId: true })

function NoteForm({ lesson, onDone }: { lesson: ListedLesson; onDone: () => void }) {
  const [draft, setDraft, forget] = useTabDraft(`lesson-note:${lesson.id}`)
  const [text, setText] = useState(draft || (lesson.note ?? ''))
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const form = useCheckedForm(noteForm, useLessonAction())
  return (
    <form
      {...form.sends(async ({ note }) => {
        await bookingsClient.changeNote.call({ bookingId: lesson.id, note })
        forget()
        toast.success(note ? 'Note saved' : 'Note removed')
        onDone()
      })}
      className="flex flex-col gap-3"
    >
      <FormError title={form.failure ? 'The note was not saved' : null}>{form.failure}</FormError>
      <Field label={`Note for ${lesson.coach.label}`} error={form.errors.note}>
        <Textarea
          ref={field}
          name="note"
          rows={4}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setDraft(event.target.value)
          }}
          counter={{ length: text.length, max: NOTE_LENGTH }}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" variant="brand" loading={form.busy}>
          Save note
        </Button>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            forget()
            onDone()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}
