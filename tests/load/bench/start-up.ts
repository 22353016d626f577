import { startServer } from '#tests/load/support/server.ts'
import type { Bench } from './bench.ts'
import { median, ms, type Row, spreadOf, whole } from './table.ts'

/** From spawning the built server to a good answer of /readyz, and what it weighs after all the load above. */
export async function benchStartUp(bench: Bench): Promise<Row[]> {
  const afterLoad = bench.server.rssMb()
  const ready: number[] = []
  let fresh = 0
  for (let round = -1; round < bench.rounds; round++) {
    const server = await startServer({ databaseUrl: bench.database.url })
    fresh = server.rssMb()
    await server.stop()
    if (round >= 0) ready.push(server.readyMs)
  }
  return [
    {
      goal: 'P14',
      what: 'process spawned to /readyz, database up',
      ours: ms(median(ready)),
      reference: '',
      result: ms(median(ready)),
      spread: spreadOf(ready),
      wanted: '≤ 1,500 ms',
      met: median(ready) <= 1500,
    },
    {
      goal: 'P14',
      what: 'resident memory after the load',
      ours: `${whole(afterLoad)} MB (${whole(fresh)} MB when ready)`,
      reference: '',
      result: `${whole(afterLoad)} MB`,
      spread: 0,
      wanted: '≤ 350 MB',
      met: afterLoad <= 350,
    },
  ]
}
