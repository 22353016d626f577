import { dayShownAt, listSlots, type Slot } from '#features/availability/availability.ts'
import type { Schedule } from '#features/availability/schedule-types.ts'
import { listPlaceSchedules } from '#features/bookings/coach-schedule.ts'
import type { Database } from '#platform/db.ts'
import { DAY, MINUTE } from '#platform/duration.ts'
import { dateOfEpochDay, minuteIn, toIso } from '#platform/time.ts'
import { filterValues, timeValues } from '../queries.ts'
import type { CardTimes, CardTimesInput, OpenDay, SearchInput } from '../schema.ts'
import { type DayPart, dayParts } from '../search.ts'
import { anyOpeningStatement, placesWithinReach } from '../statement.ts'
import { asksFor, isInParts, partMinutes, REACH_DAYS, readWhen, type When } from '../when.ts'
import { ringIndex } from './ring.ts'

/** Times on a card. */
const MOST_TIMES = 3
/** The length of a lesson unless the coach does not offer it, in minutes. */
const USUAL_MINUTES = 60
const WEEK = 7

interface Opening {
  start: number
  schedule: Schedule
}

/**
 * Up to three open times of each coach of a page of results, computed by the slot engine now: of the days and the
 * part of the day that were asked for, at places within the search radius. Coaches that cannot be taught by are
 * omitted; those without such a time have none.
 * @param now milliseconds UTC
 */
export async function listCardTimes(
  db: Database,
  { instructorIds, zip, when: asked }: CardTimesInput,
  now: number,
): Promise<Record<string, CardTimes>> {
  const when = readWhen(asked)
  const [schedules, reachable] = await Promise.all([
    listPlaceSchedules(db, instructorIds, { now }),
    zip ? listPlacesWithinReach(db, zip, instructorIds) : null,
  ])
  const found: Record<string, CardTimes> = {}
  for (const [id, all] of Object.entries(Object.groupBy(schedules, (one) => one.instructorId))) {
    const [primary] = all ?? []
    if (!primary?.mayTeach) continue
    const within = all?.filter(({ location }) => !reachable || !location.id || reachable.has(location.id))
    const lengths = primary.durations.includes(USUAL_MINUTES)
      ? [USUAL_MINUTES, ...primary.durations]
      : primary.durations
    // A time that is too short for the usual lesson is offered when nothing else was found.
    for (const durationMinutes of new Set(lengths)) {
      const times = firstOpenings(within ?? [], when, durationMinutes, now)
      found[id] = {
        durationMinutes,
        times: times.map(({ start, schedule: { rules, location } }) => ({
          start: toIso(start),
          zone: rules.zone,
          placeId: location.id,
          placeName: location.id === primary.location.id ? null : location.name,
        })),
      }
      if (times.length > 0) break
    }
  }
  return found
}

/** The first openings at any of the places. A week is computed at a time, because most coaches have an early opening. */
function firstOpenings(
  schedules: readonly Schedule[],
  when: When,
  durationMinutes: number,
  now: number,
): Opening[] {
  const first = schedules.flatMap((schedule) => {
    const { rules } = schedule
    const found: Opening[] = []
    const isAny = when.days.length + when.parts.length === 0
    const last = isAny ? rules.windowDays : Math.min(rules.windowDays, REACH_DAYS)
    for (let days = 0; days <= last && apart(found, durationMinutes).length < MOST_TIMES; days += WEEK)
      found.push(...openingsOfWeek(schedule, when, { after: days, durationMinutes, now }))
    return found
  })
  const openings = first.sort(byStart)
  const chosen = apart(openings, durationMinutes)
  const others = openings.filter(({ start }) => !chosen.some((one) => one.start === start))
  return [...chosen, ...others.slice(0, MOST_TIMES - chosen.length)].sort(byStart)
}

const byStart = (a: Opening, b: Opening) => a.start - b.start

/** The first three that do not overlap each other. @param openings ascending */
function apart(openings: readonly Opening[], durationMinutes: number): Opening[] {
  const chosen: Opening[] = []
  for (const opening of openings) {
    const last = chosen.at(-1)
    if (!last || opening.start >= last.start + durationMinutes * MINUTE) chosen.push(opening)
    if (chosen.length === MOST_TIMES) break
  }
  return chosen
}

/** @param asked.after days after today */
function openingsOfWeek(
  schedule: Schedule,
  when: When,
  { after, durationMinutes, now }: { after: number; durationMinutes: number; now: number },
): Opening[] {
  const { rules } = schedule
  const today = dayShownAt(now, rules.zone)
  const isAsked = asksFor(when, today)
  const from = today + after
  const days = listSlots(rules, {
    from: dateOfEpochDay(from),
    to: dateOfEpochDay(from + WEEK - 1),
    durationMinutes,
    now,
  })
  return days.flatMap(({ slots }, at) => (isAsked(from + at) ? fitting(slots) : []))

  function fitting(slots: readonly Slot[]): Opening[] {
    return slots.flatMap(({ start }) =>
      isInParts(when, minuteIn(start, rules.zone)) ? [{ start, schedule }] : [],
    )
  }
}

async function listPlacesWithinReach(db: Database, zip: string, coachIds: readonly string[]) {
  const found = await db.$client.query<{ place_id: string }>({
    ...placesWithinReach,
    values: [zip, coachIds],
  })
  return new Set(found.rows.map((row) => row.place_id))
}

/**
 * The dates, with the parts of the day, in which at least one coach is open who matches the other filters of a
 * search.
 * @param now milliseconds UTC
 */
export async function listOpenDays(db: Database, input: SearchInput, now: number): Promise<OpenDay[]> {
  const found = await db.$client.query<{ open: string | null }>({
    ...anyOpeningStatement(input.zip !== undefined),
    values: [...filterValues(input, false), ...timeValues({ days: [], parts: [] }, now)],
  })
  const open = found.rows[0]?.open
  if (!open) return []
  const today = Math.floor(now / DAY) - 1
  return Array.from({ length: REACH_DAYS + 3 }, (_, at) => today + at).flatMap((day) => {
    const parts = dayParts.filter((part) => hasStart(open, day, part))
    return parts.length > 0 ? [{ date: dateOfEpochDay(day), parts }] : []
  })
}

function hasStart(open: string, day: number, part: DayPart): boolean {
  const { from, to } = partMinutes[part]
  return open.slice(ringIndex(day, from), ringIndex(day, to - 1) + 1).includes('1')
}
