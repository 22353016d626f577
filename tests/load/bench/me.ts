import { startServer } from '#tests/load/support/server.ts'
import { addStudents } from '#tests/load/support/students.ts'
import type { Bench } from './bench.ts'
import { cores, measure, startRaw } from './servers.ts'
import { interleave, median, type Row, spreadOf, times, whole } from './table.ts'

/** What our plumbing costs: who is signed in, with the session looked up, on one core. */
export async function benchPlumbing(bench: Bench): Promise<Row> {
  const core = cores.server === undefined ? {} : { core: cores.server }
  const server = await startServer({ databaseUrl: bench.database.url, ...core })
  const raw = await startRaw('hello', '', cores.server)
  try {
    const [student] = await addStudents(bench.database.pool, 1)
    const me = { path: '/api/me', headers: { cookie: student?.cookie ?? '' } }
    const load = {
      connections: 32,
      seconds: bench.seconds,
      ...(cores.generator === undefined ? {} : { core: cores.generator }),
    }
    const runs = await interleave(
      bench.rounds,
      () => measure(server, { ...load, requests: [me] }, '/api/me'),
      () => measure(raw, { ...load, requests: [{ path: '/' }] }, 'hello'),
      (run) => run.perSecond,
    )
    const ratio = median(runs.ratios)
    const ours = median(runs.a.map((run) => run.cpuMicros))
    const theirs = median(runs.b.map((run) => run.cpuMicros))
    return {
      goal: 'P9',
      what: `GET /api/me with a session, ${cores.server === undefined ? 'not pinned' : 'server on one core'}; node:http hello`,
      ours: `${whole(median(runs.a.map((run) => run.perSecond)))} rps, ${ours.toFixed(0)} µs cpu`,
      reference: `${whole(median(runs.b.map((run) => run.perSecond)))} rps, ${theirs.toFixed(0)} µs cpu`,
      result: `${times(ratio)}; by cpu ${times(theirs / ours)}`,
      spread: spreadOf(runs.ratios),
      wanted: '≥ 0.25 ×, by both',
      met: Math.min(ratio, theirs / ours) >= 0.25,
    }
  } finally {
    await server.stop()
    await raw.stop()
  }
}
