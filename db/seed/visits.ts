import type pg from 'pg'
import { DAY } from '#platform/duration.ts'
import { createRandom } from './random.ts'

/** The domain of the demo's visits. They are deleted with the demo by it. */
export const DEMO_DOMAIN = 'visits.greenside.demo'
const DAYS = 60
const sources = [
  ['', 46],
  ['https://www.google.com/', 34],
  ['https://www.bing.com/', 6],
  ['https://www.instagram.com/', 8],
  ['https://golf-talk.example/threads/lessons', 6],
] as const

interface Visit {
  session: string
  user: string | null
  at: number
  pages: { id: string; path: string; at: number; seconds: number }[]
  referrer: string
  zip: string | null
  search: string
  /** 1 is normal; lower is faster. */
  pace: number
  shown: { coach: string; place: number; opened: boolean; messaged: boolean; booked: boolean }[]
}

/**
 * Inserts sixty days of visits to the demo marketplace: more on weekends, a third with a search, and a few by its students. The last hour
 * is left empty, so that a demo user can find their own activity.
 * @param now milliseconds since 1970, UTC
 */
export async function insertVisits(client: pg.ClientBase, seed: number, now: number): Promise<void> {
  const random = createRandom(`visits ${seed}`)
  const coaches = await client.query<{ id: string; zip: string }>(
    `select c.user_id as id, l.zip from instructor_profiles c
     join instructor_teaching_locations l on l.instructor_id = c.user_id and l.is_primary
     join profiles p on p.id = c.user_id where p.is_demo and c.is_visible and l.zip is not null
     order by l.zip, c.user_id limit 400`,
  )
  const students = await client.query<{ id: string }>(
    `select id from profiles where is_demo and user_type = 'student' and closed_at is null order by id limit 120`,
  )
  const booked = await client.query<{ id: string; coach: string; at: number }>(
    `select student_id as id, instructor_id as coach, extract(epoch from created_at)::float8 * 1000 as at from bookings
     where is_demo and not is_demonstration and created_at between $1 and $2 order by md5(id::text) limit 70`,
    [new Date(now - DAYS * DAY), new Date(now - 3_600_000)],
  )
  const visits: Visit[] = booked.rows.map(({ id, coach, at }) => makeBooking(id, coach, at))
  for (let back = DAYS; back >= 0; back--) {
    const weekday = new Date(now - back * DAY).getUTCDay()
    const many = Math.round((weekday === 0 || weekday === 6 ? 26 : 16) * (0.75 + random.next() * 0.5))
    for (let nth = 0; nth < many; nth++) {
      const at = now - 3_600_000 - back * DAY - Math.floor(random.next() * DAY * (back === 0 ? 0.2 : 0.95))
      visits.push(makeVisit(at))
    }
  }
  await store(client, visits)

  /** An id in the format of browsers and the server: its first part is the time, which selects a row's monthly partition. */
  function idAt(at: number): string {
    const time = Math.floor(at).toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${random.uuid().slice(15)}`
  }

  /** A visit in which a student booked a demo lesson. */
  function makeBooking(user: string, coach: string, bookedAt: number): Visit {
    const at = bookedAt - 60_000 * random.int(3, 20)
    const seconds = random.int(60, 170)
    return {
      session: idAt(at),
      user,
      at,
      pages: [
        { id: idAt(at), path: '/', at, seconds: 25 },
        { id: idAt(at), path: `/instructor/${coach}`, at: at + 25_000, seconds },
        { id: idAt(at), path: `/instant-book/${coach}`, at: at + 1_000 * (25 + seconds), seconds: 50 },
      ],
      referrer: random.weighted(sources),
      zip: coaches.rows.find(({ id }) => id === coach)?.zip ?? null,
      search: idAt(at),
      pace: 0.6 + 0.8 * random.next(),
      shown: [{ coach, place: random.int(1, 5), opened: true, messaged: false, booked: true }],
    }
  }

  function makeVisit(at: number): Visit {
    const who = random.chance(0.22) ? random.pick(students.rows) : undefined
    const home = coaches.rows.length > 0 && random.chance(0.6) ? random.pick(coaches.rows) : undefined
    const pages = [{ id: idAt(at), path: '/', at, seconds: 8 + Math.floor(random.next() * 70) }]
    const shown: Visit['shown'] = []
    if (home) {
      const from = coaches.rows.indexOf(home)
      const near = coaches.rows.slice(from, from + 3 + Math.floor(random.next() * 6))
      for (const [place, coach] of near.entries()) {
        const opened = random.chance(0.34 / (1 + place * 0.4))
        const messaged = opened && random.chance(0.18)
        const booked = opened && random.chance(0.26)
        shown.push({ coach: coach.id, place: place + 1, opened, messaged, booked })
        const last = pages.at(-1)
        if (opened && last)
          pages.push({
            id: idAt(last.at),
            path: `/instructor/${coach.id}`,
            at: last.at + last.seconds * 1_000,
            seconds: 15 + Math.floor(random.next() * 160),
          })
      }
    }
    if (!home && random.chance(0.5))
      pages.push({
        id: idAt(at),
        path: random.pick(['/blog', '/charlotte-golf-instructors', '/join-instructor', '/help', '/auth']),
        at: at + 40_000,
        seconds: 5 + Math.floor(random.next() * 50),
      })
    const source = random.weighted(sources)
    return {
      session: idAt(at),
      user: who?.id ?? null,
      at,
      pages,
      referrer: source,
      zip: home?.zip ?? (random.chance(0.03) ? '82190' : null),
      search: idAt(at),
      pace: 0.6 + 0.8 * random.next(),
      shown,
    }
  }
}

/** Writes visits with one statement per table. */
async function store(client: pg.ClientBase, visits: readonly Visit[]): Promise<void> {
  const rows = visits.map((visit) => {
    const last = visit.pages.at(-1)
    return {
      session_id: visit.session,
      user_id: visit.user,
      at: visit.at,
      ended: last ? last.at + last.seconds * 1_000 : visit.at,
      entry: visit.pages[0]?.path,
      exit: last?.path,
      pages: visit.pages.length,
      zip: visit.zip,
      results: visit.shown.length,
      search: visit.search,
      pace: visit.pace,
    }
  })
  const asJson = (value: unknown) => JSON.stringify(value)
  await client.query(
    `insert into user_sessions (session_id, user_id, is_authenticated, entry_page, exit_page, pages_visited, ended_at, domain, created_at)
     select session_id, user_id, user_id is not null, entry, exit, pages, to_timestamp(ended / 1000.0), $2, to_timestamp(at / 1000.0)
     from jsonb_to_recordset($1) as v(session_id uuid, user_id uuid, at float8, ended float8, entry text, exit text, pages int)`,
    [asJson(rows), DEMO_DOMAIN],
  )
  const views = visits.flatMap(({ session, user, pages, referrer }) =>
    pages.map((page, nth) => ({
      session,
      user,
      ...page,
      referrer: nth === 0 ? referrer : '',
      exit: pages[nth + 1]?.path ?? page.path,
    })),
  )
  await client.query(
    `insert into page_views (id, session_id, user_id, page_path, referrer, domain, duration_seconds, exit_path, created_at)
     select id, session, "user", path, nullif(referrer, ''), $2, seconds, exit, to_timestamp(at / 1000.0)
     from jsonb_to_recordset($1) as v(id uuid, session uuid, "user" uuid, path text, referrer text, seconds int, exit text, at float8)`,
    [asJson(views), DEMO_DOMAIN],
  )
  await client.query(
    `insert into search_history (id, session_id, user_id, search_query, search_location, results_count, created_at)
     select search, session_id, user_id, v.zip, z.lat || ',' || z.lng, results, to_timestamp((at + 9000) / 1000.0)
     from jsonb_to_recordset($1) as v(session_id uuid, user_id uuid, zip text, results int, at float8, search uuid)
     left join zip_codes z on z.zip = v.zip where v.zip is not null`,
    [asJson(rows)],
  )
  const shown = visits.flatMap(({ session, user, at, zip, shown }) =>
    shown.map((one) => ({ session, user, zip, at: at + 9_000, ...one })),
  )
  await client.query(
    `insert into instructor_impressions (session_id, instructor_id, user_id, search_query, position_in_results,
       clicked, clicked_at, message_clicked, message_clicked_at, book_clicked, book_clicked_at, created_at)
     select session, coach, "user", zip, place, opened, case when opened then seen end, messaged, case when messaged then seen end,
       booked, case when booked then seen end, to_timestamp(at / 1000.0)
     from jsonb_to_recordset($1) as v(session uuid, coach uuid, "user" uuid, zip text, place int, opened boolean, messaged boolean,
       booked boolean, at float8), lateral (select to_timestamp((v.at + 30000) / 1000.0) as seen) t`,
    [asJson(shown)],
  )
  await client.query(
    `insert into web_vitals (id, session_id, name, value, rating, page_path, created_at)
     select (left(session_id::text, 14) || '7' || substr(md5(session_id || m.name)::uuid::text, 16))::uuid, session_id, m.name, m.value * pace, 'good', entry, to_timestamp(at / 1000.0)
     from jsonb_to_recordset($1) as v(session_id uuid, entry text, at float8, pace float8),
       (values ('LCP', 900.0), ('FCP', 500), ('INP', 40), ('CLS', 0.01), ('TTFB', 120)) as m(name, value)`,
    [asJson(rows)],
  )
}
