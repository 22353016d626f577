import { verifyPassword } from 'better-auth/crypto'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { codeOf, hashOfCode } from '#features/gift-cards/codes.ts'
import { testDatabase } from '#tests/support/database.ts'
import { clearDemo } from './clear.ts'
import { type DemoOptions, type DemoSummary, seedDemo } from './demo.ts'
import { demoLogins, scenario } from './scenarios.ts'
import { DEMO_DOMAIN } from './visits.ts'

const database = testDatabase()
const now = Date.parse('2026-11-21T15:00:00Z')
const secret = 'a-secret-of-the-seed-and-of-nobody-else'
const small: DemoOptions = { coaches: 150, now, secret, sessionSecret: secret }
let first: DemoSummary

async function seed(options: DemoOptions): Promise<DemoSummary> {
  const client = await database.pool.connect()
  try {
    return await seedDemo(client, options)
  } finally {
    client.release()
  }
}

const rows = async (sql: string) => (await database.pool.query(sql)).rows
const count = async (sql: string): Promise<number> =>
  (await rows(`select count(*)::int as n from ${sql}`))[0].n

/** All seeded data, except the ids of hours, blocked dates and packages and the password salts, which are random. */
const fingerprint = () =>
  rows(`select
    (select md5(string_agg(p::text, '|' order by id)) from (select id, full_name, email, city, created_at from profiles) p) as people,
    (select md5(string_agg(i::text, '|' order by user_id)) from instructor_profiles i) as coaches,
    (select md5(string_agg(h::text, '|' order by h)) from (select instructor_id, day_of_week, start_time, end_time from instructor_availability) h) as hours,
    (select md5(string_agg((to_jsonb(b) - 'package_id' - 'updated_at')::text, '|' order by id)) from bookings b) as bookings,
    (select md5(string_agg(r::text, '|' order by id)) from lesson_reviews r) as reviews`)

beforeAll(async () => {
  first = await seed(small)
})

test('the summary is what the tables hold', async () => {
  expect(first.skipped).toBe(false)
  // Including the hidden showroom coach.
  expect(await count('instructor_profiles')).toBe(151)
  expect(await count(`profiles where user_type = 'instructor' and is_demo`)).toBe(151)
  expect(await count('bookings where is_demo')).toBe(first.bookings)
  expect(await count('lesson_reviews')).toBe(first.reviews)
  expect(first.bookings).toBeGreaterThan(800)
})

test('an admin has looked at some certificates, and at no others', async () => {
  expect(await count('credential_verifications')).toBeGreaterThan(50)
  expect(
    await count(`credential_verifications v join instructor_profiles c on c.user_id = v.instructor_id
      where v.kind = 'certificate' and not v.credential = any (c.credentials) or v.verified_by is distinct from '${scenario.avery.id}'`),
  ).toBe(0)
  expect(
    await count(`instructor_profiles c where credentials <> '{}' and not exists (
    select from credential_verifications where instructor_id = c.user_id)`),
  ).toBeGreaterThan(0)
})

test('every lesson that was not cancelled occupies its coach’s time', async () => {
  expect(await count(`bookings where status <> 'cancelled'`)).toBeGreaterThan(800)
  expect(
    await rows(`select b.id, o.id as occupancy from (select * from bookings where status <> 'cancelled') b
      full join (select * from occupancies where booking_id is not null) o on o.booking_id = b.id
      where (o.starts_at, o.ends_at) is distinct from (b.lesson_date, b.lesson_end)`),
  ).toEqual([])
})

test('clinics occupy the time of their coach, whose other calendars are free then', async () => {
  const dates = 'clinic_dates d join clinics c on c.id = d.clinic_id'
  const published = await count(`${dates} where c.status = 'published'`)
  expect(published).toBeGreaterThan(4)
  expect(
    await count(`${dates} join occupancies o on o.clinic_date_id = d.id
      where (o.starts_at, o.ends_at, o.instructor_id) = (d.starts_at, d.ends_at, c.instructor_id)`),
  ).toBe(published)
  expect(
    await count(`${dates} join instructor_busy_times b on b.instructor_id = c.instructor_id
      and b.starts_at < d.ends_at and b.ends_at > d.starts_at`),
  ).toBe(0)
})

test('a second run changes nothing; a fresh one with the same seed makes the same marketplace', async () => {
  const before = await fingerprint()
  expect(await seed(small)).toMatchObject({ skipped: true, coaches: 0 })
  expect(await fingerprint()).toEqual(before)
  expect(await seed({ ...small, fresh: true })).toEqual(first)
  expect(await fingerprint()).toEqual(before)
})

test('the books owe what is on the gift cards: one to print, one that was redeemed, one whose letter is due', async () => {
  expect(
    await rows(`select redeemed_by is not null as redeemed, recipient_email is null as printed, delivered_at is null as waiting,
      amount_cents::int as cents from gift_cards order by amount_cents`),
  ).toEqual([
    { redeemed: false, printed: true, waiting: true, cents: 10_000 },
    { redeemed: false, printed: false, waiting: true, cents: 17_500 },
    { redeemed: true, printed: false, waiting: false, cents: 25_000 },
  ])
  expect(
    await rows(`select sum(amount_cents)::int as cents from ledger_lines where account = 'gift_cards'`),
  ).toEqual([{ cents: -52_500 }])
  const [sams] = await rows(`select id, code_hash from gift_cards where buyer_id = '${scenario.sam.id}'`)
  expect(sams.code_hash).toBe(hashOfCode(codeOf({ env: { SESSION_SECRET: secret } }, sams.id)))
})

test('ratings are the mean of booked and imported reviews', async () => {
  expect(
    await rows(`select user_id from instructor_profiles i where rating <> coalesce((
      select round(avg(r), 1) from (
        select rating::numeric as r from lesson_reviews where instructor_id = i.user_id and published_at is not null
        union all select (x ->> 'rating')::numeric from jsonb_array_elements(custom_reviews) x) all_of_them), 0)`),
  ).toEqual([])
  expect(
    await rows(`select rating, review_count from instructor_profiles where user_id = '${scenario.maya.id}'`),
  ).toEqual([{ rating: '4.9', review_count: 60 }])
})

test('every lesson that was not refunded or held is paid in full', async () => {
  const paid = `bookings b join payments p on p.booking_id = b.id and p.amount_cents = b.price_amount * 100`
  expect(
    await count(
      `${paid} where p.payment_status = b.payment_status and p.payment_method = 'card' and b.package_id is null`,
    ),
  ).toBe(await count(`bookings where status <> 'pending' and package_id is null`))
})

test('the books agree with every payment: what is kept is held for the coach or was sent', async () => {
  const booked = `bookings b join payments p on p.booking_id = b.id
    left join lateral (select sum(l.amount_cents) filter (where l.account = 'processor_cash') as cash,
      sum(l.amount_cents) filter (where l.account = 'refunds_due') as due,
      coalesce(-sum(l.amount_cents) filter (where l.account = 'coach_held'), 0) as held,
      sum(l.amount_cents) as total
      from ledger_transactions t join ledger_lines l on l.transaction_id = t.id where t.booking_id = b.id) books on true
    left join payouts o on o.booking_id = b.id and o.package_id is null`
  expect(
    await count(
      `ledger_transactions t where 0 <> (select sum(amount_cents) from ledger_lines where transaction_id = t.id)`,
    ),
  ).toBe(0)
  expect(
    await count(`${booked} where books.total is distinct from 0 or coalesce(books.due, 0) <> 0
      or books.cash + coalesce(o.amount_cents, 0) <> p.amount_cents - p.refunded_cents
      or coalesce(o.status = 'sent', false) is distinct from (books.held = 0 and o.id is not null)
      or (b.status in ('completed', 'cancelled') and books.held > 0 and o.id is null)`),
  ).toBe(0)
  expect(await count(`payouts where status = 'sent'`)).toBeGreaterThan(500)
  expect(await count(`payouts where status = 'held'`)).toBeGreaterThan(0)
  expect(await count(`payment_refunds where status = 'sent'`)).toBeGreaterThan(10)
  expect(await count(`(select distinct cancellation_policy from bookings) as policies`)).toBe(3)
})

test('nobody has booked a coach who had not let them in', async () => {
  expect(
    await count(`bookings b join instructor_profiles i on i.user_id = b.instructor_id
      left join student_calendar_access a using (student_id, instructor_id)
      where not i.instant_book_enabled and a.student_id is null`),
  ).toBe(0)
})

test('the four logins open with the printed password and have their roles', async () => {
  for (const login of demoLogins) {
    const [found] = await rows(`select c.password, c.account_id = p.id::text as same, user_type,
        (select array_agg(role) from user_roles r where r.user_id = p.id) as roles
      from profiles p join credentials c on c.user_id = p.id and c.provider_id = 'credential' where p.email = '${login.email}'`)
    expect(await verifyPassword({ hash: found.password, password: login.password })).toBe(true)
    expect(found.same).toBe(true)
    expect([found.user_type, found.roles]).toEqual(
      {
        student: ['student', ['student']],
        coach: ['instructor', null],
        admin: ['admin', ['admin']],
        prospect: ['student', ['prospect']],
      }[login.role],
    )
  }
})

test('the named coaches are as the tests need them', async () => {
  const of = async (id: string) =>
    (
      await rows(`select is_visible, instant_book_enabled, takes_demo_bookings, time_zone, hourly_rate,
      (select count(*)::int from instructor_availability where instructor_id = user_id) as hours,
      (select count(*)::int from instructor_teaching_locations where instructor_id = user_id) as places
      from instructor_profiles where user_id = '${id}'`)
    )[0]
  expect(await of(scenario.maya.id)).toMatchObject({
    is_visible: true,
    hourly_rate: '85.00',
    // Six days at two ranges in Charlotte, and two evenings in Fort Mill.
    hours: 14,
    places: 2,
  })
  expect(await of(scenario.keoni.id)).toMatchObject({ time_zone: 'Pacific/Honolulu' })
  expect(await of(scenario.ruth.id)).toMatchObject({ time_zone: 'America/Phoenix' })
  expect(await of(scenario.dale.id)).toMatchObject({ time_zone: 'America/Indiana/Indianapolis' })
  expect(await of(scenario.priya.id)).toMatchObject({ is_visible: true, instant_book_enabled: false })
  expect(await of(scenario.hollis.id)).toMatchObject({ is_visible: false })
  expect(await of(scenario.casey.id)).toMatchObject({ takes_demo_bookings: true })
  expect(await count('instructor_profiles where takes_demo_bookings')).toBe(1)
  expect(await of(scenario.nolan.id)).toMatchObject({
    is_visible: true,
    instant_book_enabled: true,
    hours: 0,
  })
})

test('what Maya’s Google Calendar holds lies outside of her hours, and leaves her open times what the stories say [row 97]', async () => {
  const google = `instructor_busy_times b join other_calendars c on c.id = b.calendar_id and c.kind = 'google'
    and c.instructor_id = '${scenario.maya.id}'`
  expect(await count(google)).toBeGreaterThan(100)
  expect(
    await count(`${google} join instructor_availability h on h.instructor_id = b.instructor_id
      and h.day_of_week = date_part('dow', b.starts_at at time zone 'America/New_York')
      and h.start_time < (b.ends_at at time zone 'America/New_York')::time
      and (b.starts_at at time zone 'America/New_York')::time < h.end_time`),
  ).toBe(0)
})

test('the prospect looks at the coach of the showroom, whose students are all of the demo [row 101]', async () => {
  expect(await rows(`select prospect_id, demo_instructor_id from prospect_demo_mapping`)).toEqual([
    { prospect_id: scenario.jordan.id, demo_instructor_id: scenario.morgan.id },
  ])
  expect(await count(`bookings where instructor_id = '${scenario.morgan.id}'`)).toBeGreaterThan(50)
  expect(await count(`conversations where instructor_id = '${scenario.morgan.id}'`)).toBeGreaterThan(1)
})

test('the triggers that the load put to sleep are awake again', async () => {
  expect(await count(`pg_trigger where tgenabled = 'D'`)).toBe(0)
  await database.pool.query(`delete from instructor_availability where instructor_id = '${scenario.dale.id}'`)
  expect(
    await count(`instructor_schedules where instructor_id = '${scenario.dale.id}' and version > 1`),
  ).toBe(1)
})

test('a fresh demo takes along what a real student had booked in the old one, and leaves the student', async () => {
  await database.pool.query(`insert into profiles (id, full_name, email) values
    ('00000000-0000-4000-8000-0000000000aa', 'Real Person', 'real@example.org')`)
  await database.pool.query(`insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes,
      time_zone, price_amount, lesson_title, status, location_name)
    values ('${scenario.nolan.id}', '00000000-0000-4000-8000-0000000000aa', current_instant() + interval '9 days', current_instant(), 60,
      'America/New_York', 75, 'Lesson', 'confirmed', 'Somewhere')`)
  // Records a payment for it in the ledger.
  await database.pool.query(`with lesson as (select id from bookings where lesson_title = 'Lesson'),
    entry as (insert into ledger_transactions (business_key, kind, booking_id, occurred_at)
      select 'paid:' || id, 'paid', id, current_instant() from lesson returning id)
    insert into ledger_lines select id, account, cents from entry,
      (values ('processor_cash', 7500), ('coach_held', -6750), ('platform_fee', -750)) as line (account, cents)`)
  await seed({ ...small, coaches: 7, fresh: true })
  expect(await count(`bookings where not is_demo`)).toBe(0)
  expect(await count(`profiles where not is_demo`)).toBe(1)
  expect(await count('instructor_profiles')).toBe(9)
})

test('Sam and Maya have conversations: read and unread, with times, a proposal, and one that waits for a person', async () => {
  const { rows } = await database.pool.query<{
    sam: number
    maya: number
    waiting: number
    kinds: string[]
    gaps: number
  }>(
    `select (select count(*)::int from conversations where student_id = $1) as sam,
       (select count(*)::int from conversations where instructor_id = $2) as maya,
       (select count(*)::int from conversations where needs_human) as waiting,
       (select array_agg(distinct message_type order by message_type) from messages) as kinds,
       (select count(*)::int from conversations c where message_count <> (select max(position) from messages where conversation_id = c.id)) as gaps`,
    [scenario.sam.id, scenario.maya.id],
  )
  expect(rows[0]).toMatchObject({ sam: 4, waiting: 2, kinds: ['ai_response', 'proposal', 'text'], gaps: 0 })
  expect(rows[0]?.maya).toBeGreaterThan(3)
  const offers = await database.pool.query(
    `select jsonb_array_length(data->'slots') as n from messages where data->>'kind' = 'slots'`,
  )
  expect(offers.rows).toEqual([{ n: 3 }])
})

test('what students have ticked lies before today where the coach teaches, in the evening, too', async () => {
  // It is still the 22nd in Charlotte.
  await seed({ ...small, coaches: 7, now: Date.parse('2026-11-23T01:00:00Z'), fresh: true })
  expect(await count('drill_ticks')).toBeGreaterThan(20)
  expect(await count(`drill_ticks where day >= '2026-11-22'`)).toBe(0)
})

test('visits of demo people, and what anybody looked at among demo coaches, go with them', async () => {
  const visit = (table: string, columns: string, values: string) =>
    rows(`insert into ${table} (session_id, ${columns}) values (gen_random_uuid(), ${values})`)
  const { maya, sam } = scenario
  await visit('page_views', 'id, user_id, page_path, domain', `gen_random_uuid(), '${sam.id}', '/', 'x'`)
  await visit('page_views', 'id, page_path, domain', `gen_random_uuid(), '/kept', 'x'`)
  await visit('instructor_impressions', 'instructor_id, position_in_results', `'${maya.id}', 1`)
  await visit(
    'instructor_profile_events',
    'id, instructor_id, event_type',
    `gen_random_uuid(), '${maya.id}', 'booking_click'`,
  )
  await visit(
    'search_history',
    'id, user_id, search_query, results_count',
    `gen_random_uuid(), '${sam.id}', '28202', 1`,
  )
  await seed({ ...small, coaches: 7, fresh: true })
  const others = `session_id not in (select session_id from user_sessions where domain = '${DEMO_DOMAIN}')`
  expect(await rows(`select page_path from page_views where ${others}`)).toEqual([{ page_path: '/kept' }])
  for (const table of ['instructor_impressions', 'instructor_profile_events', 'search_history'])
    expect(await count(`${table} where ${others}`), table).toBe(0)
})

test('nothing has been booked, paid, canceled or refunded in the future', async () => {
  const present = Date.parse('2026-12-01T00:10:00Z')
  await seed({ ...small, coaches: 60, now: present, fresh: true })
  const later = `> to_timestamp(${present / 1000})`
  expect(await count(`bookings where status = 'cancelled'`)).toBeGreaterThan(10)
  expect(await count(`bookings where created_at ${later} or cancelled_at ${later}`)).toBe(0)
  expect(await count(`ledger_transactions where occurred_at ${later}`)).toBe(0)
  expect(await count(`payment_refunds where requested_at ${later} or sent_at ${later}`)).toBe(0)
})

test('a fresh demo clears every table that can keep the old one from being deleted', async () => {
  const statements: string[] = []
  const recording = { query: async (text: string) => statements.push(text) }
  await clearDemo(recording as unknown as pg.ClientBase)
  const cleared = new Set(
    statements.flatMap((text) =>
      [...text.matchAll(/(?:delete from|update) (\w+)/g)].map(([, table]) => table),
    ),
  )
  const references =
    (await rows(`select conrelid::regclass::text as child, confrelid::regclass::text as parent,
    confdeltype = 'c' as cascades from pg_constraint
    where contype = 'f' and confdeltype in ('a', 'r', 'c') and connamespace = 'public'::regnamespace`)) as {
      child: string
      parent: string
      cascades: boolean
    }[]
  expect(references.length).toBeGreaterThan(200)
  const blocking = references.filter(
    ({ child, parent, cascades }) => !cascades && cleared.has(parent) && !cleared.has(child),
  )
  expect(blocking).toEqual([])
})

test('a demo is replaced, also when coaches were paid for ended packages', async () => {
  const packages =
    await rows(`select k.id, k.instructor_id, p.id as payment_id, p.booking_id from lesson_packages k
    join payments p on p.id = k.payment_id`)
  expect(
    packages.some(({ booking_id }) => booking_id === null),
    'one without a first lesson',
  ).toBe(true)
  for (const { id, instructor_id, payment_id, booking_id } of packages)
    await database.pool.query(
      `insert into payouts (instructor_id, booking_id, payment_id, package_id, due_at) values ($1, $2, $3, $4, now())`,
      [instructor_id, booking_id, booking_id ? null : payment_id, id],
    )
  expect(await seed({ ...small, coaches: 7, fresh: true })).toMatchObject({ skipped: false })
  expect(await count('payouts where package_id is not null')).toBe(0)
})
