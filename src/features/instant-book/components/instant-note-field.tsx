import { useEffect, useId, useRef } from 'react'
import { NOTE_LENGTH } from '#features/bookings/notes/note.ts'
import { Textarea } from '#ui/textarea.tsx'

/** The field for a note to the coach. */
export function InstantNoteField({
  coachLabel,
  note,
  onNote,
  focus,
}: {
  coachLabel: string
  note: string
  onNote: (note: string) => void
  /** The user opened it and continues typing in it. */
  focus: boolean
}) {
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  useEffect(() => {
    if (focus) field.current?.focus()
  }, [focus])
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        Note for {coachLabel} <span className="font-normal text-muted">(optional)</span>
      </label>
      <Textarea
        ref={field}
        id={id}
        rows={3}
        value={note}
        maxLength={NOTE_LENGTH}
        placeholder="What would you like to work on? Who is coming?"
        counter={{ length: note.length, max: NOTE_LENGTH }}
        onChange={(event) => onNote(event.target.value)}
      />
    </div>
  )
}
