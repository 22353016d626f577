import type { ScheduleRules, Slot } from '#features/availability/availability.ts'

/** Every time zone of the United States whose rules differ, or once differed, from its neighbors'. */
export const usZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'America/Adak',
  'Pacific/Honolulu',
  'America/Indiana/Indianapolis',
  'America/Indiana/Knox',
  'America/Kentucky/Louisville',
  'America/Boise',
  'America/Detroit',
  'America/North_Dakota/Center',
  'America/Puerto_Rico',
] as const

/** An actual minute of a date: its start (milliseconds UTC), and the local time (minutes since 00:00). */
interface WalkedMinute {
  instant: number
  wall: number
  isRepeat: boolean
}

const walks = new Map<string, WalkedMinute[]>()

const QUARTER = 15 * 60_000

/** The local time, in minutes since 00:00. */
function readClock(at: number, zone: string): number {
  const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return clock.hour * 60 + clock.minute
}

/**
 * Iterates over the actual minutes of a date. Reading the local time is slow, so it is read every quarter of an hour. It is read every
 * minute only if the quarter does not advance the local time by fifteen minutes.
 */
export function walkDate(date: string, zone: string): WalkedMinute[] {
  const key = `${zone} ${date}`
  const known = walks.get(key)
  if (known) return known
  const day = Temporal.PlainDate.from(date)
  const end = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  const seen = new Set<number>()
  const minutes: WalkedMinute[] = []
  let next = 0
  for (let at = day.toZonedDateTime(zone).epochMilliseconds; at < end; at += QUARTER) {
    const first = minutes.length === 0 ? readClock(at, zone) : next
    next = readClock(at + QUARTER, zone)
    const isEven = next === (first + 15) % 1440
    for (let passed = 0; passed < 15 && at + passed * 60_000 < end; passed++) {
      const instant = at + passed * 60_000
      const wall = isEven ? (first + passed) % 1440 : readClock(instant, zone)
      minutes.push({ instant, wall, isRepeat: seen.has(wall) })
      seen.add(wall)
    }
  }
  if (walks.size > 3_000) walks.clear()
  walks.set(key, minutes)
  return minutes
}

/**
 * The open times of one date, found by checking every minute of every possible lesson. Deliberately slow and simple: it shares no ideas
 * with the engine except for the wording of the rules.
 */
export function slotsByWalking(
  rules: ScheduleRules,
  request: { date: string; durationMinutes: number; now: number },
): Slot[] {
  const { date, durationMinutes, now } = request
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(rules.zone).toPlainDate()
  if (today.until(date, { largestUnit: 'days' }).days > rules.windowDays) return []
  const { windowStartOf, isBlocked } = paintDate(rules, date)
  const buffer = rules.bufferMinutes * 60_000
  const minutes = walkDate(date, rules.zone)
  const busy = rules.busy.filter((lesson) => {
    const [first, last] = [minutes[0]?.instant ?? 0, minutes.at(-1)?.instant ?? 0]
    const margin = Math.max(buffer, (lesson.driveMinutes ?? 0) * 60_000)
    return lesson.end + margin > first && lesson.start - margin < last + 60_000
  })

  const elsewhere = (rules.elsewhere ?? []).filter(({ start, end }) => {
    const [first, last] = [minutes[0]?.instant ?? 0, minutes.at(-1)?.instant ?? 0]
    return end + buffer > first && start - buffer < last + 60_000
  })

  const isFree = minutes.map(({ instant, wall }) => {
    if (windowStartOf[wall] === undefined) return false
    if (isBlocked[wall]) return false
    if (busy.some((lesson) => instant < lesson.end + buffer && instant + 60_000 > lesson.start - buffer))
      return false
    // Events of external calendars also require the buffer, but have no place and so no drive.
    if (elsewhere.some(({ start, end }) => instant < end + buffer && instant + 60_000 > start - buffer))
      return false
    // The coach cannot teach while driving to and from a lesson.
    return !busy.some(({ start, end, driveMinutes = 0 }) => {
      const [leaves, isBack] = [start - driveMinutes * 60_000, end + driveMinutes * 60_000]
      return instant + 60_000 > leaves && instant < isBack
    })
  })
  const qualifies = (at: number) => {
    const first = minutes[at]
    const anchor = first && windowStartOf[first.wall]
    if (!first || anchor === undefined || first.isRepeat) return false
    if ((first.wall - anchor) % rules.stepMinutes !== 0) return false
    if (first.instant < now + rules.noticeHours * 3_600_000) return false
    for (let i = at; i < at + durationMinutes; i++) {
      const minute = minutes[i]
      if (!minute || !isFree[i] || windowStartOf[minute.wall] !== anchor) return false
    }
    return true
  }
  return minutes.flatMap(({ instant }, at) =>
    qualifies(at) ? [{ start: instant, end: instant + durationMinutes * 60_000 }] : [],
  )
}

/**
 * For each minute of local time: the start of its availability window (adjacent windows are merged), and whether it is blocked. Applies the
 * weekly hours first, then blocks and openings in chronological order.
 */
function paintDate(rules: ScheduleRules, date: string) {
  const day = Temporal.PlainDate.from(date)
  const mondays = Temporal.PlainDate.from('1970-01-05').until(day.subtract({ days: day.dayOfWeek - 1 }), {
    largestUnit: 'weeks',
  }).weeks
  const windows = rules.windows.filter(
    ({ dayOfWeek, weekParity }) =>
      dayOfWeek === day.dayOfWeek % 7 && (weekParity ?? null) !== (mondays % 2 === 0 ? 1 : 0),
  )
  const isOpen: boolean[] = []
  const isBlocked: boolean[] = []
  const paint = (wall: boolean[], from: number, to: number, value: boolean) => {
    for (let minute = from; minute < Math.min(1440, to); minute++) wall[minute] = value
  }
  for (const { startMinute, endMinute } of windows) paint(isOpen, startMinute, endMinute, true)
  const openings = (rules.openings ?? []).filter((opening) => opening.date === date)
  const blocks = rules.blocks.filter((block) => block.date === date)
  const acts = [
    ...blocks.map((block) => ({
      closes: true,
      act: block.act ?? 0,
      from: block.startMinute ?? 0,
      to: block.endMinute ?? 1440,
    })),
    ...openings.map(({ act, startMinute, endMinute }) => ({
      closes: false,
      act,
      from: startMinute,
      to: endMinute,
    })),
  ].sort((a, b) => a.act - b.act || Number(a.closes) - Number(b.closes))
  for (const { closes, act, from, to } of acts) {
    paint(isBlocked, from, to, closes)
    // If a block is partly reopened later, it is removed from the hours themselves.
    const isReopened = acts.some(
      (later) => !later.closes && later.act > act && later.from < to && from < later.to,
    )
    if (!closes) paint(isOpen, from, to, true)
    else if (isReopened) paint(isOpen, from, to, false)
  }
  const windowStartOf: (number | undefined)[] = []
  for (let wall = 0; wall < 1440; wall++)
    windowStartOf.push(isOpen[wall] ? (windowStartOf[wall - 1] ?? wall) : undefined)
  return { windowStartOf, isBlocked }
}

/** The dates on which a zone's clocks change, in order. */
export function clockChanges(zone: string, fromYear: number, toYear: number): string[] {
  const dates: string[] = []
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`${fromYear}-01-01T00:00[${zone}]`)
  while (at) {
    at = at.getTimeZoneTransition('next')
    if (!at || at.year > toYear) break
    dates.push(at.toPlainDate().toString())
  }
  return dates
}

/**
 * A coach's lessons as busy times for one of her places. Each pair of places is looked up in both orders.
 * @param drives minutes between two places, each pair at most once; a missing pair needs no drive
 */
export function busyFrom(
  place: string,
  lessons: readonly { start: number; end: number; placeId: string | null }[],
  drives: readonly { placeA: string; placeB: string; minutes: number }[],
): ScheduleRules['busy'] {
  return lessons.map(({ start, end, placeId: at }) => {
    const way = drives.find(
      ({ placeA, placeB }) => (placeA === place && placeB === at) || (placeB === place && placeA === at),
    )
    return { start, end, driveMinutes: at === place ? 0 : (way?.minutes ?? 0) }
  })
}
