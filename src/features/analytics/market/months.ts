import { formatDate } from '#platform/time.ts'
import type { Days } from '../period.ts'

/** The month that is some months before or after another one. @param month such as `2026-03` */
export function monthsLater(month: string, months: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number)
  const at = year * 12 + of - 1 + months
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}

/** The first and the last day of a month. @param month such as `2026-03` */
export function daysOfMonth(month: string): Days {
  const next = new Date(`${monthsLater(month, 1)}-01T00:00:00Z`)
  return { from: `${month}-01`, to: new Date(next.getTime() - 86_400_000).toISOString().slice(0, 10) }
}

/** Such as `Mar 2026`. @param month such as `2026-03` */
export const shortMonth = (month: string): string => formatDate(`${month}-01`).replace(/^(...).* 1,/, '$1')
