import { STUDENT_NOTE_LENGTH } from '../schema.ts'

/** What a file says about a student, for the coach alone. */
export interface BroughtNote {
  note: string | null
  phone: string | null
}

/**
 * A coach's note with the note and the phone number of a file below it, each only when it is not there yet. A note that is too long is
 * cut, and a phone number that does not fit is left out. Pure.
 * @param kept what the coach wrote; empty when there is no note
 */
export function withBrought(kept: string, { note, phone }: BroughtNote): string {
  const isNew = (text: string) => !`\n${kept}\n`.includes(`\n${text}\n`)
  const room = STUDENT_NOTE_LENGTH - kept.length - 1
  const phoneLine = phone ? `Phone: ${phone}` : ''
  const ofPhone = isNew(phoneLine) && phoneLine.length <= room ? phoneLine : ''
  const left = Math.max(0, ofPhone ? room - ofPhone.length - 1 : room)
  const ofNote = note && isNew(note) ? note.slice(0, left).toWellFormed() : ''
  return [kept, ofNote, ofPhone].filter(Boolean).join('\n')
}
