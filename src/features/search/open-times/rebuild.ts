import { sql } from 'drizzle-orm'
import type { Schedule } from '#features/availability/schedule-types.ts'
import { listPlaceSchedules } from '#features/bookings/coach-schedule.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { addDays, dateOfEpochDay } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { BUILT_DAYS, computeStarts } from './ring.ts'

/**
 * Keeps `open_starts` as the slot engine computes it: after changes, which triggers note in `open_start_changes`,
 * and every night for another day. Processes take turns, so that an older state never replaces a newer one.
 */

/** An arbitrary number, the same for every process. */
const TURN = 402_700_139

/** Changes per transaction: a change that arrives meanwhile waits for one transaction. */
const CHANGES_AT_ONCE = 200
const COACHES_AT_ONCE = 100

/** How long a run of the job computes another day; the remaining coaches wait for the next run. */
const NIGHTLY_MS = 40_000

/** When another day is computed, in UTC: at night in America. */
const NIGHT = 8 * HOUR

/** Computes the open starts of all coaches with noted changes. @returns the number of coaches */
export async function rebuildChanged({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  let coaches = 0
  for (;;) {
    const found = await db.transaction((tx) => rebuildSomeChanged(tx, clock.now()))
    if (found === null) return coaches
    coaches += found
  }
}

/**
 * Computes the coaches of the oldest noted changes, in the caller's transaction.
 * @returns the number of coaches; null when no change is noted
 */
export async function rebuildSomeChanged(tx: Queryable, now: number): Promise<number | null> {
  // Raw: most calls come after another process has done the work, and take no turn.
  const { rows: waiting } = await tx.execute(sql`select from open_start_changes limit 1`)
  if (waiting.length === 0) return null
  await takeTurn(tx)
  const { rows } = await tx.execute<{ id: string }>(sql`
    with taken as (
      delete from open_start_changes
      where id in (select id from open_start_changes order by id limit ${CHANGES_AT_ONCE})
      returning instructor_id
    ) select distinct instructor_id as id from taken`)
  await rebuildCoaches(
    tx,
    rows.map(({ id }) => id),
    now,
  )
  return rows.length
}

/**
 * Computes the coaches whose open starts begin before today, because every night another day can be searched.
 * @param forMs the remaining coaches wait for the next run after this time
 * @returns the number of coaches
 */
export async function rebuildOutdated(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  forMs = NIGHTLY_MS,
): Promise<number> {
  const until = performance.now() + forMs
  const today = Math.floor((clock.now() - NIGHT) / DAY)
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct instructor_id as id from open_starts where built_day < ${today}`,
  )
  let done = 0
  for (; done < rows.length && performance.now() < until; done += COACHES_AT_ONCE) {
    const ids = rows.slice(done, done + COACHES_AT_ONCE).map(({ id }) => id)
    await db.transaction((tx) => rebuildCoaches(tx, ids, clock.now()))
  }
  return Math.min(done, rows.length)
}

/** Computes changed coaches as soon as their changes are announced. The job computes missed ones. */
export function rebuildWhenAnnounced(services: Pick<Services, 'db' | 'clock' | 'realtime' | 'log'>): void {
  let isRunning = false
  let isWanted = false
  const run = async () => {
    isWanted = true
    if (isRunning) return
    isRunning = true
    try {
      while (isWanted) {
        isWanted = false
        await rebuildChanged(services)
      }
    } catch (error) {
      services.log.warn({ err: error }, 'open times for the search could not be computed; the job repeats it')
    }
    isRunning = false
  }
  services.realtime.subscribe('coach-slots:', () => void run())
}

/**
 * Replaces the rows of coaches, in the caller's transaction, when no other process does so. Coaches who cannot be
 * booked at once have no rows.
 * @param now milliseconds UTC
 */
export async function rebuildCoaches(tx: Queryable, coachIds: readonly string[], now: number): Promise<void> {
  if (coachIds.length === 0) return
  await takeTurn(tx)
  const to = addDays(dateOfEpochDay(Math.floor(now / DAY)), BUILT_DAYS + 1)
  const rows = (await listPlaceSchedules(tx, coachIds, { now, to })).flatMap((one) => toRow(one, now) ?? [])
  // Raw: one statement deletes, inserts and updates, and leaves unchanged rows alone.
  await tx.execute(sql`
    with built as (
      select b.*, l.lat, l.lng, l.ux, l.uy, l.uz
      from json_to_recordset(${JSON.stringify(rows)}::json) as b (instructor_id uuid, place_id uuid, built_day integer,
        zone text, notice_hours integer, window_days integer, starts text)
      left join instructor_teaching_locations l on l.id = b.place_id
      where b.place_id is null or l.id is not null
    ), gone as (
      delete from open_starts s
      where s.instructor_id = any(${sql.param(coachIds)}::uuid[])
        and not exists (select from built b where b.instructor_id = s.instructor_id and b.place_id is not distinct from s.place_id)
    )
    insert into open_starts as s (instructor_id, place_id, ${columnsOf()})
    select instructor_id, place_id, built_day, zone, notice_hours, window_days, lat, lng, ux, uy, uz, starts::bit(3456) from built
    on conflict (instructor_id, place_id) do update set (${columnsOf()}) = (${columnsOf('excluded')})
    where (${columnsOf('s')}) is distinct from (${columnsOf('excluded')})`)
}

/** The columns that a rebuild compares and replaces. */
const columnsOf = (alias?: string) =>
  sql.raw(
    ['built_day', 'zone', 'notice_hours', 'window_days', 'lat', 'lng', 'ux', 'uy', 'uz', 'starts']
      .map((name) => (alias ? `${alias}.${name}` : name))
      .join(', '),
  )

const takeTurn = (tx: Queryable) => tx.execute(sql`select pg_advisory_xact_lock(${TURN})`)

/** The starts are for the coach's shortest lesson: a longer one starts at some of the same times. */
function toRow(schedule: Schedule, now: number) {
  const { instructorId, location, rules, durations, instantBookEnabled, mayTeach } = schedule
  const [shortest] = durations
  if (!instantBookEnabled || !mayTeach || !shortest) return null
  const { builtDay, starts } = computeStarts(rules, shortest, now)
  return {
    instructor_id: instructorId,
    place_id: location.id,
    built_day: builtDay,
    zone: rules.zone,
    notice_hours: rules.noticeHours,
    window_days: rules.windowDays,
    starts,
  }
}
