import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#db/seed/demo.ts'
import { testProduct, type Visitor } from '../support/product.ts'

/** The figures about the market are computed again from raw rows in JavaScript, and compared to the lists they open. */
const product = testProduct()
let admin: Visitor

beforeAll(async () => {
  const client = await product.database.pool.connect()
  try {
    await seedDemo(client, { coaches: 60, now: product.clock.now() })
  } finally {
    client.release()
  }
  admin = await product.admin()
})

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
})
const monthOf = (at: Date) => newYork.format(at).slice(0, 7)
const areaOf = (zip: string | null) => (zip && /^(\d{5}|[A-Z]\d[A-Z])/.test(zip) ? zip.slice(0, 3) : 'none')

interface Row {
  key: string
  searches: number
  withoutResult: number
  zipsInVain: number
  grossCents: number
  feeCents: number
  refundsCents: number
  lessons: number
  firstLessons: number
  returned: number
  daysToFirst: number | null
  openCoaches: number | null
  fillRate: number | null
}

const market = async (query = ''): Promise<{ rows: Row[]; coaches: { listed: number; open: number } }> =>
  (await admin.get(`/api/admin/analytics/market${query}`)).json

/** Lessons in the order of booking, with the area of each. */
async function readLessons() {
  const homes = new Map<string, string | null>()
  const places = new Map<string, string | null>()
  for (const place of await product.query(
    'select id, instructor_id, zip, is_primary from instructor_teaching_locations',
  )) {
    places.set(place.id, place.zip)
    if (place.is_primary) homes.set(place.instructor_id, place.zip)
  }
  const zipOf = (place: string | null, coach: string | null) =>
    (place ? places.get(place) : null) ?? (coach ? homes.get(coach) : null) ?? null
  const bookings = await product.query(
    `select b.*, p.created_at as joined_at from bookings b join profiles p on p.id = b.student_id order by b.created_at, b.id`,
  )
  return { zipOf, bookings }
}

/** Sums of the recorded days, in minutes, and the number of days on which any area was recorded. */
async function recomputeDays(keyOf: (month: string, area: string) => string | null) {
  const recorded = new Map<string, Set<string>>()
  const sums = new Map<string, { recorded: number; open: number; booked: number; offered: number }>()
  const days = await product.query(`select to_char(day, 'YYYY-MM-DD') as date, d.* from market_days d`)
  for (const { date } of days) {
    const month = date.slice(0, 7)
    recorded.set(month, (recorded.get(month) ?? new Set()).add(date))
  }
  for (const { date, area, open, booked_minutes, offered_minutes } of days) {
    const month = date.slice(0, 7)
    const key = keyOf(month, area)
    if (key === null) continue
    const before = sums.get(key) ?? {
      recorded: recorded.get(month)?.size ?? 0,
      open: 0,
      booked: 0,
      offered: 0,
    }
    sums.set(key, {
      recorded: before.recorded,
      open: before.open + open,
      booked: before.booked + booked_minutes,
      offered: before.offered + offered_minutes,
    })
  }
  return sums
}

/** The figures of one area or all, by month or by area, from raw rows. */
async function recompute(keyOf: (month: string, area: string) => string | null) {
  const rows = new Map<string, Row & { zips: Set<string>; days: number[] }>()
  const rowOf = (at: Date, area: string) => {
    const key = keyOf(monthOf(at), area)
    return key === null ? null : rowAt(key)
  }
  const rowAt = (key: string) => {
    const row = rows.get(key) ?? {
      key,
      openCoaches: null,
      fillRate: null,
      searches: 0,
      withoutResult: 0,
      zipsInVain: 0,
      grossCents: 0,
      feeCents: 0,
      refundsCents: 0,
      lessons: 0,
      firstLessons: 0,
      returned: 0,
      daysToFirst: null,
      zips: new Set<string>(),
      days: [],
    }
    rows.set(key, row)
    return row
  }
  for (const search of await product.query('select * from search_history where not is_test')) {
    const row = rowOf(search.created_at, areaOf(search.search_query))
    if (!row) continue
    row.searches += 1
    if (search.results_count > 0) continue
    row.withoutResult += 1
    row.zips.add(search.search_query)
  }
  const { zipOf, bookings } = await readLessons()
  const bookingOf = new Map(bookings.map((booking) => [booking.id, booking]))
  const coachOfPayment = new Map(
    (await product.query('select id, instructor_id from payments')).map(({ id, instructor_id }) => [
      id,
      instructor_id,
    ]),
  )
  for (const {
    account,
    amount_cents: cents,
    kind,
    occurred_at,
    booking_id,
    payment_id,
  } of await product.query(
    'select l.*, t.* from ledger_lines l join ledger_transactions t on t.id = l.transaction_id',
  )) {
    const booking = bookingOf.get(booking_id)
    const zip = zipOf(
      booking?.teaching_location_id ?? null,
      booking?.instructor_id ?? coachOfPayment.get(payment_id) ?? null,
    )
    const row = rowOf(occurred_at, areaOf(zip))
    if (!row) continue
    if (account === 'platform_fee') row.feeCents -= cents
    if (kind === 'paid' && (account === 'processor_cash' || account === 'gift_cards')) row.grossCents += cents
    if (['refund_due', 'package_ended'].includes(kind) && ['refunds_due', 'gift_cards'].includes(account))
      row.refundsCents -= cents
  }
  for (const [key, { recorded, open, booked, offered }] of await recomputeDays(keyOf)) {
    const row = rowAt(key)
    row.openCoaches = open / recorded
    row.fillRate = offered > 0 ? booked / offered : null
  }
  const monthsOf = new Map<string, string[]>()
  for (const booking of bookings) {
    if (
      !['confirmed', 'completed'].includes(booking.status) ||
      booking.is_demonstration ||
      booking.entered_by_coach
    )
      continue
    const months = monthsOf.get(booking.student_id) ?? []
    const month = monthOf(booking.created_at)
    const row = rowOf(booking.created_at, areaOf(zipOf(booking.teaching_location_id, booking.instructor_id)))
    if (row) {
      row.lessons += 1
      if (months.length === 0) {
        row.firstLessons += 1
        row.days.push(Math.max(0, Math.floor((booking.created_at - booking.joined_at) / 86_400_000)))
      } else if (!months.includes(month)) row.returned += 1
    }
    monthsOf.set(booking.student_id, [...months, month])
  }
  return new Map(
    [...rows].map(([key, { zips, days, ...row }]) => {
      const sorted = days.toSorted((a, b) => a - b)
      const middle = (sorted.length - 1) / 2
      const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
      return [key, { ...row, zipsInVain: zips.size, daysToFirst: sorted.length > 0 ? median : null }]
    }),
  )
}

/** A row without the name of its area, and without the sign of zero. */
const plain = ({ name: _, ...row }: Row & { name?: unknown }) => JSON.parse(JSON.stringify(row))

const isEmpty = (row: Row) =>
  Object.entries(row).every(
    ([name, value]) => name === 'key' || name === 'name' || value === 0 || value === null,
  )

test('24 months, computed again from raw rows: no figure differs', async () => {
  const { rows } = await market()
  expect(rows).toHaveLength(24)
  const expected = await recompute((month) => month)
  const filled = rows.filter((row) => !isEmpty(row))
  expect(filled.length).toBeGreaterThan(1)
  for (const row of filled) expect(plain(row), row.key).toEqual(plain(expected.get(row.key) as Row))
  const shown = new Set(rows.map(({ key }) => key))
  const missed = [...expected.values()].filter((row) => shown.has(row.key) && !isEmpty(row))
  expect(missed).toHaveLength(filled.length)
})

test('the areas of a month, and the months of an area, computed again: no figure differs', async () => {
  const { rows } = await market()
  const busiest = rows.toSorted((a, b) => b.lessons - a.lessons)[0] as Row
  const areas = (await market(`?month=${busiest.key}`)).rows
  const expected = await recompute((month, area) => (month === busiest.key ? area : null))
  expect(areas.length).toBeGreaterThan(1)
  expect(areas.filter((row) => !isEmpty(row)).map(plain)).toEqual(
    areas.filter((row) => !isEmpty(row)).map(({ key }) => plain(expected.get(key) as Row)),
  )
  expect(areas.reduce((sum, row) => sum + row.grossCents, 0)).toBe(busiest.grossCents)
  const chosen = areas[0]?.key as string
  const months = (await market(`?area=${chosen}`)).rows.filter((row) => !isEmpty(row))
  const again = await recompute((month, area) => (area === chosen ? month : null))
  expect(months.map(plain)).toEqual(months.map(({ key }) => plain(again.get(key) as Row)))
})

test('sales and fees equal the ledger to the cent', async () => {
  const { rows } = await market()
  const oldest = rows.at(-1)?.key
  const [ledger] = await product.query(
    `select -sum(l.amount_cents) filter (where l.account = 'platform_fee') as fee,
       -sum(l.amount_cents) filter (where t.kind = 'paid' and l.account in ('coach_held', 'platform_fee', 'package_held')) as gross
     from ledger_lines l join ledger_transactions t on t.id = l.transaction_id
     where to_char(t.occurred_at at time zone 'America/New_York', 'YYYY-MM') >= $1`,
    [oldest],
  )
  expect(rows.reduce((sum, row) => sum + row.grossCents, 0)).toBe(Number(ledger.gross))
  expect(rows.reduce((sum, row) => sum + row.feeCents, 0)).toBe(Number(ledger.fee))
  expect(Number(ledger.gross)).toBeGreaterThan(0)
})

test('each figure opens as many rows as it counts', async () => {
  const { rows, coaches } = await market()
  const count = async (list: string, filters: Record<string, string>) => {
    const query = Object.entries(filters).map(([name, value]) => `filters[${name}]=${value}`)
    return (await admin.get(`/api/admin/lists/market-${list}?${query.join('&')}`)).json.count
  }
  for (const row of rows.filter((one) => !isEmpty(one)).slice(0, 6)) {
    const last = new Date(Date.UTC(Number(row.key.slice(0, 4)), Number(row.key.slice(5)), 0)).getUTCDate()
    const at = `${row.key}-01..${row.key}-${last}`
    expect(
      {
        searches: await count('searches', { at }),
        withoutResult: await count('searches', { at, results: '0..0' }),
        zipsInVain: await count('zips', { at }),
        lessons: await count('lessons', { at }),
        firstLessons: await count('lessons', { at, isFirst: 'yes' }),
        returned: await count('lessons', { at, isCounted: 'yes', isReturn: 'yes' }),
      },
      row.key,
    ).toEqual({
      searches: row.searches,
      withoutResult: row.withoutResult,
      zipsInVain: row.zipsInVain,
      lessons: row.lessons,
      firstLessons: row.firstLessons,
      returned: row.returned,
    })
  }
  expect(await count('coaches', {})).toBe(coaches.listed)
  expect(await count('coaches', { isOpen: 'yes' })).toBe(coaches.open)
  expect(coaches.open).toBeGreaterThan(0)
})

test('students who come back, by the month of their first lesson', async () => {
  const cohorts: { month: string; students: number[] }[] = (await admin.get('/api/admin/analytics/cohorts'))
    .json
  const monthsOf = new Map<string, Set<string>>()
  for (const booking of (await readLessons()).bookings) {
    if (
      !['confirmed', 'completed'].includes(booking.status) ||
      booking.is_demonstration ||
      booking.entered_by_coach
    )
      continue
    const months = monthsOf.get(booking.student_id) ?? new Set<string>()
    monthsOf.set(booking.student_id, months.add(monthOf(booking.created_at)))
  }
  const months = cohorts.map(({ month }) => month).toReversed()
  expect(months).toHaveLength(12)
  for (const { month, students } of cohorts)
    expect(students, month).toEqual(
      months
        .slice(months.indexOf(month))
        .map(
          (booked) => [...monthsOf.values()].filter((of) => [...of][0] === month && of.has(booked)).length,
        ),
    )
})

test('an area or a month that is not one is refused', async () => {
  for (const query of ['?area=28202', '?area=x', '?month=2026-13', '?month=soon'])
    expect((await admin.get(`/api/admin/analytics/market${query}`)).status, query).toBe(400)
})
