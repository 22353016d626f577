import ICAL from 'ical.js'
import { isZone, offsetMinutes } from '#platform/time.ts'
import { windowsZones } from './windows-zones.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/**
 * The IANA zone that a calendar file means: its name, the one at the end of a path (`/vendor/2024/America/New_York`), what Windows
 * calls it, or the same with a prefix such as `(UTC-05:00)`.
 * @returns null for a name that says nothing
 */
export function zoneNamed(tzid: string): string | null {
  const name = tzid.trim().replace(/^["']|["']$/g, '')
  if (name.length > 200) return null
  const parts = name.split('/').filter(Boolean)
  for (const last of [parts, parts.slice(-3), parts.slice(-2), parts.slice(-1)]) {
    const path = last.join('/')
    // `EST` and its like are no zones of places: their clocks never change.
    if ((path.includes('/') || /^(utc|gmt|z)$/i.test(path)) && isZone(path)) return path
  }
  const plain = name
    .replace(/^\((?:UTC|GMT)[^)]*\)\s*/i, '')
    .replace(/^tzone:\/\/microsoft\/\S*\s*/i, '')
    .toLowerCase()
  return windowsZones.get(plain) ?? shortNames.get(plain) ?? null
}

/** What people in the United States call their zones. Those who write `EST` in July mean the clock on the wall. */
const shortNames = new Map([
  ['est', 'America/New_York'],
  ['edt', 'America/New_York'],
  ['est5edt', 'America/New_York'],
  ['cst', 'America/Chicago'],
  ['cdt', 'America/Chicago'],
  ['cst6cdt', 'America/Chicago'],
  ['mst', 'America/Denver'],
  ['mdt', 'America/Denver'],
  ['mst7mdt', 'America/Denver'],
  ['pst', 'America/Los_Angeles'],
  ['pdt', 'America/Los_Angeles'],
  ['pst8pdt', 'America/Los_Angeles'],
])

/** A zone whose clock is the one of this machine's data, and not of what a file says about it. */
class KnownZone extends ICAL.Timezone {
  readonly zone: string
  constructor(tzid: string, zone: string) {
    super({ tzid, component: null as unknown as ICAL.Component })
    this.zone = zone
  }
  /** Seconds by which the wall clock is ahead of UTC. A time that comes twice is the first; one that is skipped comes later. */
  override utcOffset(time: ICAL.Time): number {
    const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
    const before = offsetMinutes(wall - DAY, this.zone)
    const after = offsetMinutes(wall + DAY, this.zone)
    if (before === after || offsetMinutes(wall - before * MINUTE, this.zone) === before) return before * 60
    return (offsetMinutes(wall - after * MINUTE, this.zone) === after ? after : before) * 60
  }
}

/** A zone under the name that a file gives it. @param zone IANA name */
export const knownZone = (tzid: string, zone: string): ICAL.Timezone => new KnownZone(tzid, zone)
