import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { trackingQueue } from '#features/tracking/commands.ts'
import { uuidV7 } from '#platform/uuid.ts'
import { addCoach } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'

const product = testProduct()
const pool = () => product.database.pool
let admin: Visitor & { userId: string }
let maya: string

beforeAll(async () => {
  admin = await product.admin()
  maya = (await addCoach(pool(), { name: 'Maya Bennett' })).id
})

let lessons = 0

interface Told {
  at: string
  user?: string
  pages?: string[]
  referrer?: string
  search?: string
  isTest?: boolean
  shown?: 'seen' | 'opened' | 'asked'
  booked?: 'confirmed' | 'paid'
}

/**
 * Records a visit as the tracker does.
 * @param at an instant with its zone
 */
async function visit({ at, user, pages = ['/'], referrer, search, isTest, shown, booked }: Told) {
  const session = randomUUID()
  await pool().query(
    `insert into user_sessions (session_id, user_id, is_authenticated, entry_page, exit_page, pages_visited, ended_at, domain, created_at)
     values ($1, $2, $2::uuid is not null, $3, $3, $4, $5, 'greenside.test', $5)`,
    [session, user ?? null, pages[0], pages.length, at],
  )
  for (const [nth, path] of pages.entries())
    await pool().query(
      `insert into page_views (id, session_id, user_id, page_path, referrer, domain, duration_seconds, created_at)
       values (gen_random_uuid(), $1, $2, $3, $4, 'greenside.test', 20, $5::timestamptz + $6 * interval '1 second')`,
      [session, user ?? null, path, nth === 0 ? referrer : 'https://greenside.test/', at, nth],
    )
  if (search)
    await pool().query(
      `insert into search_history (id, session_id, user_id, search_query, results_count, is_test, created_at)
       values (gen_random_uuid(), $1, $2, $3, 0, $4, $5)`,
      [session, user ?? null, search, isTest ?? false, at],
    )
  if (shown)
    await pool().query(
      `insert into instructor_impressions (session_id, instructor_id, position_in_results, clicked, message_clicked, created_at)
       values ($1, $2, 3, $3, $4, $5)`,
      [session, maya, shown !== 'seen', shown === 'asked', at],
    )
  if (booked)
    await pool().query(
      `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount,
         lesson_title, location_name, status, payment_status, created_at)
       values ($1, $2, $3::timestamptz + $5 * interval '1 day', $3::timestamptz + $5 * interval '1 day' + interval '1 hour', 60, 'America/New_York', 85,
         'Golf lesson', 'Longleaf Hollow', 'confirmed', $4, $3::timestamptz + interval '10 minutes')`,
      [maya, user, at, booked === 'paid' ? 'completed' : 'pending', 9 + lessons++],
    )
  return session
}

const traffic = async (from: string, to: string) =>
  (await admin.get(`/api/admin/analytics/traffic?from=${from}&to=${to}`)).json

test('visits are counted by New York days across both clock changes, and days without visits are included', async () => {
  // The night when daylight saving time starts, 2025-03-09, has 23 hours; the one when it ends, 2025-11-02,
  // has 25.
  await visit({ at: '2025-03-09T04:59:59Z' })
  await visit({ at: '2025-03-09T05:00:00Z' })
  await visit({ at: '2025-03-10T03:59:59Z' })
  await visit({ at: '2025-03-10T04:00:00Z' })
  expect((await traffic('2025-03-07', '2025-03-10')).days).toEqual([
    { date: '2025-03-07', visits: 0, signedIn: 0, views: 0 },
    { date: '2025-03-08', visits: 1, signedIn: 0, views: 1 },
    { date: '2025-03-09', visits: 2, signedIn: 0, views: 2 },
    { date: '2025-03-10', visits: 1, signedIn: 0, views: 1 },
  ])
  await visit({ at: '2025-11-02T04:30:00Z' })
  await visit({ at: '2025-11-03T04:59:59Z' })
  const autumn = await traffic('2025-11-02', '2025-11-02')
  expect(autumn.days).toEqual([{ date: '2025-11-02', visits: 2, signedIn: 0, views: 2 }])
  expect(autumn.totals.visits).toBe(2)
  expect(autumn.before.visits).toBe(0)
})

test('each visit’s furthest funnel step is counted, tests are excluded, and a booking belongs to its visit', async () => {
  const sam = (await product.student('Sam Rivera')).userId
  const kim = (await product.student('Kim Lowe')).userId
  const at = '2024-06-10T15:00:00Z'
  await visit({ at })
  await visit({ at, search: '28202' })
  await visit({ at, shown: 'seen' })
  await visit({ at, shown: 'opened', search: '28202' })
  await visit({ at, pages: ['/', `/instructor/${maya}`] })
  await visit({ at, shown: 'asked' })
  await visit({ at, user: kim, booked: 'confirmed' })
  await visit({ at, user: sam, shown: 'asked', booked: 'paid' })
  // The same person, two days later: that lesson was booked in the earlier visit.
  await visit({ at: '2024-06-12T15:00:00Z', user: sam, shown: 'seen' })
  await visit({ at, search: '28202', isTest: true, shown: 'asked' })
  const { funnel, totals } = await traffic('2024-06-10', '2024-06-12')
  expect(totals).toMatchObject({ visits: 9, signedIn: 3, views: 10, secondsAView: 20 })
  // The lists linked from the figures have the same rows.
  const rows = async (list: string, isTest: string) =>
    (
      await admin.get(
        `/api/admin/lists/${list}?filters[createdAt]=2024-06-10..2024-06-12&filters[isTest]=${isTest}`,
      )
    ).json.count
  expect([await rows('visits', 'no'), await rows('visits', 'yes')]).toEqual([9, 1])
  expect([await rows('page-views', 'no'), await rows('page-views', 'yes')]).toEqual([10, 1])
  expect(funnel).toEqual([
    { step: 'visited', visits: 9 },
    { step: 'searched', visits: 8 },
    { step: 'opened', visits: 5 },
    { step: 'asked', visits: 3 },
    { step: 'booked', visits: 2 },
    { step: 'paid', visits: 1 },
  ])
  // A later refund does not change that the lesson was paid.
  await pool().query(
    `update bookings set payment_status = 'refunded' where student_id = $1 and payment_status = 'completed'`,
    [sam],
  )
  expect((await traffic('2024-06-10', '2024-06-12')).funnel).toEqual(funnel)
})

test('all coach profiles count as one page; a visit’s source is where its first page was found', async () => {
  const other = (await addCoach(pool())).id
  const at = '2024-07-01T16:00:00Z'
  await visit({
    at,
    pages: ['/', `/instructor/${maya}`, `/instructor/${other}`],
    referrer: 'https://www.golf.example/list',
  })
  await visit({ at, referrer: 'https://greenside.test/blog' })
  await visit({ at })
  const { pages, sources } = await traffic('2024-07-01', '2024-07-01')
  expect(pages).toEqual([
    { path: '/', views: 3, visits: 3 },
    { path: '/instructor/…', views: 2, visits: 1 },
  ])
  expect(sources).toEqual([
    { source: 'Direct', visits: 1 },
    { source: 'golf.example', visits: 1 },
  ])
})

test.each([
  ['2026-02-01', '2026-01-01', /before the first/],
  ['2020-01-01', '2026-01-01', /at most 400 days/],
  ['2026-02-30', '2026-03-01', /./],
])('invalid date ranges are refused: %s to %s', async (from, to, words) => {
  const answer = await admin.get(`/api/admin/analytics/traffic?from=${from}&to=${to}`)
  expect(answer.status).toBe(400)
  expect(answer.text).toMatch(words)
})

test('a search can be marked as a test and unmarked, alone or in bulk, and test searches leave the figures', async () => {
  const today = new Date(product.clock.now()).toISOString()
  const zip = '30301'
  for (let nth = 0; nth < 3; nth++) await visit({ at: today, search: zip, shown: 'opened' })
  const rows = async (params = '') =>
    (await admin.get(`/api/admin/lists/search-history?q=${zip}${params}`)).json.rows as {
      id: string
      cells: Record<string, unknown>
    }[]
  const top = async () =>
    (await admin.get('/api/admin/analytics/top-searches?period=28')).json.find(
      ({ query }: { query: string }) => query === zip,
    )
  const [first] = await rows()
  expect(first?.cells).toMatchObject({
    query: zip,
    results: 0,
    shown: 1,
    opened: 1,
    messaged: 0,
    isTest: false,
  })
  expect(await top()).toMatchObject({ query: zip, searches: 3, withoutResult: 3 })
  // The list of these days has as many searches, without an older one.
  await visit({ at: new Date(Date.parse(today) - 40 * 86_400_000).toISOString(), search: zip })
  const [{ days }] = (await admin.get('/api/admin/analytics/top-searches?period=28')).json
  expect(await rows(`&filters[createdAt]=${days.from}..${days.to}&filters[isTest]=no`)).toHaveLength(3)
  await product.query('delete from search_history where search_query = $1 and created_at < $2', [
    zip,
    days.from,
  ])
  const mark = (searchId: string, isTest: boolean) =>
    admin.put(`/api/admin/searches/${searchId}/test`, { isTest })
  expect((await mark(first?.id ?? '', true)).status).toBe(200)
  expect((await rows('&filters[isTest]=yes')).map(({ id }) => id)).toEqual([first?.id])
  expect(await top()).toMatchObject({ searches: 2 })
  const act = (name: string, shown: number) =>
    admin.post(`/api/admin/lists/search-history/acts/${name}`, { q: zip, filters: {}, shown })
  expect((await act('markTest', 3)).json).toMatchObject({ ok: true, changed: { length: 2 } })
  expect(await top()).toBeUndefined()
  expect((await act('markReal', 3)).json.changed).toHaveLength(3)
  expect((await mark(randomUUID(), true)).status).toBe(404)
  const { rows: log } = await pool().query(
    `select target, before, after from audit_log where target = 'analytics.markSearch' order by id`,
  )
  expect(log).toMatchObject([{ before: { isTest: false }, after: { isTest: true } }])
})

test('a quiz marked as a test takes the visit in which it was taken out of the figures', async () => {
  const day = new Date(product.clock.now()).toLocaleDateString('en-CA', { timeZone: 'America/New_York' })
  const headers = {
    'content-type': 'application/json',
    'user-agent':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  }
  const visits = async () => {
    await trackingQueue(product.services).flush()
    const { visits } = (await traffic(day, day)).totals
    const list = async (isTest: string) =>
      (await admin.get(`/api/admin/lists/visits?filters[createdAt]=${day}..${day}&filters[isTest]=${isTest}`))
        .json.count
    return { visits, real: await list('no'), tests: await list('yes') }
  }
  const before = await visits()
  const golfer = product.visitor()
  const seen = { kind: 'view', id: uuidV7(), path: '/find-your-match', referrer: '' }
  await golfer.send('POST', '/t', JSON.stringify({ events: [seen] }), headers)
  await golfer.send('POST', '/api/match-quiz', '{}', headers)
  expect(await visits()).toEqual({ ...before, visits: before.visits + 1, real: before.real + 1 })
  const quiz = /greenside_match=([0-9a-f-]{36})/.exec(golfer.cookie)?.[1]
  const marked = await admin.put(`/api/admin/quiz/sessions/${quiz}/test`, { isTest: true })
  expect(marked.json).toEqual({ rows: 1 })
  expect(await visits()).toEqual({ ...before, tests: before.tests + 1 })
})

test('the figures of a period per coach and per person', async () => {
  const today = new Date(product.clock.now()).toISOString()
  const robin = await addCoach(pool(), { name: 'Robin Fairlie' })
  const lee = (await product.student('Lee Marsh')).userId
  const before = maya
  maya = robin.id
  await visit({ at: today, user: lee, shown: 'opened', search: '94110', booked: 'paid' })
  // Eight more lessons, none of them booked in a visit that opened the coach from a search.
  for (let nth = 0; nth < 8; nth++)
    await visit({ at: today, user: (await product.student()).userId, booked: 'paid' })
  await visit({ at: today, shown: 'seen' })
  await visit({
    at: new Date(product.clock.now() - 20 * 86_400_000).toISOString(),
    user: lee,
    shown: 'asked',
  })
  maya = before
  const cells = async (list: string, q: string) =>
    (await admin.get(`/api/admin/lists/${list}?q=${encodeURIComponent(q)}`)).json.rows[0]?.cells
  expect(await cells('coaches-7-days', 'Robin Fairlie')).toMatchObject({
    shown: 2,
    opened: 1,
    openRate: 50,
    messaged: 0,
    lessons: 9,
    lessonRate: 100,
    earned: 76_500,
    place: 3,
  })
  expect(await cells('coaches-28-days', 'Robin Fairlie')).toMatchObject({ shown: 3, opened: 2, messaged: 1 })
  expect(await cells('visitors-7-days', 'Lee Marsh')).toMatchObject({
    visits: 1,
    days: 1,
    searches: 1,
    lessons: 1,
    cameBack: false,
  })
  expect(await cells('visitors-28-days', 'Lee Marsh')).toMatchObject({ visits: 2, days: 2, cameBack: true })
  const people = async (days: number) => (await admin.get(`/api/admin/analytics/people?period=${days}`)).json
  const [week, month] = [await people(7), await people(28)]
  expect(month.cameBack - week.cameBack).toBeGreaterThanOrEqual(1)
  expect(week.joinedAndBooked).toBeGreaterThanOrEqual(1)
  expect((await admin.get('/api/admin/analytics/people?period=8')).status).toBe(400)
})

test('each figure opens the visits and page views behind it', async () => {
  const session = await visit({ at: '2024-08-01T12:00:00Z', pages: ['/', '/blog', '/help'] })
  const views = (await admin.get(`/api/admin/lists/page-views?q=${session}&sort=createdAt`)).json
  expect(views.rows.map(({ cells }: { cells: { path: string } }) => cells.path)).toEqual([
    '/',
    '/blog',
    '/help',
  ])
  const days = encodeURIComponent('2024-08-01..2024-08-01')
  const visits = (await admin.get(`/api/admin/lists/visits?filters[createdAt]=${days}`)).json
  expect(visits).toMatchObject({ count: 1, rows: [{ id: session, cells: { pages: 3, entryPage: '/' } }] })
})
