import { dateIn, formatClockTime, formatWeekday, offsetMinutes } from '#platform/time.ts'
import { isDateDisabled } from './availability.ts'
import type { SlotList } from './schema.ts'

/** A slot in the API's format. */
export type OpenSlot = SlotList['days'][number]['slots'][number]

/** An open time and the date it is listed under. */
export type DatedSlot = OpenSlot & { date: string }

/**
 * The open times of one date, in order; none for a date outside the list.
 * @param date `yyyy-MM-dd` at the place
 */
export function slotsOn(list: SlotList, date: string | null): OpenSlot[] {
  return list.days.find((day) => day.date === date)?.slots ?? []
}

/**
 * The slot that starts at an instant; undefined when it is not, or no longer, open.
 * @param start ISO instant
 */
export function findSlot(list: SlotList, start: string): DatedSlot | undefined {
  const wanted = Date.parse(start)
  for (const { date, slots } of list.days) {
    const slot = slots.find((candidate) => Date.parse(candidate.start) === wanted)
    if (slot) return { ...slot, date }
  }
  return undefined
}

/** The list with a time that it does not, or no longer, have as open. */
export function withSlot<L extends SlotList>(list: L, { date, ...slot }: DatedSlot): L {
  if (findSlot(list, slot.start)) return list
  const slots = [...slotsOn(list, date), slot].sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
  const others = list.days.filter((day) => day.date !== date)
  const days = [...others, { date, slots }].sort((a, b) => a.date.localeCompare(b.date))
  return { ...list, days, firstBookableDate: list.firstBookableDate ?? date }
}

/** Whether a date cannot be chosen: it is outside the booking window, blocked, or without an open time. */
export function isDayClosed(list: SlotList, date: string): boolean {
  return isDateDisabled(list.bookable, date) || slotsOn(list, date).length === 0
}

/**
 * The open times closest to one that is no longer available, in chronological order. Of two equally close
 * times, the earlier one is preferred.
 * @param start ISO instant of the unavailable time
 */
export function nearestSlots(list: SlotList, start: string, count: number): DatedSlot[] {
  const wanted = Date.parse(start)
  const distance = (slot: OpenSlot) => Math.abs(Date.parse(slot.start) - wanted)
  return list.days
    .flatMap(({ date, slots }) => slots.map((slot) => ({ ...slot, date })))
    .filter((slot) => Date.parse(slot.start) !== wanted)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, count)
    .sort((a, b) => Date.parse(a.start) - Date.parse(b.start))
}

/**
 * The time of a slot in the viewer's zone, with the weekday when the date differs: `5:00 AM`, `Sun 5:00 AM`.
 * Null when the local time is the same as at the lesson's place.
 */
export function viewersTime(instant: string, placeZone: string, viewerZone: string | null): string | null {
  const zone = otherZone(instant, placeZone, viewerZone)
  if (!zone) return null
  const time = formatClockTime(instant, zone)
  return dateIn(instant, zone) === dateIn(instant, placeZone)
    ? time
    : `${formatWeekday(instant, zone)} ${time}`
}

/** Whether the clocks change between these slots, so that `1:30 AM` alone may be ambiguous. */
export function clocksChange(slots: readonly Pick<OpenSlot, 'start' | 'end'>[], zone: string): boolean {
  const offsets = slots
    .flatMap(({ start, end }) => [start, end])
    .map((at) => offsetMinutes(Date.parse(at), zone))
  return new Set(offsets).size > 1
}

/**
 * The viewer's zone when its local time differs from the one at the lesson's place; null when they are the
 * same, even if the zones have different names.
 */
export function otherZone(instant: string, placeZone: string, viewerZone: string | null): string | null {
  if (!viewerZone) return null
  const at = Date.parse(instant)
  return offsetMinutes(at, placeZone) === offsetMinutes(at, viewerZone) ? null : viewerZone
}
