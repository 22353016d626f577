import { useSearch } from '@tanstack/react-router'
import { type LessonChoice, readLessonChoice } from '#features/bookings/lesson-choice-params.ts'
import { textParam } from '#platform/search-params.ts'
import { useAddressLayer } from '#ui/address-layer.ts'

/** The coach's id in the address of any page. */
const COACH = 'openBooking'
/** What is chosen in the dialog: other names than on a profile, which may be the page below. */
const parameters = {
  place: 'bookingPlace',
  duration: 'bookingDuration',
  date: 'bookingDate',
  time: 'bookingTime',
  booking: 'bookingHold',
} as const satisfies Record<keyof LessonChoice, string>

/** The booking dialog that the address opens: with which coach, and what is chosen in it. */
export interface BookingDialogState {
  instructorId: string
  choice: LessonChoice
}

/** What is open; null for nothing. */
export const useOpenBooking = (): BookingDialogState | null =>
  useSearch({ strict: false, select: (search) => readBooking({ ...search }) })

function readBooking(search: Record<string, unknown>): BookingDialogState | null {
  const instructorId = textParam(search[COACH])
  if (!instructorId) return null
  const chosen = Object.entries(parameters).map(([name, parameter]) => [name, search[parameter]])
  return { instructorId, choice: readLessonChoice(Object.fromEntries(chosen)) }
}

/** How the booking dialog is opened, changed and closed. Back closes it; a reload finds it with what was chosen. */
export function useBookingDialog() {
  const layer = useAddressLayer('booking')
  return {
    open: (instructorId: string, choice: LessonChoice = {}) =>
      void layer.open({ [COACH]: instructorId, ...written(choice) }),
    /** Chooses in it; what is undefined is taken out. */
    choose: (change: Partial<LessonChoice>) => layer.change(written(change)),
    close: () => layer.close([COACH, ...Object.values(parameters)]),
  }
}

/** A choice under the names it has in the address. */
function written(choice: Partial<LessonChoice>): Record<string, string | undefined> {
  const given = Object.entries(choice).map(([name, value]) => [
    parameters[name as keyof LessonChoice],
    value === undefined ? undefined : String(value),
  ])
  return Object.fromEntries(given)
}
