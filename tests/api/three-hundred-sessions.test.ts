import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../load/support/random.ts'
import { addCoach } from '../support/people.ts'
import { testProduct, type Visitor } from '../support/product.ts'

/**
 * Three hundred sessions with known results, across both daylight saving changes in New York: checks the
 * exact rows of the quiz, the search history and the analytics page. The tests compute days with Temporal,
 * the product with PostgreSQL.
 */
const product = testProduct()
const NEW_YORK = 'America/New_York'
const random = seededRandom('three hundred sessions')
const below = (many: number) => Math.floor(random() * many)
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
const chance = (share: number) => random() < share

/** Daylight saving time ended on November 2, 2025, and started on March 8, 2026. */
const days = ['2025-11-01', '2025-11-02', '2025-11-03', '2026-03-07', '2026-03-08', '2026-03-09']
/** The hour from 1 to 2 is repeated in November, the one from 2 to 3 is skipped in March. */
const clocks = [
  '00:00:00',
  '00:30:00',
  '01:30:00',
  '01:59:59.999',
  '03:00:00',
  '12:15:00',
  '23:30:00',
  '23:59:59.999',
]
const orders = {
  control: ['location', 'contact', 'experience', 'goals', 'preferences', 'budget'],
  test: ['experience', 'goals', 'preferences', 'budget', 'location', 'contact'],
  testc: ['experience', 'goals', 'preferences', 'budget', 'location'],
}
type Variant = keyof typeof orders
const variants = Object.keys(orders) as Variant[]
const zips = ['28202', '30301', '94110', '10001', '60601', '85001', '73301']
const sites = [
  null,
  null,
  'https://www.google.example/search',
  'https://golf.example/best',
  'https://greenside.test/blog',
]

interface Search {
  id: string
  query: string
  results: number
  isTest: boolean
  at: string
}
interface Session {
  id: string
  at: string
  day: string
  user: string | null
  pages: string[]
  referrer: string | null
  searches: Search[]
  shown: { coach: string; clicked: boolean; messaged: boolean; bookClicked: boolean }[]
  quiz: { variant: Variant; position: number; found: boolean | null; isTest: boolean } | null
  booked: 'completed' | 'pending' | null
}
const sessions: Session[] = []
let coaches: string[]
let admin: Visitor

beforeAll(async () => {
  const { pool } = product.database
  product.clock.moveTo(Date.parse('2026-03-20T16:00:00Z'))
  const avery = await product.admin()
  admin = avery
  coaches = []
  for (const name of ['Ada Fenn', 'Bo Hollis', 'Cy Marsh']) coaches.push((await addCoach(pool, { name })).id)
  const people = await pool.query<{ id: string }>(
    `insert into profiles (full_name, email, user_type)
     select 'Sam Rivera ' || n, 'sam' || n || '@sessions.test', 'student' from generate_series(1, 300) n returning id`,
  )
  for (let n = 0; n < 300; n++) sessions.push(drawSession(people.rows[n]?.id ?? ''))
  await store()
}, 60_000)

function drawSession(person: string): Session {
  const day = oneOf(days)
  const wall = Temporal.PlainDateTime.from(`${day}T${oneOf(clocks)}`)
  const at = wall.toZonedDateTime(NEW_YORK, { disambiguation: oneOf(['earlier', 'later'] as const) })
  const user = chance(0.4) ? person : null
  const coachPages = chance(0.3) ? [`/instructor/${oneOf(coaches)}`] : []
  const variant = oneOf(variants)
  return {
    id: randomUUID(),
    at: at.toInstant().toString(),
    // For a skipped local time, the day of the instant it was converted to.
    day: at.toPlainDate().toString(),
    user,
    pages: [oneOf(['/', '/', '/blog', '/find-your-match']), ...coachPages, ...(chance(0.2) ? ['/help'] : [])],
    referrer: oneOf(sites),
    searches: Array.from({ length: chance(0.6) ? 1 + below(3) : 0 }, (_, nth) => ({
      id: randomUUID(),
      query: oneOf(zips),
      results: below(3) * 7,
      isTest: chance(0.06),
      at: at
        .add({ seconds: nth + 1 })
        .toInstant()
        .toString(),
    })),
    shown: coaches
      .filter(() => chance(0.35))
      .map((coach) => ({ coach, clicked: chance(0.4), messaged: chance(0.1), bookClicked: chance(0.1) })),
    quiz: chance(0.7)
      ? {
          variant,
          position: 1 + below(orders[variant].length),
          found: oneOf([true, true, false, null]),
          isTest: chance(0.08),
        }
      : null,
    booked: user && chance(0.25) ? oneOf(['completed', 'pending'] as const) : null,
  }
}

async function store() {
  const insert = (text: string, list: object[]) => product.database.pool.query(text, [JSON.stringify(list)])
  await insert(
    `insert into user_sessions (session_id, user_id, is_authenticated, entry_page, exit_page, pages_visited, ended_at, domain, created_at)
     select id, "user", "user" is not null, page, page, pages, at, 'greenside.test', at
     from jsonb_to_recordset($1) as s (id uuid, "user" uuid, page text, pages int, at timestamptz)`,
    sessions.map((one) => ({ ...one, page: one.pages[0], pages: one.pages.length })),
  )
  await insert(
    `insert into page_views (id, session_id, user_id, page_path, referrer, domain, duration_seconds, created_at)
     select gen_random_uuid(), session, "user", path, referrer, 'greenside.test', seconds, at::timestamptz + nth * interval '1 microsecond'
     from jsonb_to_recordset($1) as s (session uuid, "user" uuid, path text, referrer text, seconds int, at timestamptz, nth int)`,
    views(),
  )
  await insert(
    `insert into search_history (id, session_id, user_id, search_query, results_count, is_test, created_at)
     select id, session, "user", query, results, "isTest", at
     from jsonb_to_recordset($1) as s (id uuid, session uuid, "user" uuid, query text, results int, "isTest" boolean, at timestamptz)`,
    sessions.flatMap(({ id, user, searches }) => searches.map((one) => ({ ...one, session: id, user }))),
  )
  await insert(
    `insert into instructor_impressions (session_id, instructor_id, position_in_results, clicked, message_clicked, book_clicked, created_at)
     select session, coach, 1, clicked, messaged, "bookClicked", at
     from jsonb_to_recordset($1) as s (session uuid, coach uuid, clicked boolean, messaged boolean, "bookClicked" boolean, at timestamptz)`,
    sessions.flatMap(({ id, at, shown }) => shown.map((one) => ({ ...one, session: id, at }))),
  )
  await insert(
    `insert into quiz_responses (session_id, visit_id, is_test, variant, current_step, completed_at, match_found, created_at, updated_at)
     select session, session, "isTest", variant, step, case when found is not null then at end, found, at, at
     from jsonb_to_recordset($1) as s (session uuid, "isTest" boolean, variant text, step text, found boolean, at timestamptz)`,
    sessions.flatMap(({ id, at, quiz }) =>
      quiz ? [{ ...quiz, session: id, at, step: orders[quiz.variant][quiz.position - 1] }] : [],
    ),
  )
  await insert(
    `insert into bookings (instructor_id, student_id, lesson_date, lesson_end, duration_minutes, time_zone, price_amount, lesson_title,
       location_name, status, payment_status, created_at)
     select $2, "user", day, day + interval '1 hour', 60, 'America/New_York', 85, 'Golf lesson', 'Longleaf', 'confirmed', booked,
       at + interval '10 minutes'
     from (select *, timestamptz '2026-04-01T12:00Z' + row_number() over () * interval '2 hours' as day
       from jsonb_to_recordset($1) as s ("user" uuid, booked text, at timestamptz)) s`.replace(
      '$2',
      `'${coaches[0]}'`,
    ),
    sessions.filter(({ booked }) => booked),
  )
}

/** Every page view of every session, in order, with a duration of 10, 20 or 30 seconds. */
const views = () =>
  sessions.flatMap(({ id, user, at, pages, referrer }) =>
    pages.map((path, nth) => ({
      session: id,
      user,
      path,
      at,
      nth,
      seconds: 10 * (nth + 1),
      referrer: nth === 0 ? referrer : 'https://greenside.test/',
    })),
  )

const get = async (path: string) => {
  const { status, json, text } = await admin.get(path)
  if (status !== 200) throw new Error(text)
  return json
}
const between = (from: string, to: string) => sessions.filter(({ day }) => day >= from && day <= to)
const spans: [from: string, to: string][] = [
  ...days.map((day): [string, string] => [day, day]),
  ['2025-11-01', '2025-11-03'],
  ['2026-03-07', '2026-03-09'],
  ['2025-10-23', '2026-03-20'],
]

test('every day has sessions of every kind', () => {
  for (const day of days) expect(between(day, day).length).toBeGreaterThan(20)
  expect(sessions.filter(({ quiz }) => quiz?.isTest).length).toBeGreaterThan(5)
  expect(sessions.flatMap(({ searches }) => searches).filter(({ isTest }) => isTest).length).toBeGreaterThan(
    5,
  )
  expect(sessions.filter(({ booked }) => booked).length).toBeGreaterThan(10)
})

test.each(spans)('the quiz funnel, %s to %s, excludes tests [D6]', async (from, to) => {
  const expected = variants.map((variant) => {
    const own = between(from, to).flatMap(({ quiz }) =>
      quiz?.variant === variant && !quiz.isTest ? [quiz] : [],
    )
    return {
      variant,
      sessions: own.length,
      reached: orders[variant].map((_, at) => own.filter(({ position }) => position > at).length),
      completed: own.filter(({ found }) => found !== null).length,
      matched: own.filter(({ found }) => found === true).length,
      unmatched: own.filter(({ found }) => found === false).length,
    }
  })
  expect((await get(`/api/admin/quiz/funnel?from=${from}&to=${to}`)).funnels).toMatchObject(expected)
})

describe('the search history', () => {
  const searched = () =>
    sessions.flatMap((session) =>
      session.searches.map((one) => {
        // By the day of the search itself: the session may have started in the last second of the day before.
        const day = Temporal.Instant.from(one.at).toZonedDateTimeISO(NEW_YORK).toPlainDate().toString()
        return { ...one, session, day }
      }),
    )

  test('has each search once, with the visit’s outcome for its coaches, and tests only on request', async () => {
    for (const wanted of ['no', 'yes'] as const) {
      const found = new Map<string, object>()
      let after = ''
      do {
        const page = await get(
          `/api/admin/lists/search-history?filters[isTest]=${wanted}${after && `&after=${after}`}`,
        )
        for (const { id, cells } of page.rows) found.set(id, cells)
        after = page.next ?? ''
      } while (after)
      const expected = searched().filter(({ isTest }) => isTest === (wanted === 'yes'))
      expect([wanted, found.size]).toEqual([wanted, expected.length])
      for (const { id, query, results, at, session } of expected)
        expect(found.get(id)).toMatchObject({
          query,
          results,
          createdAt: new Date(at).toISOString(),
          shown: session.shown.length,
          opened: session.shown.filter(({ clicked }) => clicked).length,
          messaged: session.shown.filter(({ messaged }) => messaged).length,
          booked: session.shown.filter(({ bookClicked }) => bookClicked).length,
        })
    }
  })

  test('uses New York days', async () => {
    for (const [from, to] of spans) {
      const range = encodeURIComponent(`${from}..${to}`)
      const { count } = await get(
        `/api/admin/lists/search-history?filters[createdAt]=${range}&filters[isTest]=no`,
      )
      expect([from, to, count]).toEqual([
        from,
        to,
        searched().filter(({ day, isTest }) => !isTest && day >= from && day <= to).length,
      ])
    }
  })

  test('lists the top five searches, without tests', async () => {
    const counts = Map.groupBy(
      searched().filter(({ isTest }) => !isTest),
      ({ query }) => query,
    )
    const expected = [...counts]
      .map(([query, all]) => ({
        query,
        searches: all.length,
        withoutResult: all.filter(({ results }) => results === 0).length,
      }))
      .toSorted((a, b) => b.searches - a.searches || (a.query < b.query ? -1 : 1))
    expect(expected.length).toBeGreaterThan(5)
    expect(await get('/api/admin/analytics/top-searches?period=365')).toMatchObject(expected.slice(0, 5))
  })
})

describe('the analytics page', () => {
  test.each(spans)(
    '%s to %s: days, totals, the path to a paid lesson, pages and sources',
    async (from, to) => {
      const own = between(from, to).filter(
        ({ searches, quiz }) => !quiz?.isTest && !searches.some(({ isTest }) => isTest),
      )
      const seen = views().filter(({ session }) => own.some(({ id }) => id === session))
      const shown = await get(`/api/admin/analytics/traffic?from=${from}&to=${to}`)
      expect(shown.totals).toEqual({
        visits: own.length,
        signedIn: own.filter(({ user }) => user).length,
        views: seen.length,
        secondsAView:
          Math.round((seen.reduce((sum, { seconds }) => sum + seconds, 0) / seen.length) * 10) / 10,
      })
      const withVisits = shown.days.filter(({ visits }: { visits: number }) => visits > 0)
      expect(withVisits).toEqual(
        days
          .filter((day) => day >= from && day <= to)
          .map((date) => {
            const ofDay = own.filter(({ day }) => day === date)
            return {
              date,
              visits: ofDay.length,
              signedIn: ofDay.filter(({ user }) => user).length,
              views: ofDay.reduce((sum, { pages }) => sum + pages.length, 0),
            }
          }),
      )
      const reached = own.map((one) => {
        if (one.booked) return one.booked === 'completed' ? 6 : 5
        if (one.shown.some(({ messaged, bookClicked }) => messaged || bookClicked)) return 4
        if (
          one.shown.some(({ clicked }) => clicked) ||
          one.pages.some((path) => path.startsWith('/instructor/'))
        )
          return 3
        return one.shown.length > 0 || one.searches.length > 0 ? 2 : 1
      })
      expect(shown.funnel.map(({ visits }: { visits: number }) => visits)).toEqual(
        [1, 2, 3, 4, 5, 6].map((step) => reached.filter((one) => one >= step).length),
      )
      expect(shown.pages).toEqual(
        byCount(seen, ({ path }) => path.replace(/instructor\/.*/, 'instructor/…')).map(([path, all]) => ({
          path,
          views: all.length,
          visits: new Set(all.map(({ session }) => session)).size,
        })),
      )
      const fromElsewhere = own.filter(({ referrer }) => !referrer?.includes('greenside.test'))
      expect(shown.sources).toEqual(
        byCount(fromElsewhere, ({ referrer }) =>
          referrer ? new URL(referrer).hostname.replace(/^www\./, '') : 'Direct',
        ).map(([source, all]) => ({ source, visits: all.length })),
      )
    },
  )

  test('each coach: impressions, profile views, contacts and bookings', async () => {
    const { rows } = await get('/api/admin/lists/coaches-365-days')
    const lessons = sessions.filter(({ booked }) => booked).length
    for (const [nth, coach] of coaches.entries()) {
      const own = sessions.flatMap(({ shown }) => shown.filter((one) => one.coach === coach))
      expect(rows.find(({ id }: { id: string }) => id === coach).cells).toMatchObject({
        shown: own.length,
        opened: own.filter(({ clicked }) => clicked).length,
        messaged: own.filter(({ messaged }) => messaged).length,
        bookClicked: own.filter(({ bookClicked }) => bookClicked).length,
        lessons: nth === 0 ? lessons : 0,
        earned: nth === 0 ? lessons * 8_500 : 0,
      })
    }
  })
})

/** The groups by count in descending order, then by name; ten at most. */
function byCount<T>(list: readonly T[], key: (one: T) => string): [string, T[]][] {
  return [...Map.groupBy(list, key)]
    .toSorted((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1))
    .slice(0, 10)
}
