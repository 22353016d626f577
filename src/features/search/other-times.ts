import { epochDay, formatDay } from '#platform/time.ts'
import type { OpenDay } from './schema.ts'
import { asksFor, readWhen } from './when.ts'

/** Another time at which a coach is open. Pure. */
export interface OtherTime {
  /** Of the address. */
  when: string
  /** `Saturday, December 5, morning` */
  label: string
}

const MOST = 4

/**
 * What to offer when no coach is open at the time asked for: other parts of the days that were asked for, then the
 * first other days, in the part that was asked for if they have it.
 * @param openDays in ascending order
 * @param today `yyyy-MM-dd`
 */
export function listOtherTimes(asked: string, openDays: readonly OpenDay[], today: string): OtherTime[] {
  const { days, parts } = readWhen(asked)
  const isAskedDay = asksFor({ days, parts: [] }, epochDay(today))
  const sameDays = openDays
    .filter(({ date }) => days.length > 0 && isAskedDay(epochDay(date)))
    .flatMap(({ date, parts: open }) =>
      open.filter((part) => !parts.includes(part)).map((part) => otherTime(date, part)),
    )
  const inPart = openDays.flatMap(({ date, parts: open }) =>
    open
      .filter((part) => parts.length === 0 || parts.includes(part))
      .slice(0, 1)
      .map((part) => (parts.length === 0 ? otherTime(date) : otherTime(date, part))),
  )
  const offered = [...sameDays.slice(0, MOST / 2), ...inPart, ...openDays.map(({ date }) => otherTime(date))]
  const seen = new Set<string>()
  return offered.filter(({ when }) => !seen.has(when) && seen.add(when)).slice(0, MOST)
}

const otherTime = (date: string, part?: string): OtherTime => ({
  when: part ? `${date}.${part}` : date,
  label: [formatDay(`${date}T12:00:00Z`, 'UTC', { long: true }), part].filter(Boolean).join(', '),
})
