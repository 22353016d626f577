import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#db/seed/demo.ts'
import { createRandom } from '#db/seed/random.ts'
import { updateMarket } from '#features/analytics/market/updates.ts'
import { addUpRevenue, readRevenue, readRevenueByDay, readTotalRevenue } from '#features/bookings/revenue.ts'
import { postToLedger } from '#features/ledger/commands.ts'
import type { LedgerKind, Lines } from '#features/ledger/ledger.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { type Cohort, isEmpty, plain, type Row, recompute, recomputeCohorts } from '../support/market.ts'
import { testProduct, type Visitor } from '../support/product.ts'

/**
 * Figures that are added up in advance (decision 0156) equal the results of plain statements over bookings and ledger, after random changes: new,
 * completed, canceled, moved and deleted lessons, entries of earlier days, other places, erased accounts, marked searches, and
 * transactions that commit after the jobs ran.
 */
const product = testProduct()
const CHANGES = 160
const random = createRandom('kept figures')
const db = () => product.services.db
let admin: Visitor
let coaches: string[]
let students: string[]

beforeAll(async () => {
  const client = await product.database.pool.connect()
  try {
    await seedDemo(client, { coaches: 30, now: product.clock.now() })
  } finally {
    client.release()
  }
  admin = await product.admin()
  coaches = await idsOf('select user_id as id from instructor_profiles order by 1')
  students = await idsOf(
    `select id from profiles where user_type = 'student' and email_verified order by 1 limit 25`,
  )
})

const idsOf = async (query: string): Promise<string[]> => (await product.query(query)).map(({ id }) => id)
const lessonWhere = async (where: string): Promise<string> => {
  const ids = await idsOf(`select id from bookings where ${where} order by created_at, id`)
  return ids.length > 0 ? random.pick(ids) : crypto.randomUUID()
}
const ago = (days: number) => new Date(product.clock.now() - days * DAY)
let nth = 0

/** A lesson on a day without others. */
async function book(tx: Queryable): Promise<string> {
  nth += 1
  const coach = random.pick(coaches)
  const status = random.pick(['pending', 'confirmed', 'completed', 'completed'])
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into bookings (instructor_id, student_id, teaching_location_id, lesson_date, duration_minutes, price_amount, status, payment_status,
      time_zone, location_name, lesson_title, entered_by_coach, is_demonstration, created_at, hold_expires_at)
    select ${coach}::uuid, ${random.pick(students)}::uuid,
      (select id from instructor_teaching_locations where instructor_id = ${coach}::uuid order by md5(id::text || ${String(nth)}) limit 1), ${ago(400 + nth)}, 60,
      ${random.int(40, 200)}, ${status}, 'completed', 'America/New_York', 'Range', 'Lesson', ${random.chance(0.1)}, ${random.chance(0.1)},
      ${ago(random.next() * 500)}, ${status === 'pending' ? ago(-1) : null}
    returning id`)
  return rows[0]?.id ?? ''
}

const entries: readonly (readonly [LedgerKind, Lines])[] = [
  ['paid', { processor_cash: 9_000, coach_held: -8_100, platform_fee: -900 }],
  ['paid', { gift_cards: 5_000, processor_cash: 1_000, coach_held: -5_400, platform_fee: -600 }],
  ['refund_due', { coach_held: 2_700, platform_fee: 300, refunds_due: -3_000 }],
  ['refunded', { refunds_due: 3_000, processor_cash: -3_000 }],
  ['released', { coach_held: 5_400, processor_cash: -5_400 }],
]

async function post(tx: Queryable, bookingId: string): Promise<void> {
  nth += 1
  const [kind, lines] = random.pick(entries)
  const at = ago(random.next() * 500).getTime()
  await postToLedger(tx, { bookingId, key: `random ${nth}`, kind, lines, at })
}

async function deleteLesson(): Promise<void> {
  const id = await lessonWhere(
    'idempotency_key is null and not exists (select from payments p where p.booking_id = bookings.id)',
  )
  await db().transaction(async (tx) => {
    await tx.execute(sql`set local greenside.ledger_by_hand = 'yes'`)
    await tx.execute(
      sql`delete from ledger_lines where transaction_id in (select id from ledger_transactions where booking_id = ${id}::uuid)`,
    )
    for (const table of [
      'ledger_transactions',
      'payouts',
      'lesson_reviews',
      'lesson_moves',
      'booking_discounts',
    ])
      await tx.execute(sql`delete from ${sql.raw(table)} where booking_id = ${id}::uuid`)
    await tx.execute(
      sql`delete from bookings where id = ${id}::uuid and not exists (select from payments where booking_id = ${id}::uuid)`,
    )
  })
}

async function erase(userId: string): Promise<void> {
  // It waits for transactions that refer to what it deletes.
  while (open.length > 0) await commitLate()
  const leaver = {
    userId,
    fullName: 'Sam Rivera',
    email: `${userId}@example.com`,
    emailVerified: true,
    otherNames: [],
  }
  await db().transaction((tx) => product.services.ownData.erase(tx, leaver))
}

/** Lessons and entries of transactions that are open while the jobs run. */
const open: { commit: () => void; done: Promise<void> }[] = []
async function bookLate(): Promise<void> {
  if (open.length === 3) await commitLate()
  const written = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const done = db().transaction(async (tx) => {
    await post(tx, await book(tx))
    written.resolve()
    await gate.promise
  })
  open.push({ commit: gate.resolve, done })
  await Promise.race([written.promise, done])
}

async function commitLate(): Promise<void> {
  const first = open.shift()
  first?.commit()
  await first?.done
}

const change = (query: string, ...values: unknown[]) => product.query(query, values)
const acts: readonly (readonly [act: () => Promise<unknown>, weight: number])[] = [
  [() => db().transaction(async (tx) => post(tx, await book(tx))), 8],
  [async () => post(db(), await lessonWhere('true')), 8],
  [
    async () =>
      change(
        `update bookings set status = 'confirmed' where id = $1`,
        await lessonWhere(`status = 'pending'`),
      ),
    3,
  ],
  [
    async () =>
      change(
        `update bookings set status = 'completed', completed_at = $2 where id = $1`,
        await lessonWhere(`status = 'confirmed'`),
        ago(0),
      ),
    4,
  ],
  [
    async () =>
      change(
        `update bookings set status = 'cancelled', cancelled_at = $2, cancel_reason = 'student' where id = $1`,
        await lessonWhere(`status = 'confirmed'`),
        ago(0),
      ),
    4,
  ],
  [
    async () =>
      change(
        `update bookings set payment_status = $2, price_amount = $3, lesson_date = lesson_date - interval '17 minutes',
           lesson_end = lesson_end - interval '17 minutes' where id = $1`,
        await lessonWhere(`status = 'completed' and idempotency_key is null and clinic_id is null`),
        random.pick(['completed', 'pending', 'refunded']),
        random.int(40, 200),
      ),
    3,
  ],
  [
    async () =>
      change(
        `update bookings b set teaching_location_id = (select l.id from instructor_teaching_locations l
           where l.instructor_id = b.instructor_id and l.id is distinct from b.teaching_location_id order by md5(l.id::text || $2) limit 1) where id = $1`,
        await lessonWhere('true'),
        String(nth),
      ),
    3,
  ],
  [
    async () =>
      change(
        'update bookings set student_id = $2, golfer_id = null where id = $1',
        await lessonWhere('idempotency_key is null'),
        random.pick(students),
      ),
    2,
  ],
  [
    async () =>
      change(
        'update instructor_teaching_locations set zip = $2 where id = $1',
        random.pick(await idsOf('select id from instructor_teaching_locations order by 1')),
        random.pick(['10001', '28202', '60601', null]),
      ),
    2,
  ],
  [
    async () =>
      change(
        `update payments set payment_method = case payment_method when 'elsewhere' then 'card' else 'elsewhere' end where id = $1`,
        random.pick(await idsOf('select id from payments where booking_id is not null order by 1')),
      ),
    1,
  ],
  [deleteLesson, 2],
  [() => erase(random.pick(coaches)), 0.3],
  [() => erase(random.pick(students)), 0.5],
  [bookLate, 3],
  [commitLate, 3],
  [
    () =>
      change(
        'update search_history set is_test = not is_test where id = (select id from search_history order by md5(id::text || $1) limit 1)',
        String(nth),
      ),
    2,
  ],
  [() => addUpRevenue(db()), 3],
  [() => updateMarket(product.services), 3],
]

// A failure must not leave them open.
afterAll(async () => {
  while (open.length > 0) await commitLate()
})

test('revenue and the market after random changes, while jobs run between them', async () => {
  let failures = 0
  let compared = 0
  for (let at = 0; at < CHANGES; at++) {
    // Some steps are refused, such as a lesson at a time that is taken; they change nothing.
    await random
      .weighted(acts)()
      .catch(() => failures++)
    if (at % 10 === 0) {
      compared += await compareRevenue()
    }
    if (at % 80 === 79) await compareMarket()
  }
  expect(failures).toBeLessThan(CHANGES / 5)
  expect(compared).toBeGreaterThan(0)
  while (open.length > 0) await commitLate()
  await compareRevenue()
  await addUpRevenue(db())
  await compareRevenue()
  expect(await product.query('select * from revenue_changes')).toEqual([])
  await compareMarket()
  expect(await product.query('select * from market_changes')).toEqual([])
})

/** Without the job: figures are exact at any moment. @returns the number of days that are to be added up again */
async function compareRevenue(): Promise<number> {
  expect(await readTotalRevenue(db())).toEqual(await readRevenue(db(), sql`true`))
  const byDay = await readRevenueByDay(db(), { from: '2000-01-01', to: '2100-01-01' })
  const days = await product.query(
    `select (b.lesson_date at time zone 'America/New_York')::date::text as day, count(*)::int as lessons, sum(b.price_amount * 100)::int as gross,
       sum(m.refunds)::int as refunds, sum(m.share)::int as share
     from bookings b
     left join lateral (
       select coalesce(-sum(l.amount_cents) filter (where t.kind = 'refund_due' and l.account = 'refunds_due'), 0) as refunds,
         coalesce(-sum(l.amount_cents) filter (where t.kind not in ('released', 'reversed') and l.account = 'coach_held'), 0) as share
       from ledger_transactions t join ledger_lines l on l.transaction_id = t.id where t.booking_id = b.id
     ) m on true
     where b.status = 'completed' and b.payment_status in ('completed', 'refunded', 'partially_refunded') and not b.is_demonstration
       and not exists (select from payments p where p.booking_id = b.id and p.payment_method = 'elsewhere')
     group by 1 order by 1`,
  )
  expect(days.length).toBeGreaterThan(10)
  expect([...byDay].sort(([a], [b]) => (a < b ? -1 : 1))).toEqual(
    days.map(({ day, lessons, gross, refunds, share }) => [
      day,
      {
        lessons,
        grossCents: gross,
        refundsCents: refunds,
        netCents: gross - refunds,
        shareCents: share,
      },
    ]),
  )
  const [changes] = await product.query('select count(*)::int as n from revenue_changes')
  return changes.n
}

/** An area without coaches has no openings on the recorded days of others, which {@link recompute} does not say. */
const withoutDays = (row: Row) => plain({ ...row, openCoaches: null, fillRate: null })

/** After the job: each month, and each area of the busiest month. */
async function compareMarket(): Promise<void> {
  await updateMarket(product.services)
  const read = async (query = ''): Promise<Row[]> =>
    (await admin.get(`/api/admin/analytics/market${query}`)).json.rows.filter((row: Row) => !isEmpty(row))
  const rows = await read()
  const expected = await recompute(product, (month) => month)
  expect(rows.length).toBeGreaterThan(3)
  for (const row of rows) expect(plain(row), row.key).toEqual(plain(expected.get(row.key) as Row))
  const busiest = rows.toSorted((a, b) => b.lessons - a.lessons)[0]?.key ?? ''
  const areas = await read(`?month=${busiest}`)
  const ofAreas = await recompute(product, (month, area) => (month === busiest ? area : null))
  for (const row of areas) expect(plain(row), row.key).toEqual(plain(ofAreas.get(row.key) as Row))
  expect([...ofAreas.values()].filter((row) => !isEmpty(row))).toHaveLength(areas.length)
  const area = areas[0]?.key ?? ''
  const ofMonths = await recompute(product, (month, of) => (of === area ? month : null))
  for (const row of await read(`?area=${area}`))
    expect(withoutDays(row), row.key).toEqual(withoutDays(ofMonths.get(row.key) as Row))
  const cohorts: Cohort[] = (await admin.get('/api/admin/analytics/cohorts')).json
  expect(cohorts).toEqual(
    await recomputeCohorts(
      product,
      cohorts.map(({ month }) => month),
    ),
  )
}
