import { milesFromSquaredChord } from '#features/search/distance.ts'
import { searchValues } from '#features/search/queries.ts'
import { searchSchema } from '#features/search/schema.ts'
import { searchStatement } from '#features/search/statement.ts'
import type { LoadRequest } from '#tests/load/support/load.ts'
import { type Running, startServer } from '#tests/load/support/server.ts'
import type { Bench } from './bench.ts'
import { type Measured, measure, startRaw } from './servers.ts'
import { interleave, median, ms, type Row, spreadOf, times, whole } from './table.ts'

const GATE_ZIPS = 200
const searchesFor = (zips: readonly string[]): LoadRequest[] =>
  zips.map((zip) => ({ path: `/api/coaches?zip=${zip}` }))

/** The product without its memory of answers, so that every search is read from the database. */
const startForgetful = ({ database }: Bench) =>
  startServer({ databaseUrl: database.url, env: { SEARCH_MEMORY_MB: '0' } })

/**
 * The search over HTTP against the same statement behind `node:http`, once both were seen to say the same. First with
 * every search read from the database, as the other side does; then as the product runs, which remembers answers.
 */
export async function benchSearch(bench: Bench): Promise<Row[]> {
  const forgetful = await startForgetful(bench)
  const raw = await startRaw('search', bench.database.url)
  try {
    await compareAnswers({ ...bench, server: forgetful })
    await compareAnswers(bench)
    return [
      await compareSpeed(bench, raw, { server: forgetful, how: 'every one read', wanted: 0.8 }),
      await compareSpeed(bench, raw, { server: bench.server, how: 'as shipped: remembered', wanted: 1.5 }),
    ]
  } finally {
    await raw.stop()
    await forgetful.stop()
  }
}

async function compareSpeed(
  { rounds, seconds, zips }: Bench,
  raw: Running,
  { server, how, wanted }: { server: Running; how: string; wanted: number },
): Promise<Row> {
  const plan = { connections: 32, seconds, requests: searchesFor(zips) }
  const runs = await interleave(
    rounds,
    () => measure(server, plan, 'search'),
    () => measure(raw, plan, 'raw search'),
    (run) => run.perSecond,
  )
  const ratio = median(runs.ratios)
  return {
    goal: 'P1',
    what: `search API, random ZIPs, 32 connections, ${how}; raw node:http + pg, same statement`,
    ours: figures(runs.a),
    reference: figures(runs.b),
    result: times(ratio),
    spread: spreadOf(runs.ratios),
    wanted: `≥ ${times(wanted)}`,
    met: ratio >= wanted,
  }
}

function figures(runs: readonly Measured[]): string {
  const of = (figure: (run: Measured) => number) => median(runs.map(figure))
  return `${whole(of((run) => run.perSecond))} rps, p99 ${ms(of((run) => run.p99))}, ${whole(of((run) => run.cpuMicros))} µs cpu`
}

/**
 * Requests that come 50 a second, however slow the answers are, every one read from the database; random ZIPs, then
 * Manhattan, the fullest of all.
 */
export async function benchOpenLoop(bench: Bench): Promise<Row[]> {
  const server = await startForgetful(bench)
  try {
    return [
      await openLoop({ ...bench, server }, 'random ZIPs', bench.zips, { p50: 5, p99: 40 }),
      await openLoop({ ...bench, server }, 'ZIP 10001 only', ['10001'], { p99: 60 }),
    ]
  } finally {
    await server.stop()
  }
}

async function openLoop(
  bench: Bench,
  name: string,
  zips: readonly string[],
  most: { p50?: number; p99: number },
): Promise<Row> {
  const runs: Measured[] = []
  for (let round = -1; round < bench.rounds; round++) {
    const from = Math.abs(round * 397) % zips.length
    const requests = searchesFor([...zips.slice(from), ...zips.slice(0, from)])
    const plan = { connections: 8, perSecond: 50, seconds: bench.seconds * 2, requests }
    const run = await measure(bench.server, plan, 'open loop')
    if (round >= 0) runs.push(run)
  }
  const p50 = median(runs.map((run) => run.p50))
  const p99 = median(runs.map((run) => run.p99))
  return {
    goal: 'P3',
    what: `search, 50 requests a second, open loop, ${name}`,
    ours: `p50 ${ms(p50)}, p99 ${ms(p99)}`,
    reference: '',
    result: `p50 ${ms(p50)}, p99 ${ms(p99)}`,
    spread: spreadOf(runs.map((run) => run.p50)),
    wanted: `${most.p50 ? `p50 ≤ ${most.p50} ms, ` : ''}p99 ≤ ${most.p99} ms`,
    met: p50 <= (most.p50 ?? p50) && p99 <= most.p99,
  }
}

/** The gate before any timing: the same coaches in the same order, at the same distance to a tenth of a mile. */
async function compareAnswers({ server, database, zips }: Bench) {
  const statement = searchStatement('distance', true)
  for (const zip of zips.slice(0, GATE_ZIPS)) {
    const answer = await fetch(`${server.url}/api/coaches?zip=${zip}`)
    const ours = (await answer.json()) as { total: number; coaches: { id: string; distance: number }[] }
    const { rows } = await database.pool.query<{ total: number; coaches: { id: string; chord: number }[] }>({
      ...statement,
      values: searchValues(searchSchema.parse({ zip }), false),
    })
    const theirs = rows[0]
    const told = ours.coaches.map((coach) => `${coach.id} ${coach.distance.toFixed(1)}`)
    const expected = theirs?.coaches.map((c) => `${c.id} ${milesFromSquaredChord(c.chord).toFixed(1)}`)
    if (ours.total !== theirs?.total || told.join() !== expected?.join())
      throw new Error(`the search API and its statement disagree about ${zip}`)
  }
}
