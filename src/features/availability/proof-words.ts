import { MINUTE } from '#platform/duration.ts'
import { dateIn, dayOfWeek, epochDay, formatDate, formatTimeRange } from '#platform/time.ts'
import { countOf } from '#platform/words.ts'
import { hoursByDay, type ScheduleRules } from './availability.ts'
import { driveWords } from './drives.ts'
import { findObstacles, type OtherHours, type SlotObstacle, wallMinute } from './slot-proof.ts'
import { teachingDay } from './teaching-day.ts'
import { clockOf, rangeWords, type WeekCalendar } from './week.ts'
import { minutesOf, weekdays } from './weekdays.ts'
import { type CalendarHours, weekParity } from './weekly-hours.ts'

/**
 * Describes to the coach why a time cannot be booked. Contains private details, so it must not be shown to
 * students. Pure.
 */

interface Known {
  lessons: readonly {
    start: number
    end: number
    durationMinutes: number
    zone: string
    title: string
    /** Null for a clinic. */
    student: string | null
    isHeld: boolean
    place: string
  }[]
  elsewhere: readonly { start: number; end: number; title: string | null; calendar: string }[]
  acts: readonly {
    act: number
    kind: 'block' | 'opening'
    from: string
    to: string
    startTime: string | null
    endTime: string | null
    note: string | null
  }[]
  places: readonly { id: string; name: string }[]
  calendars: readonly WeekCalendar[]
}

/**
 * Every obstacle with its description, most significant first.
 * @param request in milliseconds UTC
 */
export function explainDay(
  schedule: { rules: ScheduleRules; other: OtherHours },
  known: Known,
  request: { start: number; durationMinutes: number; now: number },
): { obstacle: SlotObstacle; detail: string; act: number | null }[] {
  const { rules, other } = schedule
  const { start, durationMinutes } = request
  const date = dateIn(start, rules.zone)
  const end = start + durationMinutes * MINUTE
  const meets = (one: { start: number; end: number }, margin = 0) =>
    one.start - margin < end && start < one.end + margin
  const lesson = known.lessons.find((one) => meets(one))
  const near = known.lessons.find((one) => meets(one, rules.bufferMinutes * MINUTE))
  const entry = known.elsewhere.find((one) => meets(one))
  const nearEntry = known.elsewhere.find((one) => meets(one, rules.bufferMinutes * MINUTE))
  const minute = wallMinute(start, teachingDay(epochDay(date), rules.zone))
  const block = known.acts.find(
    ({ kind, from, to, startTime, endTime }) =>
      kind === 'block' &&
      from <= date &&
      date <= to &&
      minutesOf(startTime ?? '00:00') < minute + durationMinutes &&
      minute < minutesOf(endTime ?? '24:00'),
  )
  const day = weekdays.find((one) => one.day === dayOfWeek(date))?.name ?? ''
  const words: Record<SlotObstacle, () => string> = {
    past: () => 'This time has passed.',
    clock_change: () => 'The clocks go back that night. Lessons start in the first of the two hours.',
    block: () =>
      block
        ? `You blocked ${spanWords(block)}${block.note ? `: ${block.note}` : ''}.`
        : 'You blocked this time.',
    booking: () =>
      !lesson
        ? 'Another lesson is at this time.'
        : lesson.isHeld
          ? `${lesson.student} is paying for a lesson at this time, ${rangeOf(lesson)}.`
          : `${nameOf(lesson)}, ${rangeOf(lesson)}.`,
    busy_elsewhere: () =>
      entry ? `${entryWords(entry, rules.zone)}.` : 'Another calendar of yours is busy at this time.',
    buffer: () =>
      near || !nearEntry
        ? `You keep ${rules.bufferMinutes} minutes free around lessons${near ? `, here around ${nameOf(near)}, ${rangeOf(near)}` : ''}.`
        : `You keep ${rules.bufferMinutes} minutes free, here around ${entryWords(nearEntry, rules.zone)}.`,
    drive: () => {
      const away = rules.busy.find((one) => meets(one, (one.driveMinutes ?? 0) * MINUTE) && !meets(one))
      const there = known.lessons.find((one) => one.start === away?.start && one.end === away.end)
      const minutes = driveWords(away?.driveMinutes ?? 0)
      if (!there) return `The drive to your lesson at another place takes ${minutes}.`
      const way = there.start < start ? 'from' : 'to'
      return `The drive ${way} ${there.place} takes ${minutes}: ${nameOf(there)} is there, ${rangeOf(there)}.`
    },
    hours: () => hoursWords(rules, date, day, minute, durationMinutes),
    other_calendar: () =>
      `These hours belong to ${calendarAt(other.ofOtherCalendars, known, date, minute)}, and students don’t book into it.`,
    other_place: () => otherPlaceWords(other.ofOtherPlaces, known, date, minute),
    step: () => `Lessons start every ${rules.stepMinutes} minutes from the start of your hours.`,
    notice: () => `You require ${hoursOf(rules.noticeHours)} of notice.`,
    window: () => `Students book at most ${countOf(rules.windowDays, 'day')} ahead.`,
  }
  return findObstacles(rules, request, other).map((obstacle) => ({
    obstacle,
    detail: words[obstacle](),
    act: obstacle === 'block' ? (block?.act ?? null) : null,
  }))
}

/** `December 20, 2026 – January 3, 2027`, with the times when only a part of the days is blocked. */
function spanWords({ from, to, startTime, endTime }: Known['acts'][number]): string {
  const dates = from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`
  return startTime && endTime ? `${dates}, ${rangeWords({ from: startTime, to: endTime })}` : dates
}

function hoursWords(
  rules: ScheduleRules,
  date: string,
  day: string,
  minute: number,
  duration: number,
): string {
  const { hours } = hoursByDay(rules)(epochDay(date), date)
  const list = hours
    .map(({ start, end }) => rangeWords({ from: clockOf(start), to: clockOf(end) }))
    .join(', ')
  if (hours.length > 0) {
    const isInside = hours.some(({ start, end }) => start <= minute && minute < end)
    return isInside
      ? `A lesson of ${duration} minutes would run past your hours that day: ${list}.`
      : `Outside your hours that day: ${list}.`
  }
  const alternates = rules.windows.some((window) => window.dayOfWeek === dayOfWeek(date))
  return alternates ? `You teach every other ${day}, and not this one.` : `You don’t teach on ${day}s.`
}

const hoursOf = (hours: number) =>
  hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : hours === 1 ? '1 hour' : `${hours} hours`

const nameOf = ({ title, student }: Known['lessons'][number]) =>
  student === null ? title : `${title} with ${student}`

const rangeOf = ({ start, durationMinutes, zone }: Known['lessons'][number]) =>
  formatTimeRange(start, durationMinutes, zone)

/** `“Dentist” in Family calendar, 10:00 – 11:00 AM EST`; all-day and longer entries with their dates. */
function entryWords({ start, end, title, calendar }: Known['elsewhere'][number], zone: string): string {
  const [first, last] = [dateIn(start, zone), dateIn(end - 1, zone)]
  const when =
    first === last && end - start < 23 * 60 * MINUTE
      ? formatTimeRange(start, (end - start) / MINUTE, zone)
      : first === last
        ? formatDate(first)
        : `${formatDate(first)} – ${formatDate(last)}`
  return `${title ? `“${title}”` : 'An entry'} in ${calendar}, ${when}`
}

function windowAt(
  windows: OtherHours['ofOtherPlaces'],
  date: string,
  minute: number,
): CalendarHours | undefined {
  return windows.find(
    (window): window is CalendarHours =>
      'calendarId' in window &&
      window.dayOfWeek === dayOfWeek(date) &&
      (window.weekParity ?? null) !== 1 - weekParity(epochDay(date)) &&
      window.startMinute <= minute &&
      minute < window.endMinute,
  )
}

function calendarAt(
  windows: OtherHours['ofOtherPlaces'],
  known: Known,
  date: string,
  minute: number,
): string {
  const id = windowAt(windows, date, minute)?.calendarId
  return known.calendars.find((calendar) => calendar.id === id)?.name ?? 'your regular hours'
}

function otherPlaceWords(
  windows: OtherHours['ofOtherPlaces'],
  known: Known,
  date: string,
  minute: number,
): string {
  const id = windowAt(windows, date, minute)?.placeId
  if (id === null) return 'Your regular hours do not count at this place.'
  return `You teach at ${known.places.find((place) => place.id === id)?.name ?? 'another place'} then.`
}
