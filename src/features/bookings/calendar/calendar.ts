import { playerName } from '#features/golfers/golfer.ts'
import { MINUTE } from '#platform/duration.ts'
import { formatMoney } from '#platform/money.ts'
import { siteName } from '#platform/site-name.ts'
import { formatLesson, toIso } from '#platform/time.ts'
import { stripControls } from '#platform/written-text.ts'
import { bookingNumber } from '../booking.ts'
import { isCalledOff } from '../called-off.ts'
import { answerLines } from '../intake/intake.ts'
import { timesOfLesson } from '../lesson-times.ts'
import type { Lesson } from '../schema.ts'

export interface CalendarFileOptions {
  /** Whose calendar it is for. */
  as: 'student' | 'coach'
  /** When the file is generated, milliseconds since 1970, UTC. */
  now: number
  appUrl: string
  /** Our own email address, for the ORGANIZER property. */
  organizer: string
}

/**
 * The iTIP method: adds or replaces the event, or removes it. CANCEL allows one event, so the dates of a cancelled seat in a camp are
 * published as cancelled events.
 */
export const calendarMethod = (lesson: Pick<Lesson, 'status' | 'start' | 'durationMinutes' | 'seat'>) =>
  lesson.status === 'cancelled' && timesOfLesson(lesson).length === 1 ? 'CANCEL' : 'PUBLISH'

/**
 * A lesson as an iCalendar file (RFC 5545, 5546). The UID is constant and SEQUENCE increases with every
 * change, so importing the file again replaces the event; the file of a cancelled lesson removes it. A seat in
 * a camp is an event for each date. Times are in UTC, and calendars display them in their owner's zone.
 */
export function calendarFile(lesson: Lesson, options: CalendarFileOptions): string {
  return fileOf([`METHOD:${calendarMethod(lesson)}`], eventLines(lesson, options))
}

/** Lessons that were booked together as one file, each an event of its own; canceled ones remove theirs. */
export const seriesCalendarFile = (lessons: readonly Lesson[], options: CalendarFileOptions): string =>
  fileOf(
    ['METHOD:PUBLISH'],
    lessons.flatMap((lesson) => eventLines(lesson, options)),
  )

/** The iCalendar feed of a user's lessons. Calendar applications reload it every hour. */
export function calendarFeed(
  lessons: readonly (Lesson & { changedAt: number })[],
  options: Omit<CalendarFileOptions, 'now'>,
): string {
  const head = [
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(`${siteName} golf lessons`)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
  ]
  const events = lessons.flatMap((lesson) => eventLines(lesson, { ...options, now: lesson.changedAt }))
  return fileOf(head, events)
}

/**
 * The summary, location and description of a lesson's calendar event.
 * @param time the date of a camp that the event is for, milliseconds since 1970, UTC; the lesson's time when omitted
 */
export function eventWords(
  lesson: Pick<
    Lesson,
    | 'id'
    | 'status'
    | 'weather'
    | 'start'
    | 'durationMinutes'
    | 'zone'
    | 'title'
    | 'coach'
    | 'student'
    | 'golfer'
    | 'location'
    | 'priceCents'
    | 'note'
    | 'answers'
    | 'seat'
  >,
  { as, appUrl }: Pick<CalendarFileOptions, 'as' | 'appUrl'>,
  time?: { start: number; end: number },
) {
  const other = as === 'student' ? lesson.coach.label : playerName(lesson)
  // In one calendar of a family each lesson says whose it is.
  const whose = as === 'student' && lesson.golfer ? `${lesson.golfer.name}: golf` : 'Golf'
  const what = `${whose} ${lesson.seat ? 'clinic' : 'lesson'} with ${other}`
  return {
    summary: isCalledOff(lesson) ? `Called off: ${what}` : what,
    place: [lesson.location.name, lesson.location.address].filter(Boolean).join(', '),
    description: [
      `${lesson.title} with ${other}`,
      ...(as === 'coach' && lesson.golfer ? [`Booked by ${lesson.student.name}`] : []),
      time
        ? formatLesson(time.start, (time.end - time.start) / MINUTE, lesson.zone)
        : formatLesson(lesson.start, lesson.durationMinutes, lesson.zone),
      `${formatMoney(lesson.priceCents)} · booking ${bookingNumber(lesson.id)}`,
      ...(lesson.note ? [`Note from ${lesson.student.name}: ${lesson.note}`] : []),
      ...answerLines(lesson.answers),
      `${appUrl}/lessons`,
    ].join('\n'),
  }
}

const eventLines = (lesson: Lesson, options: CalendarFileOptions): string[] =>
  timesOfLesson(lesson).flatMap((time, n) => linesOfDate(lesson, options, { ...time, n }))

function linesOfDate(
  lesson: Lesson,
  options: CalendarFileOptions,
  { start, end, n }: { start: number; end: number; n: number },
): string[] {
  const { summary, place, description } = eventWords(lesson, options, { start, end })
  const isCancelled = lesson.status === 'cancelled'
  const takesPlace = !isCancelled && !isCalledOff(lesson)
  const alarm = [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(summary)}`,
    'TRIGGER:-PT2H',
    'END:VALARM',
  ]
  return [
    'BEGIN:VEVENT',
    `UID:${lesson.id}${n > 0 ? `-${n + 1}` : ''}@greenside`,
    `DTSTAMP:${utc(options.now)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SEQUENCE:${lesson.changeNumber}`,
    `STATUS:${isCancelled ? 'CANCELLED' : takesPlace ? 'CONFIRMED' : 'TENTATIVE'}`,
    // RFC 5546 requires ORGANIZER with every method. Calendars send no email for PUBLISH and CANCEL.
    `ORGANIZER:mailto:${options.organizer}`,
    `SUMMARY:${escapeText(isCancelled ? `Cancelled: ${summary}` : summary)}`,
    `LOCATION:${escapeText(place)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `TRANSP:${takesPlace ? 'OPAQUE' : 'TRANSPARENT'}`,
    ...(takesPlace ? alarm : []),
    'END:VEVENT',
  ]
}

function fileOf(head: string[], events: string[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Greenside//Lessons//EN',
    'CALSCALE:GREGORIAN',
    ...head,
    ...events,
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n')
}

/** `20261126T143000Z`. */
const utc = (instant: number) => `${toIso(instant).slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Escapes TEXT (RFC 5545 section 3.3.11), so that a line break in user input cannot start a new property. */
const escapeText = (text: string) =>
  stripControls(text)
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')

const MAX_OCTETS = 75
const encoder = new TextEncoder()

/**
 * Folds lines to at most 75 octets with a leading space on continuation lines (section 3.1), without
 * splitting characters.
 */
function foldLine(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > MAX_OCTETS) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}
