/**
 * Tracking beside search: visitors tell of a page view, two lists of 24 coaches and a beat, over HTTP, at a steady
 * rate of rows, and 50 searches a second run beside them; in turn with as many searches alone, so that whatever else the
 * machine does meets both. Every row that was accepted is counted in the database afterwards. With --rows=0 visitors come
 * as fast as they are answered.
 *
 *   node tests/load/tracking-ingest.ts [--rounds=6] [--seconds=10] [--rows=20000] [--coaches=1200] [--searches=50]
 */
import { parseArgs } from 'node:util'
import { signedValues } from '#platform/signed-value.ts'
import { timedUuid } from '#platform/timed-uuid.ts'
import { Connection } from './support/generator-connection.ts'
import { until } from './support/invariants.ts'
import { assertAllGood, type LoadResult, runLoad } from './support/load.ts'
import { type LoadDatabase, openLoadDatabase } from './support/load-database.ts'
import { buildProduct, loadSecret, type Running, startServer } from './support/server.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '10' },
    rows: { type: 'string', default: '20000' },
    coaches: { type: 'string', default: '1200' },
    searches: { type: 'string', default: '50' },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const wanted = Number(values.rows)
const perSecond = Number(values.searches)
const LIST = 24
const ROWS_A_VISIT = 2 + 2 * LIST
const HEAD = [
  'content-type: application/json',
  'sec-fetch-site: same-origin',
  'user-agent: Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
].join('\r\n')
/** The product's own cookies, made with its secret, so that the generator need not read answers. */
const sessions = signedValues(loadSecret, 'tracking session')

interface Sent {
  visits: number
  beacons: number
  refused: number
  latencies: number[]
  seconds: number
}

buildProduct()
const database = await openLoadDatabase('tracking', { coaches: Number(values.coaches) })
await database.pool.query(
  'truncate page_views, user_sessions, instructor_impressions, instructor_profile_events, search_history, web_vitals',
)
const server = await startServer({ databaseUrl: database.url })
try {
  const coachIds = await listCoaches(database)
  await search(server, 5)
  const sent: Sent = { visits: 0, beacons: 0, refused: 0, latencies: [], seconds: 0 }
  const alone: LoadResult[] = []
  const beside: LoadResult[] = []
  let cpu = 0
  for (let round = 0; round < rounds; round++) {
    alone.push(await search(server, seconds))
    const cpuBefore = server.cpuSeconds()
    const [searched] = await Promise.all([search(server, seconds), visit(server, coachIds, sent)])
    cpu += server.cpuSeconds() - cpuBefore
    beside.push(searched)
    await until(async () => (await figure(server, 'tracking_rows_waiting')) === 0, { seconds: 30 })
  }
  report(sent, await countStored(database))
  console.log(`the server says: ${await outcomes(server)}`)
  console.log(`\n| ${perSecond} searches/s, medians of ${rounds} | p50 ms | p99 ms (all) |\n|---|--:|--:|`)
  for (const [name, runs] of [
    ['alone', alone],
    ['beside tracking', beside],
  ] as const)
    console.log(
      `| ${name} | ${median(runs.map((run) => run.p50)).toFixed(1)} | ${median(runs.map((run) => run.p99)).toFixed(1)} (${runs.map((run) => run.p99.toFixed(0)).join(', ')}) |`,
    )
  const rise = median(beside.map((run) => run.p99)) / median(alone.map((run) => run.p99)) - 1
  console.log(`\nsearch p99 beside tracking against alone: ${percent(rise)}`)
  console.log(
    `server: ${percent(cpu / sent.seconds)} of a core while tracking and searching, ${server.rssMb().toFixed(0)} MB`,
  )
} finally {
  await server.stop()
  await database.close()
}

function report(sent: Sent, stored: Record<string, number>) {
  const expected: Record<string, number> = {
    'page views': sent.visits,
    sessions: sent.visits,
    'views with a duration': sent.visits,
    impressions: sent.visits * 2 * LIST,
  }
  const accepted = sent.visits * ROWS_A_VISIT
  const sorted = sent.latencies.sort((a, b) => a - b)
  console.log(
    `\n${Math.round(accepted / sent.seconds).toLocaleString('en-US')} rows/s for ${sent.seconds.toFixed(0)} s in ` +
      `${Math.round(sent.beacons / sent.seconds)} beacons/s (p50 ${at(sorted, 0.5)}, p99 ${at(sorted, 0.99)} ms), ${sent.refused} not accepted\n`,
  )
  console.log('| rows | accepted | stored |\n|---|--:|--:|')
  for (const [name, count] of Object.entries(expected))
    console.log(`| ${name} | ${count} | ${stored[name]} |`)
  const isWhole = Object.entries(expected).every(([name, count]) => stored[name] === count)
  console.log(isWhole && sent.refused === 0 ? '\nnothing was lost' : '\nROWS WERE LOST')
  if (!isWhole || sent.refused > 0) process.exitCode = 1
}

/** Visits begin when they are due, each on a connection of its own until it is over. */
async function visit({ url }: Running, coachIds: readonly string[], sent: Sent): Promise<void> {
  const before = sent.visits
  const { hostname, port } = new URL(url)
  const free: Connection[] = []
  const visits: Promise<void>[] = []
  const began = performance.now()
  const isOver = () => performance.now() - began >= seconds * 1_000
  const one = async (index: number) => {
    const connection = free.pop() ?? (await Connection.open(hostname, Number(port), false))
    for (const wire of beaconsOf(index, coachIds, hostname)) {
      const started = performance.now()
      const { status } = await connection.ask(wire)
      sent.latencies.push(performance.now() - started)
      sent.beacons++
      if (status !== 204) sent.refused++
    }
    if (!connection.broken) free.push(connection)
  }
  if (wanted === 0) {
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        while (!isOver()) await one(sent.visits++)
      }),
    )
  } else {
    while (!isOver()) {
      const due = ((performance.now() - began) / 1_000) * (wanted / ROWS_A_VISIT)
      while (sent.visits - before < due) visits.push(one(sent.visits++))
      await new Promise((done) => setTimeout(done, 5))
    }
    await Promise.all(visits)
  }
  sent.seconds += (performance.now() - began) / 1_000
  for (const connection of free) connection.close()
}

/** What one visitor sends: a page view, the first two pages of a result, and a beat. */
function beaconsOf(index: number, coachIds: readonly string[], host: string): Buffer[] {
  const cookie = `gs_vid=${sessions.sign(timedUuid())}`
  const id = timedUuid()
  const from = (index * 7) % Math.max(1, coachIds.length - 2 * LIST)
  const list = (page: number) => ({
    kind: 'list',
    query: '28202',
    filters: { sort: 'rating', launchMonitor: true },
    firstPosition: page * LIST + 1,
    coachIds: coachIds.slice(from + page * LIST, from + (page + 1) * LIST),
  })
  return [
    { kind: 'view', id, path: '/', referrer: 'https://www.google.com/' },
    list(0),
    list(1),
    { kind: 'beat', viewId: id, seconds: 10, exitPath: '/' },
  ].map((event) => {
    const body = JSON.stringify({ events: [event] })
    return Buffer.from(
      `POST /t HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n${HEAD}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
}

async function search({ url }: Running, forSeconds: number) {
  const zips = ['28202', '10001', '90210', '60601', '85001', '33101', '75201', '98101', '02108', '59001']
  return assertAllGood(
    await runLoad({
      url,
      connections: 16,
      seconds: forSeconds,
      perSecond,
      requests: zips.map((zip) => ({ path: `/api/coaches?zip=${zip}` })),
    }),
    'searches',
  )
}

async function listCoaches({ pool }: LoadDatabase): Promise<string[]> {
  const found = await pool.query<{ user_id: string }>(
    'select user_id from instructor_profiles order by md5(user_id::text)',
  )
  return found.rows.map((row) => row.user_id)
}

async function countStored({ pool }: LoadDatabase): Promise<Record<string, number>> {
  const found = await pool.query<Record<string, number>>(`select
    (select count(*)::int from page_views) as "page views",
    (select count(*)::int from user_sessions where pages_visited = 1) as sessions,
    (select count(*)::int from page_views where duration_seconds = 10 and exit_path = '/') as "views with a duration",
    (select count(*)::int from instructor_impressions) as impressions`)
  return found.rows[0] ?? {}
}

/** What became of the rows, as the server counts them. */
async function outcomes({ url }: Running): Promise<string> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const found = text.matchAll(/^tracking_rows_total\{outcome="(\w+)"\} (\d+)/gm)
  return [...found].map(([, outcome, count]) => `${count} ${outcome}`).join(', ')
}

async function figure({ url }: Running, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1])
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`.replace('-', '−')
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
