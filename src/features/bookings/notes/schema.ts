import { z } from 'zod'
import { writtenText } from '#platform/written-text.ts'
import { NOTE_LENGTH } from './note.ts'

/** A student's note to the coach about a lesson; empty when there is none. */
export const noteField = writtenText()
  .trim()
  .max(NOTE_LENGTH, `Please use at most ${NOTE_LENGTH} characters.`)

export const changeBookingNoteSchema = z.object({ bookingId: z.uuid(), note: noteField })
