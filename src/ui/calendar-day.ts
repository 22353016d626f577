import { DateLib } from 'react-day-picker'

const dates = new DateLib()

/** The picker's date, midnight in the viewer's zone, for a day (`yyyy-MM-dd`) or month (`yyyy-MM`, its first day). */
export function dayToDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dates.newDate(year, month - 1, date)
}

/** The day (`yyyy-MM-dd`) of a date of the picker. */
export function dateToDay(date: Date): string {
  return dates.format(date, 'yyyy-MM-dd')
}

/** The month (`yyyy-MM`) of a date of the picker. */
export function dateToMonth(date: Date): string {
  return dates.format(date, 'yyyy-MM')
}
