import { addDays, dateOfEpochDay, dayOfWeek, epochDay } from '#platform/time.ts'

/** Views of the coach's calendar. Pure; also used in the browser. */
export const scheduleViews = ['week', 'day', 'month', 'agenda'] as const
export type ScheduleView = (typeof scheduleViews)[number]

const AGENDA_DAYS = 28

/** The first and last date of a view, `yyyy-MM-dd`. Weeks start on Sunday. */
export function datesOfView(view: ScheduleView, date: string): { from: string; to: string } {
  switch (view) {
    case 'day':
      return { from: date, to: date }
    case 'week': {
      const from = addDays(date, -dayOfWeek(date))
      return { from, to: addDays(from, 6) }
    }
    case 'month': {
      const first = `${date.slice(0, 7)}-01`
      const last = addDays(monthsLater(first, 1), -1)
      return { from: addDays(first, -dayOfWeek(first)), to: addDays(last, 6 - dayOfWeek(last)) }
    }
    case 'agenda':
      return { from: date, to: addDays(date, AGENDA_DAYS - 1) }
  }
}

/** The date after one step forward or back. */
export function stepOfView(view: ScheduleView, date: string, step: 1 | -1): string {
  if (view === 'month') return monthsLater(date, step)
  const days = { day: 1, week: 7, agenda: AGENDA_DAYS }[view]
  return addDays(date, step * days)
}

/** The same day in another month, or its last day if it is shorter. */
function monthsLater(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
  const length =
    epochDay(new Date(Date.UTC(year, month + months, 1)).toISOString().slice(0, 10)) - epochDay(first)
  return addDays(first, Math.min(day, length) - 1)
}

/** Lists all dates in a range, both inclusive. */
export const listDates = ({ from, to }: { from: string; to: string }): string[] =>
  Array.from({ length: epochDay(to) - epochDay(from) + 1 }, (_, nth) => addDays(from, nth))

/** Parses a date from the URL; limited to the years 2000 to 2079. */
export function readDate(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^20[0-7]\d-\d\d-\d\d$/.test(value)) return undefined
  const day = epochDay(value)
  return Number.isNaN(day) || dateOfEpochDay(day) !== value ? undefined : value
}

/** The URL of a view, without default values. */
export function scheduleHref(to: {
  view?: ScheduleView | undefined
  date?: string | undefined
  place?: string | undefined
}) {
  const query = new URLSearchParams()
  if (to.view && to.view !== 'week') query.set('view', to.view)
  if (to.date) query.set('date', to.date)
  if (to.place) query.set('place', to.place)
  return query.size > 0 ? `/schedule?${query}` : '/schedule'
}
