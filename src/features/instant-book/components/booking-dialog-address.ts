import type { LessonChoice } from '#features/bookings/lesson-choice-params.ts'

/** The coach's id in the address of any page opens the booking dialog. `book-coach.tsx` and the host, which every page begins with, name it themselves. */
export const BOOKING_COACH = 'openBooking'

/** What is chosen in the dialog: other names than on a profile, which may be the page below. */
export const bookingParameters = {
  place: 'bookingPlace',
  duration: 'bookingDuration',
  date: 'bookingDate',
  time: 'bookingTime',
  package: 'bookingPackage',
  booking: 'bookingHold',
} as const satisfies Record<keyof LessonChoice, string>

/** A choice under the names it has in the address; what is undefined is taken out of it. */
export function inAddress(choice: Partial<LessonChoice>): Record<string, string | undefined> {
  const given = Object.entries(choice).map(([name, value]) => [
    bookingParameters[name as keyof LessonChoice],
    value === undefined ? undefined : String(value),
  ])
  return Object.fromEntries(given)
}
