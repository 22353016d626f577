import ICAL from 'ical.js'
import type { BusyTime } from '#features/availability/busy-times.ts'
import { oneLine, stripBidiControls } from '#platform/written-text.ts'
import { busyTitle, MOST_BUSY_TIMES } from '../busy-time.ts'
import { knownZone, zoneNamed } from './zones.ts'

/**
 * Converts a calendar file (RFC 5545) to busy times. Pure; runs in `worker.ts`, because a malicious file may
 * take long.
 */

export interface IcsQuestion {
  /** Only entries that overlap this range are returned; milliseconds since 1970, UTC. */
  from: number
  to: number
  /** The coach's zone, for all-day entries and times without a zone. */
  zone: string
  /** The coach's email addresses: entries that the coach declined are not busy. */
  addresses: readonly string[]
}

export interface IcsReading {
  /** The calendar's name in the file. */
  name: string | null
  busy: (BusyTime & { uid: string })[]
  /** The number of invalid entries, which are ignored and reported to the coach. */
  unreadable: number
  /** Unknown time zones; their times were read in the coach's zone. */
  unknownZones: string[]
}

export const icsFaults = ['not_a_calendar', 'too_many_entries'] as const
export type IcsFault = (typeof icsFaults)[number]

export class IcsError extends Error {
  readonly fault: IcsFault
  constructor(fault: IcsFault, cause?: unknown) {
    super(`calendar file: ${fault}`, { cause })
    this.fault = fault
  }
}

const MOST_ENTRIES = 20_000
/**
 * Maximum number of dates in RDATE and EXDATE lines. A file with more is rejected before parsing, which would
 * be slow.
 */
const MOST_LISTED_DATES = 20_000
const MOST_ZONES = 200
/**
 * Maximum number of occurrences to iterate in all entries together, including occurrences before the range.
 */
const MOST_STEPS = 300_000
/**
 * Maximum iterations of the library over candidates that a rule excludes: until the next match, and in all
 * entries together.
 */
const MOST_ROUNDS_TO_NEXT = 10_000
const MOST_ROUNDS = 300_000
const FLOATING = 'Times without a zone'

const rounds = { toNext: 0, all: 0 }
/**
 * Limits the library's search while `work` runs: it would never stop looking for a nonexistent date, such as
 * February 30 in a daily rule.
 */
function withLimitedSearch(work: () => void) {
  const { prototype } = ICAL.RecurIterator
  const isMet = prototype.check_contracting_rules
  rounds.all = MOST_ROUNDS
  prototype.check_contracting_rules = function (this: ICAL.RecurIterator) {
    if (--rounds.all < 0) throw new IcsError('too_many_entries')
    if (--rounds.toNext < 0) throw new Error('a rule that is never met')
    return isMet.call(this)
  }
  try {
    work()
  } finally {
    prototype.check_contracting_rules = isMet
  }
}

/** The format of `ICAL.parse`: name, properties `[name, parameters, type, ...values]`, components. */
type JCal = [string, [string, Record<string, string | string[]>, string, ...unknown[]][], JCal[]]

/**
 * Reads a calendar file.
 * @throws IcsError
 */
export function readIcs(file: string, question: IcsQuestion): IcsReading {
  if (countListedDates(file) > MOST_LISTED_DATES) throw new IcsError('too_many_entries')
  const calendars = parse(file)
  const reading: IcsReading = { name: null, busy: [], unreadable: 0, unknownZones: [] }
  const budget = { steps: MOST_STEPS, entries: MOST_ENTRIES }
  withLimitedSearch(() => {
    for (const calendar of calendars) readCalendar(calendar, question, reading, budget)
  })
  return reading
}

/** Counts the values of all RDATE and EXDATE lines, which may be folded. */
function countListedDates(file: string): number {
  let count = 0
  for (const [line] of file.matchAll(/^(?:RDATE|EXDATE)[;:].*(?:\r?\n[ \t].*)*/gim)) {
    count++
    for (const character of line) if (character === ',') count++
  }
  return count
}

function parse(file: string): JCal[] {
  // Many programs write slightly invalid files; dates without a value type are accepted.
  ICAL.design.strict = false
  let parsed: unknown
  try {
    parsed = ICAL.parse(file.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new IcsError('not_a_calendar', error)
  }
  const roots = (Array.isArray(parsed) && typeof parsed[0] === 'string' ? [parsed] : parsed) as JCal[]
  const calendars = roots.filter((root) => root?.[0] === 'vcalendar')
  if (calendars.length === 0) throw new IcsError('not_a_calendar')
  return calendars
}

function readCalendar(
  jcal: JCal,
  question: IcsQuestion,
  reading: IcsReading,
  budget: { steps: number; entries: number },
) {
  budget.entries -= jcal[2].length
  if (budget.entries < 0) throw new IcsError('too_many_entries')
  nameZones(jcal, question.zone, reading)
  const calendar = new ICAL.Component(jcal as unknown as unknown[])
  const name = textOf(calendar, 'x-wr-calname') ?? textOf(calendar, 'name')
  reading.name ??= busyTitle(name && clean(name))
  const addresses = new Set(
    [...question.addresses, name ?? '', textOf(calendar, 'x-wr-relcalid') ?? ''].map(addressOf),
  )
  const add = (start: ICAL.Time, end: ICAL.Time, entry: ICAL.Component) =>
    keep(
      reading,
      question,
      { start: instantOf(start, question.zone), end: instantOf(end, question.zone) },
      entry,
    )

  for (const entries of byUid(calendar.getAllSubcomponents('vevent')).values()) {
    const isBusy = (entry: ICAL.Component) => keepsBusy(entry, addresses)
    try {
      readEntries(entries, question, budget, (start, end, entry) => {
        if (isBusy(entry)) add(start, end, entry)
      })
    } catch (error) {
      if (error instanceof IcsError) throw error
      reading.unreadable++
    }
  }
  for (const part of calendar.getAllSubcomponents('vfreebusy')) {
    for (const property of part.getAllProperties('freebusy')) {
      if (property.getFirstParameter('fbtype')?.toUpperCase() === 'FREE') continue
      for (const period of property.getValues() as ICAL.Period[]) add(period.start, period.getEnd(), part)
    }
  }
}

/**
 * Registers every zone that a file references: with the runtime's data for known zones, otherwise with the
 * file's own definition. Times without a zone, or with an unknown one, use the coach's zone.
 */
function nameZones([, , parts]: JCal, coachZone: string, reading: IcsReading) {
  const register = (tzid: string, zone: string) => ICAL.TimezoneService.register(knownZone(tzid, zone), tzid)
  ICAL.TimezoneService.reset()
  register(FLOATING, coachZone)
  const told = new Set<string>()
  for (let at = parts.length - 1; at >= 0; at--) {
    if (parts[at]?.[0] !== 'vtimezone') continue
    const tzid = parts[at]?.[1].find(([name]) => name === 'tzid')?.[3]
    // Removes definitions that are known, unnamed or duplicated.
    if (typeof tzid !== 'string' || told.has(tzid) || zoneNamed(tzid)) parts.splice(at, 1)
    else told.add(tzid)
    if (told.size > MOST_ZONES) throw new IcsError('too_many_entries')
  }
  const met = new Set<string>()
  for (const [, properties] of parts.filter(([name]) => name === 'vevent'))
    for (const [, parameters, type, value] of properties) {
      if (type !== 'date-time') continue
      if (typeof parameters.tzid !== 'string') {
        if (typeof value === 'string' && !/z$/i.test(value)) parameters.tzid = FLOATING
        continue
      }
      const { tzid } = parameters
      if (met.has(tzid) || tzid === FLOATING) continue
      met.add(tzid)
      const zone = zoneNamed(tzid)
      if (zone) register(tzid, zone)
      else if (!told.has(tzid)) {
        register(tzid, coachZone)
        if (reading.unknownZones.length < 5) reading.unknownZones.push(busyTitle(clean(tzid)) ?? '?')
      }
    }
}

function byUid(entries: readonly ICAL.Component[]): Map<string, ICAL.Component[]> {
  const groups = new Map<string, ICAL.Component[]>()
  for (const [nth, entry] of entries.entries()) {
    const uid = textOf(entry, 'uid') ?? `entry ${nth}`
    const group = groups.get(uid)
    if (group) group.push(entry)
    else groups.set(uid, [entry])
  }
  return groups
}

/**
 * All occurrences of the entries with one UID: recurring entries, overrides of single occurrences, and single
 * entries.
 */
function readEntries(
  entries: readonly ICAL.Component[],
  { from, to, zone }: IcsQuestion,
  budget: { steps: number },
  add: (start: ICAL.Time, end: ICAL.Time, entry: ICAL.Component) => void,
) {
  rounds.toNext = MOST_ROUNDS_TO_NEXT
  const changed = entries.filter((entry) => entry.hasProperty('recurrence-id'))
  const masters = entries.filter((entry) => !entry.hasProperty('recurrence-id'))
  const replaced = new Set(changed.map((entry) => keyOf(entry.getFirstPropertyValue('recurrence-id'))))
  const isReplaced = (start: ICAL.Time) => replaced.has(start.toUnixTime()) || replaced.has(dateKey(start))
  for (const entry of changed) {
    const event = new ICAL.Event(entry, { exceptions: [] })
    add(event.startDate, event.endDate, entry)
  }
  for (const entry of masters) {
    const following = changed.filter(
      (one) => one.getFirstProperty('recurrence-id')?.getFirstParameter('range') === 'THISANDFUTURE',
    )
    const excluded = excludedOf(entry)
    const isLeftOut = (start: ICAL.Time) =>
      excluded.has(start.toUnixTime()) || excluded.has(dateKey(start)) || isReplaced(start)
    for (const period of takePeriods(entry))
      if (!isLeftOut(period.start)) add(period.start, period.getEnd(), entry)
    const event = new ICAL.Event(entry, { exceptions: following })
    if (!event.startDate) throw new Error('an entry without a start')
    if (!event.isRecurring()) {
      add(event.startDate, event.endDate, entry)
      continue
    }
    mendUntil(entry, event.startDate)
    // The library does not expand the start of an entry that recurs on listed dates only (RFC 5545, 3.8.5.2).
    let hasStart = entry.hasProperty('rrule')
    const occurrences = event.iterator()
    for (let start = nextOf(occurrences); start; start = nextOf(occurrences)) {
      if (--budget.steps < 0) throw new IcsError('too_many_entries')
      if (start.compare(event.startDate) === 0) hasStart = true
      const at = instantOf(start, zone)
      if (at >= to) break
      if (isLeftOut(start)) continue
      // Most occurrences of an old series are before the range; skip occurrences that cannot reach into it.
      if (following.length === 0 && at + event.duration.toSeconds() * 1_000 + 86_400_000 <= from) continue
      const { startDate, endDate, item } = event.getOccurrenceDetails(start)
      add(startDate, endDate, item.component)
    }
    if (!hasStart && !isLeftOut(event.startDate)) add(event.startDate, event.endDate, entry)
  }
}

/** The next occurrence; null when there is none, or the rule can never match. */
function nextOf(occurrences: ICAL.RecurExpansion): ICAL.Time | null {
  rounds.toNext = MOST_ROUNDS_TO_NEXT
  try {
    return occurrences.next() ?? null
  } catch (error) {
    if (error instanceof IcsError) throw error
    return null
  }
}

/**
 * UNTIL is often written as a date or without a zone; it is interpreted in the entry's zone and includes that
 * whole day.
 */
function mendUntil(entry: ICAL.Component, start: ICAL.Time) {
  for (const rule of entry.getAllProperties('rrule')) {
    const { until } = rule.getFirstValue() as ICAL.Recur
    if (!until || start.isDate) continue
    if (until.isDate) {
      until.isDate = false
      until.hour = 23
      until.minute = 59
      until.second = 59
      until.zone = start.zone
    } else if (until.zone === ICAL.Timezone.localTimezone) until.zone = start.zone
  }
}

/**
 * Removes the periods of `RDATE`, which the library cannot expand.
 * @returns the periods, each with its own duration
 */
function takePeriods(entry: ICAL.Component): ICAL.Period[] {
  const periods: ICAL.Period[] = []
  for (const property of entry.getAllProperties('rdate')) {
    if (property.type !== 'period') continue
    periods.push(...(property.getValues() as ICAL.Period[]))
    entry.removeProperty(property)
  }
  return periods
}

/** The keys of `EXDATE` values: instants and whole dates. */
function excludedOf(entry: ICAL.Component): Set<number | string> {
  const excluded = new Set<number | string>()
  for (const property of entry.getAllProperties('exdate'))
    for (const value of property.getValues() as ICAL.Time[]) excluded.add(keyOf(value))
  return excluded
}

const dateKey = ({ year, month, day }: ICAL.Time) => `${year}-${month}-${day}`
/** A key for an instant or a whole date; a date excludes the occurrence of that day. */
const keyOf = (value: unknown) =>
  value instanceof ICAL.Time ? (value.isDate ? dateKey(value) : value.toUnixTime()) : Number.NaN

/** Milliseconds since 1970, UTC; a date begins at midnight in the coach's zone. */
function instantOf(time: ICAL.Time, zone: string): number {
  if (!time.isDate) return time.toUnixTime() * 1_000
  const midnight = time.clone()
  midnight.isDate = false
  midnight.hour = 0
  midnight.minute = 0
  midnight.second = 0
  midnight.zone = knownZone(FLOATING, zone)
  return midnight.toUnixTime() * 1_000
}

function keepsBusy(entry: ICAL.Component, addresses: ReadonlySet<string>): boolean {
  const says = (name: string) => textOf(entry, name)?.toUpperCase()
  if (says('status') === 'CANCELLED' || says('transp') === 'TRANSPARENT') return false
  // Outlook uses its own property in addition.
  if (['FREE', 'WORKINGELSEWHERE'].includes(says('x-microsoft-cdo-busystatus') ?? '')) return false
  return !entry
    .getAllProperties('attendee')
    .some(
      (attendee) =>
        attendee.getFirstParameter('partstat')?.toUpperCase() === 'DECLINED' &&
        addresses.has(addressOf(String(attendee.getFirstValue()))),
    )
}

function keep(
  { busy }: IcsReading,
  { from, to }: IcsQuestion,
  { start, end }: { start: number; end: number },
  entry: ICAL.Component,
) {
  if (!(start < end) || end <= from || start >= to) return
  if (busy.length >= MOST_BUSY_TIMES) throw new IcsError('too_many_entries')
  const words = textOf(entry, 'summary')
  busy.push({
    start: Math.max(start, from),
    end: Math.min(end, to),
    title: busyTitle(words && clean(words)),
    uid: (textOf(entry, 'uid') ?? '').slice(0, 200),
  })
}

const clean = (words: string) => oneLine(stripBidiControls(words.slice(0, 1_000)))

function textOf(component: ICAL.Component, name: string): string | null {
  const value = component.getFirstPropertyValue(name)
  return typeof value === 'string' ? value : null
}

/**
 * Normalizes an address: `MAILTO:Maya@Example.com` and `maya@example.com` are the same; null for other
 * values.
 */
function addressOf(value: string): string {
  const address = value
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '')
  return address.includes('@') ? address : '\u0000'
}
