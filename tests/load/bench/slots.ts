import { execFileSync } from 'node:child_process'
import type { LoadRequest } from '#tests/load/support/load.ts'
import { projectRoot } from '#tests/load/support/server.ts'
import type { Bench } from './bench.ts'
import { measure, startRaw } from './servers.ts'
import { interleave, median, ms, type Row, spreadOf, times, whole } from './table.ts'

/** Easy!Appointments (PHP 8.2, MariaDB) answering the same question at 8 connections, on two cores of this kind. */
const PEER = { perSecond: 489, p99: 99 }
/** What cal.com's published slot code reached on the same input, without a database, on a core of this kind. */
const PEER_LISTS_PER_SECOND = 34

/** Open times of one day, a different coach each time, over HTTP. */
export async function benchSlots(bench: Bench): Promise<Row[]> {
  const requests = await dayRequests(bench)
  const raw = await startRaw('hello')
  try {
    const plan = { connections: 8, seconds: bench.seconds }
    const runs = await interleave(
      bench.rounds,
      () => measure(bench.server, { ...plan, requests }, 'slots of a day'),
      () => measure(raw, { ...plan, requests: [{ path: '/' }] }, 'hello'),
      (run) => run.perSecond,
    )
    const perSecond = median(runs.a.map((run) => run.perSecond))
    const p99 = median(runs.a.map((run) => run.p99))
    return [
      {
        goal: 'P4',
        what: 'slots of a day over HTTP, 8 connections; node:http hello',
        ours: `${whole(perSecond)} rps, p99 ${ms(p99)}, ${whole(median(runs.a.map((run) => run.cpuMicros)))} µs cpu`,
        reference: `${whole(median(runs.b.map((run) => run.perSecond)))} rps, p99 ${ms(median(runs.b.map((run) => run.p99)))}`,
        result: `${whole(perSecond)} rps, ${times(median(runs.ratios))} of hello, ${times(perSecond / PEER.perSecond)} of a peer`,
        spread: spreadOf(runs.a.map((run) => run.perSecond)),
        wanted: `≥ ${whole(8 * PEER.perSecond)} rps, p99 ≤ ${ms(PEER.p99 / 5)}`,
        met: perSecond >= 8 * PEER.perSecond && p99 <= PEER.p99 / 5,
      },
    ]
  } finally {
    await raw.stop()
  }
}

/** The slot engine without a database, by its own program. */
export function benchSlotEngine(): Row {
  const printed = execFileSync(process.execPath, ['tests/load/bench/slot-engine-speed.ts'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  const line = /30 days, 60 lessons: (\d+) slots, (\d+) lists\/s.* spread (\d+) %/.exec(printed)
  const perSecond = Number(line?.[2])
  return {
    goal: 'P5',
    what: `slot engine, 30 days, 60 lessons, ${line?.[1]} slots; cal.com's published slot code`,
    ours: `${whole(perSecond)} lists/s`,
    reference: `${PEER_LISTS_PER_SECOND} lists/s (measured before)`,
    result: times(perSecond / PEER_LISTS_PER_SECOND),
    spread: Number(line?.[3]) / 200,
    wanted: '≥ 30 ×',
    met: perSecond / PEER_LISTS_PER_SECOND >= 30,
  }
}

async function dayRequests({ database }: Bench): Promise<LoadRequest[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select user_id as id from instructor_profiles where is_visible and 60 = any (lesson_durations)
     order by md5(user_id::text) limit 500`,
  )
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  return rows.map(({ id }) => ({ path: `/api/coaches/${id}/slots?from=${day}&to=${day}&durationMinutes=60` }))
}
