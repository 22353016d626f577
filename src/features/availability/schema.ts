import { z } from 'zod'
import { epochDay, formatClockTime, offsetMinutes, toIso, zoneName } from '#platform/time.ts'
import type { DaySlots } from './availability.ts'
import { noOpeningReasons } from './no-openings.ts'

/** More dates than any calendar page shows. */
const MAX_DAYS_APART = 62

const day = z.iso.date({ message: 'Dates look like 2026-11-26' })

/**
 * Selects slots. Dates are in the coach's zone and given together; when omitted, the whole booking window is
 * used.
 */
export const listSlotsSchema = z
  .object({
    instructorId: z.uuid(),
    /** The teaching place; the coach's primary one when omitted. */
    locationId: z.uuid().optional(),
    from: day.optional(),
    to: day.optional(),
    durationMinutes: z.coerce.number<number | string>().pipe(z.int().min(15).max(480)).default(60),
  })
  .refine(({ from, to }) => !from === !to, { message: 'Give both dates, or none', path: ['to'] })
  .refine(({ from, to }) => !from || !to || from <= to, {
    message: 'The last date is before the first',
    path: ['to'],
  })
  .refine(({ from, to }) => !from || !to || daysApart(from, to) <= MAX_DAYS_APART, {
    message: `At most ${MAX_DAYS_APART} days can be requested at a time`,
    path: ['to'],
  })

/** A time that can be booked: instants for programs, and local times at the lesson's place for display. */
export const slotSchema = z.object({
  start: z.iso.datetime(),
  end: z.iso.datetime(),
  /** `9:30 AM` */
  startTime: z.string(),
  endTime: z.string(),
  /** `EST`; it changes with daylight saving time, so each slot carries its own. */
  zoneName: z.string(),
})

export const daySlotsSchema = z.object({ date: day, slots: z.array(slotSchema) })

export const slotListSchema = z.object({
  instructorId: z.uuid(),
  /** IANA name of the place's zone, which applies to all dates and clock times here. */
  zone: z.string(),
  durationMinutes: z.int(),
  /** The dates a date picker offers; those in `disabled` are fully blocked. */
  bookable: z.object({ today: day, first: day, last: day, disabled: z.array(day) }),
  /** The initially selected date: the first with a slot; null when the whole window has none. */
  firstBookableDate: day.nullable(),
  /** Why the whole window has no slot; null when it has one. */
  whyNone: z.enum(noOpeningReasons).nullable(),
  days: z.array(daySlotsSchema),
})

export type SlotList = z.infer<typeof slotListSchema>

/** Converts slots to the API's format: ISO instants, and clock times in the zone of the place. */
export function presentDays(days: readonly DaySlots[], zone: string): SlotList['days'] {
  const names = new Map<number, string>()
  const nameAt = (instant: number) => {
    const offset = offsetMinutes(instant, zone)
    const name = names.get(offset) ?? zoneName(instant, zone)
    names.set(offset, name)
    return name
  }
  return days.map(({ date, slots }) => ({
    date,
    slots: slots.map(({ start, end }) => ({
      start: toIso(start),
      end: toIso(end),
      startTime: formatClockTime(start, zone),
      endTime: formatClockTime(end, zone),
      zoneName: nameAt(start),
    })),
  }))
}

function daysApart(from: string, to: string): number {
  return epochDay(to) - epochDay(from)
}
