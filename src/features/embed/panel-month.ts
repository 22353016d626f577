import type { SlotList } from '#features/availability/schema.ts'
import { isDayClosed, slotsOn } from '#features/availability/slot-choice.ts'
import { addDays, dayOfWeek } from '#platform/time.ts'

/** A day of the displayed month; null for the days of other months in the first and last week. */
export type PanelDay = { date: string; day: number; openTimes: number } | null

export interface PanelMonth {
  /** `yyyy-MM` */
  month: string
  weeks: PanelDay[][]
  /** The adjacent months within the booking window. */
  before: string | null
  after: string | null
  /** The day whose times are shown; null when this month has no open times. */
  chosen: string | null
}

/**
 * Chooses the month and day a panel shows: the requested ones if the booking window contains them, otherwise
 * the first with an open time.
 * @param asked a day, `yyyy-MM-dd`, or a month, `yyyy-MM`
 */
export function panelMonth(list: SlotList, asked: { date?: string | undefined; month?: string | undefined }) {
  const { first, last, today } = list.bookable
  const firstMonth = monthOf([first, today].toSorted()[0] ?? first)
  const lastMonth = monthOf([last, today].toSorted()[1] ?? last)
  const reaches = (month: string | undefined) =>
    month !== undefined && month >= firstMonth && month <= lastMonth ? month : null
  const date = asked.date !== undefined && asked.date >= first && asked.date <= last ? asked.date : null
  const month = reaches(asked.month) ?? monthOf(date ?? list.firstBookableDate ?? today)
  const days = daysOf(month)
  const firstOpen = days.find((day) => !isDayClosed(list, day)) ?? null
  const lead: PanelDay[] = Array.from({ length: dayOfWeek(days[0] ?? `${month}-01`) }, () => null)
  const cells = lead.concat(
    days.map((day, at) => ({
      date: day,
      day: at + 1,
      openTimes: isDayClosed(list, day) ? 0 : slotsOn(list, day).length,
    })),
  )
  return {
    month,
    weeks: inWeeks(cells),
    before: reaches(monthOf(addDays(`${month}-01`, -1))),
    after: reaches(monthOf(addDays(`${month}-01`, 31))),
    chosen: date !== null && monthOf(date) === month ? date : firstOpen,
  } satisfies PanelMonth
}

const monthOf = (date: string) => date.slice(0, 7)

function daysOf(month: string): string[] {
  const days = Array.from({ length: 31 }, (_, at) => addDays(`${month}-01`, at))
  return days.filter((day) => monthOf(day) === month)
}

function inWeeks(cells: readonly PanelDay[]): PanelDay[][] {
  const count = Math.ceil(cells.length / 7)
  return Array.from({ length: count }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => cells[week * 7 + weekday] ?? null),
  )
}
