/**
 * Compares the search by open time with an independent walk over every minute: every coach, place, day and part of the day
 * of two weeks, now and around both clock changes, with lessons, clinics, blocked dates, extra hours, other calendars and
 * drives. Then schedules change while the worker is killed again and again. Prints coaches that were invented or missing;
 * leaves with 1 if there are any.
 *
 *   npm run drill -- open-times-oracle [--coaches=10000] [--days=14] [--seconds=60] [--seed=1]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { listPlaceSchedules } from '#features/bookings/coach-schedule.ts'
import { rebuildChanged, rebuildOutdated } from '#features/search/open-times/rebuild.ts'
import { filterValues, timeValues } from '#features/search/queries.ts'
import { searchSchema } from '#features/search/schema.ts'
import { dayParts } from '#features/search/search.ts'
import { searchStatement } from '#features/search/statement.ts'
import { partMinutes } from '#features/search/when.ts'
import { DAY, HOUR, MINUTE } from '#platform/duration.ts'
import { addDays, dateIn, offsetMinutes } from '#platform/time.ts'
import { clockChanges, slotsByWalking } from '#tests/support/slot-oracle.ts'
import { makeMarketplace } from './support/load-database.ts'
import { openDrillCluster, openMemoryProduct } from './support/memory-product.ts'
import { seededRandom } from './support/random.ts'
import { loadSecret, projectRoot } from './support/server.ts'

const { values: options } = parseArgs({
  options: {
    coaches: { type: 'string', default: '10000' },
    days: { type: 'string', default: '14' },
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
const days = Number(options.days)
const random = seededRandom(options.seed)
const upTo = (most: number) => Math.floor(random() * (most + 1))
/** The zone whose days are asked for. */
const zone = 'America/New_York'
const counts = { compared: 0, found: 0, invented: 0, missing: 0 }

const cluster = await openDrillCluster()
const url = await cluster.fresh('open_times_oracle')
await makeMarketplace(url, Number(options.coaches))
const { clock, services, pool, close } = await openMemoryProduct(url, Date.now())
const { rows: places } = await pool.query<{ coach: string; place: string }>(
  'select instructor_id as coach, id as place from instructor_teaching_locations order by id',
)
const coaches = [...new Set(places.map(({ coach }) => coach))].sort()
const { rows: students } = await pool.query<{ id: string }>(
  `select id from profiles where user_type = 'student' order by id limit 500`,
)

await changesWhileTheWorkerIsKilled()
await compareAll('now')
const year = new Date(clock.now()).getUTCFullYear()
for (const change of clockChanges(zone, year, year + 1)
  .filter((date) => date > dateIn(clock.now(), zone))
  .slice(0, 2)) {
  clock.moveTo(Date.parse(`${change}T17:00:00Z`) - 5 * DAY)
  for (let at = 0; at < coaches.length / 2; at++) await changeSomeSchedule()
  await rebuildChanged(services)
  while ((await rebuildOutdated(services)) > 0);
  await compareAll(`five days before ${change}`)
}
console.log(`coaches compared with a day and a part of it: ${counts.compared.toLocaleString('en-US')}`)
console.log(
  `found: ${counts.found.toLocaleString('en-US')}, invented: ${counts.invented}, missing: ${counts.missing}`,
)
await close()
await cluster.stop()
process.exitCode = counts.invented + counts.missing === 0 && counts.found > 0 ? 0 : 1

/** Compares every day and part of the day with the walk. */
async function compareAll(name: string) {
  const began = performance.now()
  const now = clock.now()
  const expected = new Map<string, Set<string>>()
  const open = (date: string, part: string) => {
    const key = `${date}.${part}`
    const set = expected.get(key) ?? new Set<string>()
    expected.set(key, set)
    return set
  }
  const { rows: listed } = await pool.query<{ id: string }>(
    'select user_id as id from instructor_profiles where is_listed',
  )
  const isListed = new Set(listed.map(({ id }) => id))
  for (let at = 0; at < coaches.length; at += 200) {
    const ids = coaches.slice(at, at + 200).filter((id) => isListed.has(id))
    const to = addDays(dateIn(now, 'UTC'), days + 1)
    for (const schedule of await listPlaceSchedules(services.db, ids, { now, to })) {
      const [durationMinutes] = schedule.durations
      if (!schedule.instantBookEnabled || !schedule.mayTeach || !durationMinutes) continue
      const { rules } = schedule
      const today = dateIn(now, rules.zone)
      for (let day = 0; day < days; day++) {
        const date = addDays(today, day)
        for (const { start } of slotsByWalking(rules, { date, durationMinutes, now })) {
          const minute = wallMinuteOf(start, rules.zone)
          for (const part of dayParts)
            if (minute >= partMinutes[part].from && minute < partMinutes[part].to)
              open(date, part).add(schedule.instructorId)
        }
      }
    }
  }
  const input = searchSchema.parse({ when: 'today' })
  const statement = searchStatement('distance', false, 'filtered')
  // The first and last days are left out, which coaches in other zones have not begun or have ended.
  for (let day = 1; day < days - 1; day++)
    for (const part of dayParts) {
      const date = addDays(dateIn(now, zone), day)
      const { rows } = await pool.query<{ coaches: { id: string }[] }>({
        ...statement,
        values: [
          ...filterValues(input, false),
          1_000_000,
          0,
          ...timeValues({ days: [date], parts: [part] }, now),
        ],
      })
      const found = new Set(rows[0]?.coaches.map(({ id }) => id))
      const truth = expected.get(`${date}.${part}`) ?? new Set()
      const invented = [...found].filter((id) => !truth.has(id))
      const missing = [...truth].filter((id) => !found.has(id))
      counts.compared += isListed.size
      counts.found += found.size
      counts.invented += invented.length
      counts.missing += missing.length
      if (invented.length + missing.length > 0)
        console.error(
          'DIFFERENT',
          JSON.stringify({ name, date, part, invented: invented.slice(0, 3), missing: missing.slice(0, 3) }),
        )
    }
  console.log(`${name}: ${Math.round((performance.now() - began) / 1_000)} s, ${JSON.stringify(counts)}`)
}

function wallMinuteOf(instant: number, at: string): number {
  const minutes = Math.floor(instant / MINUTE) + offsetMinutes(instant, at)
  return ((minutes % 1_440) + 1_440) % 1_440
}

/** One change of one coach, as her own acts, bookings and calendars make it. */
async function changeSomeSchedule(): Promise<void> {
  const coach = coaches[upTo(coaches.length - 1)]
  const date = addDays(dateIn(clock.now(), zone), upTo(days))
  const hour = 7 + upTo(12)
  const start = Date.parse(`${date}T00:00:00Z`) + (hour + 5) * HOUR + upTo(3) * 15 * MINUTE
  const act = upTo(7)
  if (act === 0)
    await pool.query('insert into instructor_blocked_dates (instructor_id, blocked_date) values ($1, $2)', [
      coach,
      date,
    ])
  else if (act === 1)
    await pool.query(
      'insert into instructor_openings (instructor_id, opening_date, start_time, end_time) values ($1, $2, $3, $4)',
      [coach, date, `${String(hour).padStart(2, '0')}:00`, `${String(hour + 3).padStart(2, '0')}:30`],
    )
  else if (act === 2)
    await pool.query(
      'update instructor_profiles set min_booking_notice_hours = $2, buffer_minutes = $3 where user_id = $1',
      [coach, upTo(72), upTo(2) * 10],
    )
  else if (act === 3)
    await pool.query(
      `update instructor_availability set end_time = least(end_time, time '21:00') where instructor_id = $1 and day_of_week = $2`,
      [coach, upTo(6)],
    )
  else if (act === 4)
    await pool.query(
      `with calendar as (
         insert into other_calendars (instructor_id, kind, name, address, address_hash, last_tried_at, last_read_at)
         values ($1, 'address', 'Family', '\\x00', decode(md5(random()::text), 'hex'), current_instant(), current_instant())
         returning id
       ) insert into instructor_busy_times (instructor_id, calendar_id, starts_at, ends_at)
       select $1, id, $2::timestamptz, $2::timestamptz + interval '100 minutes' from calendar`,
      [coach, new Date(start + 7 * MINUTE)],
    )
  else
    await pool
      .query(
        `insert into bookings (instructor_id, student_id, lesson_date, duration_minutes, price_amount, status, time_zone, location_name,
           teaching_location_id, lesson_title)
         select l.instructor_id, $2, $3::timestamptz, $4, 90, 'confirmed', l.time_zone, l.location_name, l.id, 'Lesson'
         from instructor_teaching_locations l where l.instructor_id = $1 order by md5(l.id::text || $3::timestamptz::text) limit 1`,
        [coach, students[upTo(students.length - 1)]?.id, new Date(start), [30, 60, 90, 120][upTo(3)]],
      )
      // The time is taken; another change follows.
      .catch((error: { code?: string }) => {
        if (!['23P01', '23505', 'P0001', '23514'].includes(error.code ?? '')) throw error
      })
}

/** Changes schedules while a worker computes open times, and is killed every few seconds; the last one has two seconds. */
async function changesWhileTheWorkerIsKilled() {
  await rebuildChanged(services)
  let worker: ChildProcess | null = null
  const start = async () => {
    worker = spawn(process.execPath, [join(projectRoot, 'tests/load/support/worker.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        DATABASE_URL: url,
        SESSION_SECRET: loadSecret,
        APP_URL: 'http://greenside.test',
        DEMO: '1',
        LOG_LEVEL: 'silent',
        PORT: '4490',
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    for (;;) {
      const isUp = await fetch('http://127.0.0.1:4490').then(
        (answer) => answer.ok,
        () => false,
      )
      if (isUp) return
      await sleep(50)
    }
  }
  const kill = async () => {
    if (!worker) return
    worker.kill('SIGKILL')
    await once(worker, 'exit')
    worker = null
  }
  const until = performance.now() + Number(options.seconds) * 1_000
  let changes = 0
  let kills = 0
  while (performance.now() < until) {
    await start()
    const next = performance.now() + 1_000 + upTo(4_000)
    while (performance.now() < next) {
      clock.moveTo(Date.now())
      await changeSomeSchedule()
      changes++
    }
    await kill()
    kills++
  }
  await start()
  clock.moveTo(Date.now())
  await changeSomeSchedule()
  const began = performance.now()
  const waiting = async () => {
    const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from open_start_changes')
    return rows[0]?.n ?? 0
  }
  const left = await waiting()
  while ((await waiting()) > 0 && performance.now() - began < 60_000) await sleep(20)
  console.log(
    `${changes} changes, ${kills} workers killed; ${left} changes were waiting and were computed ${Math.round(performance.now() - began)} ms after the last one`,
  )
  await kill()
  clock.moveTo(Date.now())
}
