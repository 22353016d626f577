import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#ui/lazy-part.tsx'

/** Loaded when a note is written. */
const InstantNoteField = lazyPart(() => import('./instant-note-field.tsx'), 'InstantNoteField')

/** The name of the draft of a note to a coach. */
export const bookingNoteDraft = (coachId: string) => `booking-note:${coachId}`

/** A line that opens a field for a note to the coach. What was typed stays until the lesson is booked. */
export function InstantNote({
  coachLabel,
  note,
  onNote,
}: {
  coachLabel: string
  note: string
  onNote: (note: string) => void
}) {
  const [opened, setOpened] = useState<'by-draft' | 'by-click' | null>(null)
  // A draft of this tab is read after hydration, because the server does not know it.
  useEffect(() => {
    if (note) setOpened((before) => before ?? 'by-draft')
  }, [note])
  const add = (
    <button
      type="button"
      className="self-start text-link text-[0.9375rem]"
      onClick={() => setOpened('by-click')}
    >
      Add a note for {coachLabel}
    </button>
  )
  if (!opened) return add
  return (
    <Suspense fallback={add}>
      <InstantNoteField coachLabel={coachLabel} note={note} onNote={onNote} focus={opened === 'by-click'} />
    </Suspense>
  )
}
