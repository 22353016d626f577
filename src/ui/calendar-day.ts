import { DateLib } from 'react-day-picker'

const dates = new DateLib()

/**
 * The picker's `Date`, midnight in the viewer's zone, for a day (`yyyy-MM-dd`) or month (`yyyy-MM`, its first
 * day).
 */
export function dayToDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dates.newDate(year, month - 1, date)
}

/**
 * The day (`yyyy-MM-dd`) of a picker's `Date`. Formatted manually, because a month needs it about a hundred
 * times.
 */
export function dateToDay(date: Date): string {
  return `${dateToMonth(date)}-${twoDigits(date.getDate())}`
}

/** The month (`yyyy-MM`) of a picker's `Date`. */
export function dateToMonth(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, '0')}-${twoDigits(date.getMonth() + 1)}`
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** `Tuesday, November 24th, 2026`: a picker's `Date` as screen readers announce it. */
export function dateLabel(date: Date): string {
  const day = date.getDate()
  return `${weekdays[date.getDay()]}, ${months[date.getMonth()]} ${day}${ordinalEnd(day)}, ${date.getFullYear()}`
}

function ordinalEnd(day: number): string {
  if (day >= 11 && day <= 13) return 'th'
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'
}
