import type pg from 'pg'
import type { ScheduleRules } from '#features/availability/availability.ts'
import type { BlockedTime } from '#features/availability/dated-hours.ts'
import { DAY } from '#platform/duration.ts'
import { addCoach } from '#tests/support/people.ts'
import { slotsByWalking } from '#tests/support/slot-oracle.ts'

/** Minutes since 00:00; the last ends at midnight. */
const windows = [
  [540, 1020],
  [420, 720],
  [840, 1440],
] as const
const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Phoenix',
  'America/Los_Angeles',
  'Pacific/Honolulu',
]

/** A coach of a drill, and what she does to her calendar. */
export interface CalendarCoach {
  id: string
  noticeHours: number
  rules: ScheduleRules
  /** What is blocked now. */
  blocks(): Promise<(BlockedTime & { id: string })[]>
  /** A half hour on the wall clock of one of the next days, taught or not. @param now milliseconds since 1970, UTC */
  someTime(random: () => number, now: number): number
  block(random: () => number, now: number, part: boolean): Promise<void>
  /** Takes one of the blocks away again. */
  reopen(random: () => number): Promise<void>
}

/** Coaches in five zones with different hours, notices and buffers. */
export async function openCalendars(
  pool: pg.Pool,
  count: number,
  random: () => number,
): Promise<CalendarCoach[]> {
  const coaches: CalendarCoach[] = []
  for (let at = 0; at < count; at++) {
    const zone = zones[at % zones.length] ?? 'America/New_York'
    const [from, to] = windows[at % windows.length] ?? [540, 1020]
    const noticeHours = at % 3 === 0 ? 24 : 2
    const bufferMinutes = [0, 15, 30][Math.floor(random() * 3)] ?? 0
    const days = [0, 1, 2, 3, 4, 5, 6].filter((day) => day !== at % 7)
    const { id } = await addCoach(pool, {
      zone,
      noticeHours,
      bufferMinutes,
      hours: days.map((day) => [day, clock(from), clock(to)]),
    })
    await pool.query(`update instructor_profiles set lesson_durations = '{60,90,120}' where user_id = $1`, [
      id,
    ])
    const rules: ScheduleRules = {
      zone,
      windows: days.map((dayOfWeek) => ({ dayOfWeek, startMinute: from, endMinute: to })),
      blocks: [],
      busy: [],
      noticeHours,
      windowDays: 30,
      stepMinutes: 30,
      bufferMinutes,
    }
    coaches.push(calendarOf(pool, id, rules))
  }
  return coaches
}

function calendarOf(pool: pg.Pool, id: string, rules: ScheduleRules): CalendarCoach {
  const dateAfter = (now: number, days: number) =>
    Temporal.Instant.fromEpochMilliseconds(now + days * DAY)
      .toZonedDateTimeISO(rules.zone)
      .toPlainDate()
  return {
    id,
    noticeHours: rules.noticeHours,
    rules,
    async blocks() {
      const { rows } = await pool.query<BlockedTime & { id: string }>(
        `select id, blocked_date::text as date, (extract(epoch from start_time) / 60)::integer as "startMinute",
           (extract(epoch from end_time) / 60)::integer as "endMinute"
         from instructor_blocked_dates where instructor_id = $1`,
        [id],
      )
      return rows
    },
    someTime(random, now) {
      const date = dateAfter(now, Math.floor(random() * 9))
      const minute = 420 + Math.floor(random() * 33) * 30
      const time = { hour: Math.floor(minute / 60), minute: minute % 60 }
      return date.toZonedDateTime({ timeZone: rules.zone, plainTime: time }).epochMilliseconds
    },
    async block(random, now, part) {
      const from = 8 + Math.floor(random() * 12)
      await pool.query(
        'insert into instructor_blocked_dates (instructor_id, blocked_date, start_time, end_time) values ($1, $2, $3, $4)',
        [
          id,
          dateAfter(now, 1 + Math.floor(random() * 9)).toString(),
          part ? clock(from * 60) : null,
          part ? clock((from + 3) * 60) : null,
        ],
      )
    },
    async reopen(random) {
      await pool.query(
        `delete from instructor_blocked_dates where id = (select id from instructor_blocked_dates where instructor_id = $1
           order by id offset $2 limit 1)`,
        [id, Math.floor(random() * 3)],
      )
    },
  }
}

/** Whether the second engine offers a time, other lessons left aside. @param now milliseconds since 1970, UTC */
export function isOffered(
  wish: { coach: CalendarCoach; start: number; durationMinutes: number; noticeHours: number },
  blocks: readonly BlockedTime[],
  now: number,
): boolean {
  const { coach, start, durationMinutes, noticeHours } = wish
  const date = Temporal.Instant.fromEpochMilliseconds(start)
    .toZonedDateTimeISO(coach.rules.zone)
    .toPlainDate()
    .toString()
  const rules = { ...coach.rules, blocks, noticeHours }
  return slotsByWalking(rules, { date, durationMinutes, now }).some((slot) => slot.start === start)
}

/** Lessons of a coach that overlap, or follow within the buffer of the first, by SQL over all that count. */
export async function findClashes(pool: pg.Pool): Promise<{ overlaps: number; tooClose: number }> {
  const { rows } = await pool.query<{ overlaps: number; close: number }>(`
    select (count(*) filter (where lesson_date < ended))::int as overlaps,
      (count(*) filter (where lesson_date < ended + make_interval(mins => buffer)))::int as close
    from (select lesson_date, lag(lesson_end) over coach as ended, lag(buffer_minutes) over coach as buffer from bookings
      where status in ('pending', 'confirmed', 'completed') window coach as (partition by instructor_id order by lesson_date)) l`)
  return { overlaps: rows[0]?.overlaps ?? 0, tooClose: rows[0]?.close ?? 0 }
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
