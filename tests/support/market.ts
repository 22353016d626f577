import type { testProduct } from './product.ts'

/** The figures about the market, computed from raw rows in JavaScript. */
type Product = ReturnType<typeof testProduct>

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
})
const monthOf = (at: Date) => newYork.format(at).slice(0, 7)
const areaOf = (zip: string | null) => (zip && /^(\d{5}|[A-Z]\d[A-Z])/.test(zip) ? zip.slice(0, 3) : 'none')

/** A month or an area, as the procedure answers it. */
export interface Row {
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

/** Lessons in the order of booking, with the area of each. */
async function readLessons(product: Product) {
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
async function recomputeDays(product: Product, keyOf: (month: string, area: string) => string | null) {
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
export async function recompute(product: Product, keyOf: (month: string, area: string) => string | null) {
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
  const { zipOf, bookings } = await readLessons(product)
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
  for (const [key, { recorded, open, booked, offered }] of await recomputeDays(product, keyOf)) {
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
export const plain = ({ name: _, ...row }: Row & { name?: unknown }) => JSON.parse(JSON.stringify(row))

export const isEmpty = (row: Row) =>
  Object.entries(row).every(
    ([name, value]) => name === 'key' || name === 'name' || value === 0 || value === null,
  )

export interface Cohort {
  month: string
  students: number[]
}

/** Students by the month of their first lesson, and how many of them booked in each month since. @param months the newest first */
export async function recomputeCohorts(product: Product, months: readonly string[]): Promise<Cohort[]> {
  const monthsOf = new Map<string, Set<string>>()
  for (const booking of (await readLessons(product)).bookings) {
    if (
      !['confirmed', 'completed'].includes(booking.status) ||
      booking.is_demonstration ||
      booking.entered_by_coach
    )
      continue
    const of = monthsOf.get(booking.student_id) ?? new Set<string>()
    monthsOf.set(booking.student_id, of.add(monthOf(booking.created_at)))
  }
  const ascending = months.toReversed()
  return months.map((month) => ({
    month,
    students: ascending
      .slice(ascending.indexOf(month))
      .map((booked) => [...monthsOf.values()].filter((of) => [...of][0] === month && of.has(booked)).length),
  }))
}
