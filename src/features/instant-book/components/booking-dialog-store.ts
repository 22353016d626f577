import { useSyncExternalStore } from 'react'
import type { LessonChoice } from '#features/bookings/lesson-choice-params.ts'

/** The booking dialog of this page: with which coach, and what is chosen in it. */
export interface BookingDialogState {
  instructorId: string
  choice: LessonChoice
}

let state: BookingDialogState | null = null
const listeners = new Set<() => void>()

function change(next: BookingDialogState | null) {
  state = next
  for (const listener of listeners) listener()
}

/** Opens it. Opened again for the same coach, what was chosen stays: signing in draws the whole page anew. */
export function openBookingDialog(instructorId: string, choice: LessonChoice = {}): void {
  if (state?.instructorId !== instructorId) change({ instructorId, choice })
}

/** Chooses in it; what is undefined is taken out. */
export function chooseInBookingDialog(chosen: Partial<LessonChoice>): void {
  if (state) change({ ...state, choice: { ...state.choice, ...chosen } })
}

export const closeBookingDialog = (): void => change(null)

/** What is open; null for nothing, and always on the server. */
export const useBookingDialog = (): BookingDialogState | null =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => null,
  )

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
