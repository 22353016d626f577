import ICAL from 'ical.js'
import { DAY, MINUTE } from '#platform/duration.ts'
import { isZone, offsetMinutes } from '#platform/time.ts'
import { windowsZones } from './windows-zones.ts'

/**
 * The IANA zone for a TZID: an IANA name, the end of a path (`/vendor/2024/America/New_York`), a Windows
 * name, or one of these with a prefix such as `(UTC-05:00)`.
 * @returns null for an unknown name
 */
export function zoneNamed(tzid: string): string | null {
  const name = tzid.trim().replace(/^["']|["']$/g, '')
  if (name.length > 200) return null
  const parts = name.split('/').filter(Boolean)
  for (const last of [parts, parts.slice(-3), parts.slice(-2), parts.slice(-1)]) {
    const path = last.join('/')
    // `EST` and similar IANA names are fixed offsets, not zones with daylight saving time.
    if ((path.includes('/') || /^(utc|gmt|z)$/i.test(path)) && isZone(path)) return path
  }
  const plain = name
    .replace(/^\((?:UTC|GMT)[^)]*\)\s*/i, '')
    .replace(/^tzone:\/\/microsoft\/\S*\s*/i, '')
    .toLowerCase()
  return windowsZones.get(plain) ?? shortNames.get(plain) ?? null
}

/** Abbreviations common in the United States. A program that writes `EST` in July means local time. */
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

/** A zone based on the runtime's data instead of the file's definition. */
class KnownZone extends ICAL.Timezone {
  readonly zone: string
  constructor(tzid: string, zone: string) {
    super({ tzid, component: null as unknown as ICAL.Component })
    this.zone = zone
  }
  /**
   * Seconds by which local time is ahead of UTC. An ambiguous time is the earlier instant; a skipped one is
   * moved later.
   */
  override utcOffset(time: ICAL.Time): number {
    const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
    const before = offsetMinutes(wall - DAY, this.zone)
    const after = offsetMinutes(wall + DAY, this.zone)
    if (before === after || offsetMinutes(wall - before * MINUTE, this.zone) === before) return before * 60
    return (offsetMinutes(wall - after * MINUTE, this.zone) === after ? after : before) * 60
  }
}

/**
 * A zone registered under the file's name for it.
 * @param zone IANA name
 */
export const knownZone = (tzid: string, zone: string): ICAL.Timezone => new KnownZone(tzid, zone)
