/**
 * Sends searches at a steady rate, alternating between searches alone and searches with tracking beacons for page views, lists and
 * heartbeats. Reports how much the beacons increase the p99 of the searches, and whether a beacon's row was lost.
 *
 *   npm run drill -- tracking-beside-searches [--rounds=5] [--seconds=10] [--searches=25] [--beacons=40]
 * --searches, --beacons: per second; a beacon causes 26 rows
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { until } from './support/invariants.ts'
import { type LoadRequest, type LoadResult, runLoad } from './support/load.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, startServer } from './support/server.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
    searches: { type: 'string', default: '25' },
    beacons: { type: 'string', default: '40' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const [searches, beacons] = [Number(values.searches), Number(values.beacons)]
const MAY_RISE = 1.25
const LIST = 24
/** Programs are not tracked, so beacons need a browser's user agent. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' }

buildProduct()
const database = await openLoadDatabase('search', { coaches: 300 })
const server = await startServer({ databaseUrl: database.url, env: { SEARCH_MEMORY_MB: '0' } })
try {
  const { rows } = await database.pool.query<{ id: string }>('select user_id as id from instructor_profiles')
  const coaches = rows.map(({ id }) => id)
  const cookies = await Promise.all(Array.from({ length: 200 }, openSession))
  await search(seconds / 2)
  const rises: number[] = []
  const [alone, beside]: [LoadResult[], LoadResult[]] = [[], []]
  const lost: string[] = []
  for (let round = 0; round < rounds; round++) {
    const requests = beaconsOf(coaches, cookies)
    const without = await search(seconds)
    const before = await viewsThere()
    const [withThem, told] = await Promise.all([
      search(seconds),
      runLoad({ url: server.url, requests, connections: 8, perSecond: beacons, count: requests.length }),
    ])
    const wanted = before + (told.statuses[204] ?? 0)
    if (!(await until(async () => (await viewsThere()) === wanted, { seconds: 30 })))
      lost.push(`${wanted - (await viewsThere())} of ${requests.length}`)
    alone.push(without)
    beside.push(withThem)
    rises.push(withThem.p99 / without.p99)
    console.log(
      `round ${round + 1}: alone p50 ${ms(without.p50)}, p99 ${ms(without.p99)}; with ${beacons * (LIST + 2)} rows a second p50 ${ms(withThem.p50)}, p99 ${ms(withThem.p99)}`,
      told.statuses,
    )
  }
  const middle = (of: LoadResult[], what: 'p50' | 'p99') => ms(median(of.map((run) => run[what])))
  console.log(
    `${searches} searches a second, load ${loadavg()[0]?.toFixed(1)}, medians of ${rounds}: p50 ${middle(alone, 'p50')} and ${middle(beside, 'p50')}, p99 ${middle(alone, 'p99')} and ${middle(beside, 'p99')}; p99 × ${median(rises).toFixed(2)}; views lost: ${lost.join(', ') || 0}`,
  )
  process.exitCode = median(rises) <= MAY_RISE && lost.length === 0 ? 0 : 1
} finally {
  await server.stop()
  await database.close()
}
console.log(process.exitCode === 0 ? '\nall checks passed' : '\nchecks FAILED')

function search(forSeconds: number): Promise<LoadResult> {
  const zips = ['28202', '28801', '27601', '28403', '29201']
  const requests = Array.from({ length: 200 }, (_, n) => ({
    path: `/api/coaches?zip=${zips[n % zips.length]}&minPrice=${n % 40}`,
  }))
  return runLoad({ url: server.url, requests, connections: 4, perSecond: searches, seconds: forSeconds })
}

/** Each beacon represents a page of results viewed for some seconds: a view, a list and a heartbeat. */
function beaconsOf(coaches: readonly string[], cookies: readonly string[]): LoadRequest[] {
  return Array.from({ length: Math.floor(seconds * beacons) }, (_, n) => {
    const id = randomUUID()
    const coachIds = Array.from({ length: LIST }, (_, at) => coaches[(n * 7 + at) % coaches.length])
    const events = [
      { kind: 'view', id, path: '/coaches' },
      { kind: 'list', query: '28202', filters: { sort: 'nearest' }, firstPosition: 1, coachIds },
      { kind: 'beat', viewId: id, seconds: 9, exitPath: '/coaches' },
    ]
    return {
      method: 'POST',
      path: '/t',
      headers: { ...BROWSER, 'content-type': 'application/json', cookie: cookies[n % cookies.length] ?? '' },
      body: JSON.stringify({ events }),
    }
  })
}

async function openSession(): Promise<string> {
  const answer = await fetch(`${server.url}/t`, {
    method: 'POST',
    headers: BROWSER,
    body: JSON.stringify({ events: [{ kind: 'view', id: randomUUID(), path: '/' }] }),
  })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function viewsThere(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from page_views')
  return rows[0]?.n ?? 0
}

function median(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0
}

function ms(figure: number): string {
  return `${figure.toFixed(1)} ms`
}
