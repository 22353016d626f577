import { toIso } from '#platform/time.ts'
import { eventWords } from './calendar/calendar.ts'
import { timesOfLesson } from './lesson-times.ts'

/** A web calendar with an "add event" URL. */
export interface CalendarOption {
  name: 'Google Calendar' | 'Outlook.com' | 'Office 365'
  href: string
}

type Entry = Parameters<typeof eventWords>[0]

/**
 * Links that add a lesson to a web calendar; none for a seat in a camp, because such a link adds one event, and the
 * calendar file has all dates. Times are in UTC, so each calendar shows the instant in its owner's zone.
 * Sources: the URL formats of the calendars' own "add event" pages (`action=TEMPLATE`, `rru=addevent`).
 * @param options.as whose calendar it is
 */
export function calendarOptions(
  lesson: Entry,
  options: { as: 'student' | 'coach'; appUrl: string },
): CalendarOption[] {
  if (timesOfLesson(lesson).length > 1) return []
  const { summary, place, description } = eventWords(lesson, options)
  const start = Date.parse(lesson.start)
  const end = start + lesson.durationMinutes * 60_000
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: summary,
    dates: `${compact(start)}/${compact(end)}`,
    location: place,
    details: description,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: summary,
    startdt: toIso(start),
    enddt: toIso(end),
    location: place,
    body: description,
  })
  return [
    { name: 'Google Calendar', href: `https://calendar.google.com/calendar/render?${google}` },
    { name: 'Outlook.com', href: `https://outlook.live.com/calendar/0/deeplink/compose?${spaced(outlook)}` },
    { name: 'Office 365', href: `https://outlook.office.com/calendar/0/deeplink/compose?${spaced(outlook)}` },
  ]
}

/** `20261126T143000Z`. */
const compact = (instant: number) => `${toIso(instant).slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** `URLSearchParams` encodes a space as `+`, which Outlook displays literally. */
const spaced = (query: URLSearchParams) => query.toString().replaceAll('+', '%20')
