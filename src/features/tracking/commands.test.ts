import { createServer } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/db.ts'
import { createLog } from '#platform/log.ts'
import { uuidV7 } from '#platform/uuid.ts'
import { testDatabase } from '#tests/support/database.ts'
import { addCoach } from '#tests/support/people.ts'
import { stopTracking, storeTracked, type Tracked, track, trackingQueue, type Visit } from './commands.ts'
import type { BeaconEvent } from './schema.ts'

const database = testDatabase()
afterAll(() => stopTracking(database.db))
const started = Date.UTC(2026, 10, 21, 15)
const visit = (more: Partial<Visit> = {}): Visit => ({
  sessionId: uuidV7(),
  userId: null,
  domain: 'greenside.test',
  at: started,
  ...more,
})
const log = createLog('silent')

/** Sends events through the queue, as a beacon does. */
async function send(by: Visit, ...events: BeaconEvent[]) {
  const services = { db: database.db, log, env: { DATABASE_URL: database.url } }
  track(services, by, events)
  await trackingQueue(services).flush()
}
const view = (path: string, id = uuidV7()): Extract<BeaconEvent, { kind: 'view' }> => ({
  kind: 'view',
  id,
  path,
  referrer: null,
})
const beat = (viewId: string, seconds: number, exitPath: string): BeaconEvent => ({
  kind: 'beat',
  viewId,
  seconds,
  exitPath,
})
const list = (coachIds: string[], firstPosition = 1): BeaconEvent => ({
  kind: 'list',
  query: '28202',
  filters: { sort: 'rating' },
  firstPosition,
  coachIds,
})
const rows = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows
const session = async (by: Visit) =>
  (await rows('select * from user_sessions where session_id = $1', by.sessionId))[0]

test('a session begins with its first page, ends with its last, and counts its pages [row 109]', async () => {
  const by = visit()
  await send(by, view('/'))
  await send({ ...by, at: started + 5_000 }, view('/instructor/maya'), view('/lessons'))
  expect(await session(by)).toMatchObject({
    user_id: null,
    is_authenticated: false,
    entry_page: '/',
    exit_page: '/lessons',
    pages_visited: 3,
    domain: 'greenside.test',
    created_at: new Date(started),
    ended_at: new Date(started + 5_000),
  })
})

test('a person who signs in during a session is known from then on', async () => {
  const by = visit()
  const userId = uuidV7()
  await send(by, view('/'))
  await send({ ...by, userId, at: started + 1 }, view('/lessons'))
  await send({ ...by, at: started + 2 }, view('/'))
  expect(await session(by)).toMatchObject({ user_id: userId, is_authenticated: true, pages_visited: 3 })
  const views = await rows(
    'select user_id from page_views where session_id = $1 order by created_at',
    by.sessionId,
  )
  expect(views.map((row) => row.user_id)).toEqual([null, userId, null])
})

test('a beacon that arrives twice counts once', async () => {
  const by = visit()
  const seen = view('/')
  await send(by, seen, seen)
  await send(by, seen)
  expect((await session(by))?.pages_visited).toBe(1)
})

test('heartbeats lengthen a page view; an outdated one changes nothing [row 108]', async () => {
  const by = visit()
  const seen = view('/')
  await send(by, seen, beat(seen.id, 10, '/'))
  await send({ ...by, at: started + 30_000 }, beat(seen.id, 30, '/lessons'), beat(seen.id, 20, '/'))
  await send(by, beat(seen.id, 20, '/'))
  const [row] = await rows('select duration_seconds, exit_path from page_views where id = $1', seen.id)
  expect(row).toEqual({ duration_seconds: 30, exit_path: '/lessons' })
  expect((await session(by))?.ended_at).toEqual(new Date(started + 30_000))
})

test('another session’s rows can’t be changed', async () => {
  const sam = visit()
  const eve = visit()
  const coach = await addCoach(database.pool)
  const seen = view('/')
  await send(sam, seen, list([coach.id]))
  await send(eve, beat(seen.id, 999, '/hacked'), { ...view('/hacked'), id: seen.id })
  await send(eve, { kind: 'click', id: uuidV7(), coachId: coach.id, action: 'booking_click' })
  const [row] = await rows(
    'select page_path, duration_seconds, exit_path from page_views where id = $1',
    seen.id,
  )
  expect(row).toEqual({ page_path: '/', duration_seconds: null, exit_path: null })
  const [shown] = await rows(
    'select book_clicked from instructor_impressions where session_id = $1',
    sam.sessionId,
  )
  expect(shown.book_clicked).toBe(false)
  expect(await session(eve)).toBeUndefined()
})

test('a page of 24 cards is 24 impressions in one statement, and the next list updates them [row 41]', async () => {
  const by = visit()
  const coaches = await Promise.all(Array.from({ length: 24 }, () => addCoach(database.pool)))
  const ids = coaches.map((coach) => coach.id)
  await send(by, list(ids))
  await send(by, list(ids.toReversed(), 25))
  const found = await rows(
    `select instructor_id, search_query, search_filters, position_in_results, clicked
     from instructor_impressions where session_id = $1 order by position_in_results`,
    by.sessionId,
  )
  expect(found.map((row) => row.instructor_id)).toEqual(ids.toReversed())
  expect(found.map((row) => row.position_in_results)).toEqual(ids.map((_, i) => i + 25))
  expect(found[0]).toMatchObject({
    search_query: '28202',
    search_filters: { sort: 'rating' },
    clicked: false,
  })
})

test('clicks mark the impression, the first of each kind; message and booking are profile events too [row 45]', async () => {
  const by = visit()
  const coach = await addCoach(database.pool)
  const click = (action: 'card_click' | 'message_click' | 'booking_click'): BeaconEvent => ({
    kind: 'click',
    id: uuidV7(),
    coachId: coach.id,
    action,
  })
  await send(by, list([coach.id]), click('card_click'))
  await send({ ...by, at: started + 1_000 }, click('booking_click'), click('card_click'))
  await send({ ...by, at: started + 2_000 }, list([coach.id], 7))
  const [row] = await rows('select * from instructor_impressions where session_id = $1', by.sessionId)
  expect(row).toMatchObject({
    position_in_results: 7,
    clicked: true,
    clicked_at: new Date(started),
    book_clicked: true,
    book_clicked_at: new Date(started + 1_000),
    message_clicked: false,
    message_clicked_at: null,
  })
  await send({ ...by, at: started + 3_000 }, click('message_click'))
  const events = await rows(
    'select instructor_id, event_type from instructor_profile_events where session_id = $1 order by created_at',
    by.sessionId,
  )
  expect(events).toEqual([
    { instructor_id: coach.id, event_type: 'booking_click' },
    { instructor_id: coach.id, event_type: 'message_click' },
  ])
})

test('unknown coaches are ignored', async () => {
  const by = visit()
  await send(by, list([uuidV7()]), {
    kind: 'click',
    id: uuidV7(),
    coachId: uuidV7(),
    action: 'booking_click',
  })
  expect(await rows('select 1 from instructor_impressions where session_id = $1', by.sessionId)).toEqual([])
  expect(await rows('select 1 from instructor_profile_events where session_id = $1', by.sessionId)).toEqual(
    [],
  )
})

test('a ZIP code search is stored with its place, an unknown code without one [row 40]', async () => {
  const by = visit()
  const search = (zip: string, resultsCount: number): BeaconEvent => ({
    kind: 'search',
    id: uuidV7(),
    zip,
    resultsCount,
  })
  await send(by, search('28202', 31), search('00000', 0))
  const found = await rows(
    'select user_id, search_query, search_type, search_location, results_count, is_test from search_history where session_id = $1 order by created_at',
    by.sessionId,
  )
  expect(found).toEqual([
    {
      user_id: null,
      search_query: '28202',
      search_type: 'zip_code',
      search_location: expect.stringMatching(/^35\.\d+,-80\.\d+$/),
      results_count: 31,
      is_test: false,
    },
    expect.objectContaining({ search_query: '00000', search_location: null, results_count: 0 }),
  ])
})

test('web vitals are stored as measured [row 110]', async () => {
  const by = visit()
  await send(by, { kind: 'vital', id: uuidV7(), name: 'LCP', value: 812.5, rating: 'good', path: '/' })
  expect(
    await rows('select name, value, rating, page_path from web_vitals where session_id = $1', by.sessionId),
  ).toEqual([{ name: 'LCP', value: 812.5, rating: 'good', page_path: '/' }])
})

test('the same rows written by two processes at once are stored once, without a deadlock', async () => {
  const sessions = Array.from({ length: 20 }, () => visit())
  const coaches = await Promise.all(Array.from({ length: 5 }, () => addCoach(database.pool)))
  const some: Tracked[] = sessions.flatMap((by) => [
    { ...by, ...view('/') },
    ...coaches.map(
      (coach, i): Tracked => ({
        ...by,
        kind: 'impression',
        coachId: coach.id,
        position: i + 1,
        query: null,
        filters: '{}',
      }),
    ),
  ])
  await Promise.all([storeTracked(database.pool, some), storeTracked(database.pool, some.toReversed())])
  const ids = sessions.map((by) => by.sessionId)
  expect(
    await rows('select sum(pages_visited)::int as n from user_sessions where session_id = any($1)', ids),
  ).toEqual([{ n: 20 }])
  expect(
    await rows('select count(*)::int as n from instructor_impressions where session_id = any($1)', ids),
  ).toEqual([{ n: 100 }])
})

test('only commits of these rows are asynchronous', async () => {
  await database.pool.query(`create table commit_modes as select ''::text as mode`)
  await database.pool.query(`create function note_commit_mode() returns trigger language plpgsql as $$
    begin update commit_modes set mode = current_setting('synchronous_commit'); return null; end $$`)
  await database.pool.query(
    'create trigger note after insert on web_vitals for each statement execute function note_commit_mode()',
  )
  const single = openDatabase(database.url, { poolSize: 1 })
  await single.$client.query('set synchronous_commit = on')
  await storeTracked(single.$client, [
    { ...visit(), kind: 'vital', id: uuidV7(), name: 'CLS', value: 0, rating: 'good', path: '/' },
  ])
  expect((await single.$client.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }])
  expect(await rows('select mode from commit_modes')).toEqual([{ mode: 'off' }])
  await single.$client.end()
})

test('an unreachable database causes no errors: rows wait [rows 40, 108]', async () => {
  const url = `postgres://nobody@127.0.0.1:${await closedPort()}/nothing`
  const services = { db: openDatabase(url, { poolSize: 1 }), log, env: { DATABASE_URL: url } }
  track(services, visit(), [view('/')])
  await trackingQueue(services).flush()
  expect(trackingQueue(services).counts()).toMatchObject({ waiting: 1, written: 0 })
  for (let i = 0; i < 2_600; i++)
    track(
      services,
      visit(),
      Array.from({ length: 40 }, () => view('/')),
    )
  expect(trackingQueue(services).counts()).toMatchObject({ waiting: 100_000, dropped: { full: 4_001 } })
  await stopTracking(services.db)
  expect(trackingQueue(services).counts()).toMatchObject({ waiting: 0, dropped: { away: 100_000 } })
})

/** Returns a port without a listener. */
function closedPort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(address && typeof address === 'object' ? address.port : 1))
    })
  })
}
