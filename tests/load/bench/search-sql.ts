import type pg from 'pg'
import { SEARCH_RADIUS_MILES } from '#features/search/distance.ts'
import { near } from '#features/search/statement.ts'
import { EARTH_RADIUS_MILES } from '#platform/miles.ts'
import type { Bench } from './bench.ts'
import { interleave, median, type Row, spreadOf, times, whole } from './table.ts'

const CLIENTS = 4
const GATE_ZIPS = 2000

/** Three ways to find who teaches within 50 miles of the ZIP code $1, each as `found (instructor_id, miles)`. */
const ours = `${near}, found as (
  select instructor_id, 2 * ${EARTH_RADIUS_MILES} * asin(least(1, sqrt(chord) / 2)) as miles from near)`

const haversine = `found as (
  select instructor_id, min(miles) as miles from (
    select l.instructor_id, 2 * ${EARTH_RADIUS_MILES} * asin(least(1, sqrt(
      power(sin(radians(l.lat - z.lat) / 2), 2)
      + cos(radians(l.lat)) * cos(radians(z.lat)) * power(sin(radians(l.lng - z.lng) / 2), 2)))) as miles
    from zip_codes z, instructor_teaching_locations l where z.zip = $1) everyone
  where miles <= ${SEARCH_RADIUS_MILES} group by instructor_id)`

/** The extension's own sphere has another radius: the same angle is looked for. */
const reach = `(${SEARCH_RADIUS_MILES / EARTH_RADIUS_MILES} * earth())`
const earthdistance = `found as (
  select instructor_id, min(metres) / earth() * ${EARTH_RADIUS_MILES} as miles from (
    select l.instructor_id, earth_distance(ll_to_earth(z.lat, z.lng), ll_to_earth(l.lat, l.lng)) as metres
    from zip_codes z join instructor_teaching_locations l
      on earth_box(ll_to_earth(z.lat, z.lng), ${reach}) @> ll_to_earth(l.lat, l.lng)
    where z.zip = $1) in_box
  where metres <= ${reach} group by instructor_id)`

/** How many there are, and the nearest 24: what a result page asks for, without its cards. */
const ranked = (how: string) => `with ${how}, visible as (
    select f.* from found f join instructor_profiles c on c.user_id = f.instructor_id where c.is_visible)
  select (select count(*)::int from visible) as total,
    (select json_agg(p) from (select * from visible order by miles, instructor_id limit 24) p) as page`

/** Everybody, for comparing. */
const everybody = (how: string) => `with ${how}
  select coalesce(string_agg(instructor_id::text || round(miles::numeric, 4), ',' order by instructor_id), '') as all,
    count(*)::int as count from found`

/** The search's statement against SQL: our box and chord against trigonometry on every row, and against `earthdistance`. */
export async function benchSearchSql(bench: Bench): Promise<Row[]> {
  const { pool } = bench.database
  await pool.query('create extension if not exists earthdistance cascade')
  await pool.query(
    'create index if not exists bench_earth on instructor_teaching_locations using gist (ll_to_earth(lat, lng))',
  )
  try {
    await pool.query('analyze instructor_teaching_locations')
    const gate = await compareAnswers(pool, bench.zips)
    return [
      await compareSpeed(bench, `trigonometry on every row. ${gate}`, haversine),
      await compareSpeed(bench, 'earthdistance with a GiST index', earthdistance),
    ]
  } finally {
    await pool.query('drop index if exists bench_earth')
  }
}

async function compareSpeed(bench: Bench, name: string, how: string): Promise<Row> {
  const runs = await interleave(
    bench.rounds,
    () => statementsPerSecond(bench, 'ours', ranked(ours)),
    () => statementsPerSecond(bench, name.slice(0, 12), ranked(how)),
    (perSecond) => perSecond,
  )
  const ratio = median(runs.ratios)
  return {
    goal: 'P2',
    what: `search in SQL alone, ${CLIENTS} clients; ${name}`,
    ours: `${whole(median(runs.a))} TPS`,
    reference: `${whole(median(runs.b))} TPS`,
    result: times(ratio),
    spread: spreadOf(runs.ratios),
    wanted: '≥ 3 ×',
    met: ratio >= 3,
  }
}

/** @throws Error when a ZIP code has other coaches, or one at another distance (to a ten-thousandth of a mile) */
async function compareAnswers(pool: pg.Pool, zips: readonly string[]): Promise<string> {
  const waiting = zips.slice(0, GATE_ZIPS)
  const asked = waiting.length
  let hits = 0
  const ask = async (name: string, how: string, zip: string) =>
    (await pool.query<{ all: string; count: number }>({ name, text: everybody(how), values: [zip] })).rows[0]
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (let zip = waiting.pop(); zip; zip = waiting.pop()) {
        const mine = await ask('all-ours', ours, zip)
        const theirs = await ask('all-haversine', haversine, zip)
        if (!mine || mine.all !== theirs?.all) throw new Error(`the statements disagree about ${zip}`)
        hits += mine.count
      }
    }),
  )
  return `Same coaches and distances for ${whole(asked)} ZIPs, ${whole(hits)} hits`
}

/** A closed loop of prepared statements on random ZIPs. */
async function statementsPerSecond(bench: Bench, name: string, text: string): Promise<number> {
  const { database, zips, seconds } = bench
  let done = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - began < seconds * 1000)
        await database.pool.query({ name, text, values: [zips[done++ % zips.length]] })
    }),
  )
  return done / ((performance.now() - began) / 1000)
}
