import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#db/seed/demo.ts'
import { type Cohort, isEmpty, plain, type Row, recompute, recomputeCohorts } from '../support/market.ts'
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

const market = async (query = ''): Promise<{ rows: Row[]; coaches: { listed: number; open: number } }> =>
  (await admin.get(`/api/admin/analytics/market${query}`)).json

test('24 months, computed again from raw rows: no figure differs', async () => {
  const { rows } = await market()
  expect(rows).toHaveLength(24)
  const expected = await recompute(product, (month) => month)
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
  const expected = await recompute(product, (month, area) => (month === busiest.key ? area : null))
  expect(areas.length).toBeGreaterThan(1)
  expect(areas.filter((row) => !isEmpty(row)).map(plain)).toEqual(
    areas.filter((row) => !isEmpty(row)).map(({ key }) => plain(expected.get(key) as Row)),
  )
  expect(areas.reduce((sum, row) => sum + row.grossCents, 0)).toBe(busiest.grossCents)
  const chosen = areas[0]?.key as string
  const months = (await market(`?area=${chosen}`)).rows.filter((row) => !isEmpty(row))
  const again = await recompute(product, (month, area) => (area === chosen ? month : null))
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
  const cohorts: Cohort[] = (await admin.get('/api/admin/analytics/cohorts')).json
  expect(cohorts).toHaveLength(12)
  expect(cohorts).toEqual(
    await recomputeCohorts(
      product,
      cohorts.map(({ month }) => month),
    ),
  )
})

test('an area or a month that is not one is refused', async () => {
  for (const query of ['?area=28202', '?area=x', '?month=2026-13', '?month=soon'])
    expect((await admin.get(`/api/admin/analytics/market${query}`)).status, query).toBe(400)
})
