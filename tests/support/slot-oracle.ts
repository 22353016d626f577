import type { ScheduleRules, Slot } from '#features/availability/availability.ts'

/** Every zone of the United States whose rules differ, or once differed, from its neighbours'. */
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

/** One real minute of a date: when it begins (milliseconds UTC), and what the wall clock shows (minutes since 00:00). */
interface WalkedMinute {
  instant: number
  wall: number
  isRepeat: boolean
}

const walks = new Map<string, WalkedMinute[]>()

const QUARTER = 15 * 60_000

/** What the wall clock shows, in minutes since 00:00. */
function readClock(at: number, zone: string): number {
  const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
  return clock.hour * 60 + clock.minute
}

/**
 * Walks a date from its first minute to its last, one real minute at a time. The wall clock is read each quarter of an hour, which is slow,
 * and at every minute of a quarter after which it does not show fifteen minutes more.
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
 * The open times of one date, found by looking at every minute of every possible lesson. Slow and plain on purpose:
 * it shares no idea with the engine but the words of the rules.
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
    // What stands in another calendar keeps its break, too, and has no place to drive from.
    if (elsewhere.some(({ start, end }) => instant < end + buffer && instant + 60_000 > start - buffer))
      return false
    // Nobody is in a car and on the range: the minutes of the way there and back are gone as well.
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
 * For each minute of the wall clock the start of the availability it lies in, windows that touch being one, and whether it is
 * blocked: the week first, then what was blocked and opened in the order in which it was done.
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
    // What is opened up again afterwards is taken out of the hours themselves.
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

/** The dates on which a zone's clocks are changed, in order. */
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
 * A coach's lessons as they stand in the way at one of her places: each pair of places is looked up by hand, in both orders.
 * @param drives minutes between two places, each pair once at most; a pair that is missing needs no drive
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
