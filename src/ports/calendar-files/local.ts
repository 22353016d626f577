import { createHash } from 'node:crypto'
import { PublicFetchError, publicUrl } from '#platform/fetch-public.ts'
import type { CalendarFilesPort } from './calendar-files.ts'

/**
 * A demo's calendars are at `https://calendars.greenside.demo/<name>.ics` and are served without a network.
 */
export const demoCalendarHost = 'calendars.greenside.demo'

/** Reads the demo's own calendars from memory, and every other URL through `others`. */
export function localCalendarFiles(others: CalendarFilesPort): CalendarFilesPort {
  return {
    normalize: (typed) => (demoPath(typed) === null ? others.normalize(typed) : publicUrl(typed).href),
    async read(address, known) {
      const path = demoPath(address)
      if (path === null) return await others.read(address, known)
      const text = demoCalendars[path]
      if (!text) throw new PublicFetchError('not_found')
      const file = Buffer.from(text)
      const etag = `"${createHash('sha256').update(file).digest('hex').slice(0, 16)}"`
      return known.etag === etag ? { isChanged: false } : { isChanged: true, file, etag, lastModified: null }
    },
  }
}

/** Returns the path of a demo calendar's URL; null for all others. */
function demoPath(address: string): string | null {
  const url = URL.parse(address.trim().replace(/^webcals?:/i, 'https:'))
  return url?.host === demoCalendarHost ? url.pathname : null
}

const fileOf = (name: string, ...entries: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Greenside//Demo//EN',
    `X-WR-CALNAME:${name}`,
    ...entries.flatMap((lines, nth) => [
      'BEGIN:VEVENT',
      `UID:${nth}@${demoCalendarHost}`,
      'DTSTAMP:20240101T000000Z',
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const weekly = (title: string, date: string, from: string, to: string, zone = 'America/New_York') => [
  `SUMMARY:${title}`,
  `DTSTART;TZID=${zone}:${date}T${from}00`,
  `DTEND;TZID=${zone}:${date}T${to}00`,
  'RRULE:FREQ=WEEKLY',
]

/** Recurring entries, so that there are always some. */
const demoCalendars: Record<string, string> = {
  '/family.ics': fileOf(
    'Family',
    weekly('Pick up Leo from school', '20240103', '1500', '1600'),
    weekly('Choir', '20240105', '1700', '1800'),
    ['SUMMARY:Dentist', 'DTSTART:20240109T100000', 'DTEND:20240109T113000', 'RRULE:FREQ=MONTHLY;BYDAY=2TU'],
    ['SUMMARY:Trash day', 'DTSTART;VALUE=DATE:20240104', 'TRANSP:TRANSPARENT', 'RRULE:FREQ=WEEKLY'],
  ),
  '/club.ics': fileOf(
    'Club events',
    weekly('Men’s league', '20240102', '1600', '1800'),
    weekly('Staff meeting', '20240104', '0900', '1000'),
    ['SUMMARY:Member-guest', 'DTSTART;VALUE=DATE:20240113', 'RRULE:FREQ=MONTHLY;BYDAY=2SA'],
  ),
}
