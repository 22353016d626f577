import { beforeAll, expect, test } from 'vitest'
import { recordMarketDay } from '#features/analytics/market/commands.ts'
import { daysOfMonth } from '#features/analytics/market/months.ts'
import { listSlots } from '#features/availability/availability.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { rebuildChanged } from '#features/search/open-times/rebuild.ts'
import { DAY, MINUTE } from '#platform/duration.ts'
import { addCoach } from '../support/people.ts'
import { testProduct } from '../support/product.ts'

/** What coaches offer is recorded every day, as the slot engine and the booked lessons say. */
const product = testProduct()
const pool = () => product.services.db.$client
/** The date of the job's run, at 10:05 UTC: before coaches begin to teach. */
let day = ''
let coaches: { id: string; locationId: string }[]
let studentId: string

const record = async () => {
  await rebuildChanged(product.services)
  await recordMarketDay(product.services.db, product.services.clock.now())
  return await recorded()
}
const recorded = async (date = day) =>
  await product.query(
    `select area, listed, open, offered_minutes as offered, booked_minutes as booked from market_days where day = $1 order by area`,
    [date],
  )

async function addLesson(
  coach: { id: string; locationId: string },
  time: string,
  heldUntil: string | null = null,
) {
  await product.query(
    `insert into bookings (instructor_id, student_id, teaching_location_id, lesson_date, duration_minutes, price_amount, status, time_zone,
       location_name, lesson_title, hold_expires_at)
     values ($1, $2, $3, $4, 60, 90, $5, 'America/New_York', 'Range', 'Lesson', $6)`,
    [
      coach.id,
      studentId,
      coach.locationId,
      `${day}T${time}Z`,
      heldUntil ? 'pending' : 'confirmed',
      heldUntil,
    ],
  )
}

/** Minutes of the day in which a coach can be booked, minute by minute from the slot engine's starts at each place. */
async function openMinutes(coachId: string): Promise<number> {
  const minutes = new Set<number>()
  const now = product.services.clock.now()
  for (const { id } of await product.query(
    'select id from instructor_teaching_locations where instructor_id = $1',
    [coachId],
  )) {
    const schedule = await findSchedule(product.services.db, coachId, { now, locationId: id })
    if (!schedule) continue
    const durationMinutes = schedule.durations[0] ?? 0
    for (const { slots } of listSlots(
      { ...schedule.rules, noticeHours: 0 },
      { from: day, to: day, durationMinutes, now },
    ))
      for (const { start } of slots)
        for (let minute = 0; minute < durationMinutes; minute++) minutes.add(start / MINUTE + minute)
  }
  return minutes.size
}

beforeAll(async () => {
  const tenUtc = Math.ceil(product.services.clock.now() / DAY) * DAY + 605 * MINUTE
  product.clock.advance(tenUtc - product.services.clock.now())
  day = new Date(tenUtc).toISOString().slice(0, 10)
  studentId = (await product.student()).userId
  const everyDay = (from: string, to: string) =>
    [0, 1, 2, 3, 4, 5, 6].map((weekday): [number, string, string] => [weekday, from, to])
  const add = (name: string, options: Parameters<typeof addCoach>[1] = {}) =>
    addCoach(pool(), { name, ...options })
  coaches = [
    await add('Maya Bennett', { noticeHours: 0, bufferMinutes: 15 }),
    await add('Two Places', { hours: everyDay('08:00', '12:15') }),
    await add('Asks First', { instantBookEnabled: false }),
    await add('Next Week', { noticeHours: 168 }),
    await add('Hidden', { isVisible: false }),
    await add('Pat Island', { zone: 'Pacific/Honolulu', hours: everyDay('13:00', '23:00') }),
  ]
  const zips = ['28202', '28205', '28277', '28210', '28210', '96815']
  for (const [at, { id, locationId }] of coaches.entries()) {
    await product.query('update instructor_teaching_locations set zip = $2 where id = $1', [
      locationId,
      zips[at],
    ])
    await product.query(
      'update instructor_profiles set lesson_durations = $2, slot_step_minutes = 30 where user_id = $1',
      [id, at === 1 ? [45, 90] : [60]],
    )
  }
  await product.query(
    `insert into instructor_teaching_locations (instructor_id, location_name, city, state, lat, lng, time_zone)
     values ($1, 'Second Range', 'Concord', 'NC', 35.4, -80.6, 'America/New_York')`,
    [coaches[1]?.id],
  )
})

const coach = (at: number) => coaches[at] as { id: string; locationId: string }

test('a day is recorded by area: listed coaches, openings, and the time that is offered and booked', async () => {
  await addLesson(coach(0), '15:00:00')
  await addLesson(coach(0), '18:00:00', `${day}T23:00:00Z`)
  await addLesson(coach(2), '15:00:00')
  const rows = await record()
  const open = await Promise.all([0, 1, 3].map((at) => openMinutes(coach(at).id)))
  expect(open[1]).toBeGreaterThan(200)
  expect(rows).toEqual([
    // Four coaches are listed. One of them is not booked at once, and one not within 72 hours.
    { area: '282', listed: 4, open: 2, offered: open.reduce((sum, one) => sum + one, 60), booked: 60 },
    { area: '968', listed: 1, open: 1, offered: await openMinutes(coach(5).id), booked: 0 },
  ])
})

test('it is recorded once, and the next day says how much was booked in the end', async () => {
  const [before] = await recorded()
  await addLesson(coach(1), '14:00:00')
  await addLesson(coach(5), '23:30:00')
  expect((await record())[0]).toEqual(before)
  product.clock.advance(DAY)
  await record()
  const [charlotte, hawaii] = await recorded()
  expect(charlotte).toEqual({ ...before, booked: 120 })
  expect(hawaii).toMatchObject({ listed: 1, booked: 60 })
  const next = new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)
  expect(await recorded(next)).toMatchObject([
    { area: '282', booked: 0 },
    { area: '968', booked: 0 },
  ])
})

test('a month shows the average of its days, and opens them', async () => {
  const admin = await product.admin()
  const month = day.slice(0, 7)
  const days = await product.query(
    `select * from market_days where area = '282' and to_char(day, 'YYYY-MM') = $1`,
    [month],
  )
  const sum = (name: string) => days.reduce((total, row) => total + row[name], 0)
  const figures = {
    openCoaches: sum('open') / days.length,
    fillRate: sum('booked_minutes') / sum('offered_minutes'),
  }
  const [of] = (await admin.get(`/api/admin/analytics/market?month=${month}`)).json.rows
  expect(of).toMatchObject({ key: '282', ...figures })
  const { rows } = (await admin.get('/api/admin/analytics/market?area=282')).json
  expect(rows.find(({ key }: { key: string }) => key === month)).toMatchObject(figures)
  const { from, to } = daysOfMonth(month)
  const list = (await admin.get(`/api/admin/lists/market-days?filters[area]=282&filters[at]=${from}..${to}`))
    .json
  expect(list.count).toBe(days.length)
})

test('the list of days is filtered by parts of hours', async () => {
  const admin = await product.admin()
  await product.query(
    `insert into market_days (day, area, listed, open, offered_minutes, booked_minutes)
     values ('2020-01-01', '282', 1, 1, 135, 45), ('2020-01-02', '282', 1, 1, 150, 30), ('2020-01-03', '282', 1, 1, 180, 60)`,
  )
  const daysWith = async (filter: string) => {
    const { rows } = (
      await admin.get(`/api/admin/lists/market-days?filters[at]=2020-01-01..2020-01-03&${filter}`)
    ).json
    return rows.map(({ cells }: { cells: { offered: number } }) => cells.offered).toSorted()
  }
  expect(await daysWith('filters[offered]=2.5..')).toEqual([2.5, 3])
  expect(await daysWith('filters[offered]=..2.25')).toEqual([2.25])
  expect(await daysWith('filters[booked]=..0.5')).toEqual([2.5])
  expect(await daysWith('filters[offered]=3..3')).toEqual([3])
})
