import { formatMoney } from '#platform/money.ts'
import { formatLesson, toIso } from '#platform/time.ts'
import { bookingNumber } from '../booking.ts'
import type { Lesson } from '../schema.ts'

/**
 * A lesson as an iCalendar file (RFC 5545). Its UID never changes, so adding it again replaces the entry, and a cancelled
 * lesson takes it away. Times are written in UTC: every calendar shows them in its owner's zone.
 * @param options.now when the file is made, milliseconds since 1970, UTC
 */
export function calendarFile(
  lesson: Lesson,
  options: { as: 'student' | 'coach'; now: number; appUrl: string },
): string {
  const start = Date.parse(lesson.start)
  const end = start + lesson.durationMinutes * 60_000
  const other = options.as === 'student' ? lesson.coach.label : lesson.student.name
  const place = [lesson.location.name, lesson.location.address].filter(Boolean).join(', ')
  const description = [
    `${lesson.title} with ${other}`,
    formatLesson(lesson.start, lesson.durationMinutes, lesson.zone),
    `${formatMoney(lesson.priceCents)} · booking ${bookingNumber(lesson.id)}`,
    `${options.appUrl}/lessons`,
  ].join('\n')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Greenside//Lessons//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${lesson.id}@greenside`,
    `DTSTAMP:${utc(options.now)}`,
    `DTSTART:${utc(start)}`,
    `DTEND:${utc(end)}`,
    `SEQUENCE:${lesson.changeNumber}`,
    `STATUS:${lesson.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(`Golf lesson with ${other}`)}`,
    `LOCATION:${escapeText(place)}`,
    `DESCRIPTION:${escapeText(description)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(`Golf lesson with ${other}`)}`,
    'TRIGGER:-PT2H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n')
}

/** `20261126T143000Z`. */
const utc = (instant: number) => `${toIso(instant).slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** TEXT of RFC 5545 section 3.3.11; a line break somebody typed must not begin a property of its own. */
const escapeText = (text: string) =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|\r|\n/g, '\\n')

const MAX_OCTETS = 75
const encoder = new TextEncoder()

/** Lines of at most 75 octets, the rest going on after a space (section 3.1); no character is torn apart. */
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
