import { rebuildSomeChanged } from '#features/search/open-times/rebuild.ts'
import { openDatabase } from '#platform/db.ts'
import type { LoadRequest } from '#tests/load/support/load.ts'
import type { Bench } from './bench.ts'
import { type Measured, measure } from './servers.ts'
import { median, ms, type Row, spreadOf, whole } from './table.ts'

/** Coaches that are computed again in one round. */
const CHANGED = 2_000

/**
 * The search by open time: 50 requests a second, however slow the answers are, each read from the database; and how many
 * coaches are computed a second after a change.
 */
export async function benchOpenTimes(bench: Bench): Promise<Row[]> {
  return [
    await openLoop(bench, 'random ZIPs', bench.zips, 60),
    await openLoop(bench, 'ZIP 10001 only', ['10001'], 60),
    await rebuildSpeed(bench),
  ]
}

async function openLoop(bench: Bench, name: string, zips: readonly string[], most: number): Promise<Row> {
  const runs: Measured[] = []
  for (let round = -1; round < bench.rounds; round++) {
    const from = Math.abs(round * 397) % zips.length
    const requests: LoadRequest[] = [...zips.slice(from), ...zips.slice(0, from)].map((zip, at) => ({
      path: `/api/coaches?zip=${zip}&when=sat.morning&sort=${at % 2 ? 'soonest' : 'distance'}`,
    }))
    const plan = { connections: 8, perSecond: 50, seconds: bench.seconds * 2, requests }
    const run = await measure(bench.server, plan, 'open times')
    if (round >= 0) runs.push(run)
  }
  const p50 = median(runs.map((run) => run.p50))
  const p99 = median(runs.map((run) => run.p99))
  return {
    goal: 'P15',
    what: `search by open time, 50 requests a second, open loop, ${name}`,
    ours: `p50 ${ms(p50)}, p99 ${ms(p99)}`,
    reference: '',
    result: `p50 ${ms(p50)}, p99 ${ms(p99)}`,
    spread: spreadOf(runs.map((run) => run.p50)),
    wanted: `p99 ≤ ${most} ms`,
    met: p99 <= most,
  }
}

async function rebuildSpeed({ database, rounds }: Bench): Promise<Row> {
  const db = openDatabase(database.url, { poolSize: 1 })
  const rates: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      await database.pool.query(
        `insert into open_start_changes (instructor_id)
         select instructor_id from open_starts group by 1 order by md5(instructor_id || $1) limit ${CHANGED}`,
        [String(round)],
      )
      const began = performance.now()
      let coaches = 0
      for (;;) {
        const found = await db.transaction((tx) => rebuildSomeChanged(tx, Date.now()))
        if (found === null) break
        coaches += found
      }
      rates.push(coaches / ((performance.now() - began) / 1_000))
    }
  } finally {
    await db.$client.end()
  }
  const rate = median(rates)
  return {
    goal: 'P15',
    what: 'coaches whose open times are computed again',
    ours: `${whole(rate)}/s`,
    reference: '',
    result: `${whole(rate)}/s`,
    spread: spreadOf(rates),
    wanted: '≥ 500/s',
    met: rate >= 500,
  }
}
