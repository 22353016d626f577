import { dayShownAt, listSlots, type ScheduleRules } from '#features/availability/availability.ts'
import { DAY_MINUTES } from '#platform/duration.ts'
import { dateOfEpochDay, minuteIn } from '#platform/time.ts'
import { asksFor, isInParts, REACH_DAYS, type When } from '../when.ts'

/**
 * Open starting times as bits: one for each quarter of an hour on the wall clock of 36 consecutive days. The bits
 * of a date begin at its number of days since 1970 modulo 36, so the bits of all coaches and of a search are at the
 * same positions, whenever and wherever they were computed. Pure.
 */

export const QUARTERS = 96
export const RING_DAYS = 36
export const RING_BITS = QUARTERS * RING_DAYS

/** The dates that are computed, from the current one on. The others stay empty, so that dates do not mix. */
export const BUILT_DAYS = 34

/** Rows computed earlier are ignored: their dates no longer reach as far as the search does. */
export const OLDEST_BUILT_DAYS = BUILT_DAYS - 1 - REACH_DAYS

const QUARTER_MINUTES = DAY_MINUTES / QUARTERS

/** The index of a quarter of an hour. @param day days since 1970-01-01 */
export const ringIndex = (day: number, minute: number): number =>
  (day % RING_DAYS) * QUARTERS + Math.floor(minute / QUARTER_MINUTES)

/**
 * All starts at a place, regardless of the coach's notice and booking window, which the search applies when it
 * is asked.
 * @param now milliseconds UTC
 */
export function computeStarts(
  rules: ScheduleRules,
  durationMinutes: number,
  now: number,
): { builtDay: number; starts: string } {
  const builtDay = dayShownAt(now, rules.zone)
  const days = listSlots(
    { ...rules, noticeHours: 0, windowDays: BUILT_DAYS },
    {
      from: dateOfEpochDay(builtDay),
      to: dateOfEpochDay(builtDay + BUILT_DAYS - 1),
      durationMinutes,
      now,
    },
  )
  const ring = new Uint8Array(RING_BITS / 8)
  for (const [at, { slots }] of days.entries())
    for (const { start } of slots) set(ring, ringIndex(builtDay + at, minuteIn(start, rules.zone)))
  return { builtDay, starts: bitsOf(ring) }
}

/**
 * The quarters of an hour that a search asks for, from today to the last day it reaches.
 * @param today days since 1970-01-01, at the place of the lesson
 */
export function askedBits(when: When, today: number): string {
  const ring = new Uint8Array(RING_BITS / 8)
  const isAsked = asksFor(when, today)
  for (let day = today; day <= today + REACH_DAYS; day++)
    if (isAsked(day))
      for (let minute = 0; minute < DAY_MINUTES; minute += QUARTER_MINUTES)
        if (isInParts(when, minute)) set(ring, ringIndex(day, minute))
  return bitsOf(ring)
}

const set = (ring: Uint8Array, index: number) => {
  ring[index >> 3] = (ring[index >> 3] ?? 0) | (0x80 >> (index & 7))
}

/** The input format of the database's bit strings, in hexadecimal digits. */
const bitsOf = (ring: Uint8Array) => `x${Buffer.from(ring).toString('hex')}`
