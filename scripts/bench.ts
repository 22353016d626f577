import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Bench } from '#tests/load/bench/bench.ts'
import { benchBookings } from '#tests/load/bench/bookings.ts'
import { fillBookings } from '#tests/load/bench/many-bookings.ts'
import { benchMarket } from '#tests/load/bench/market.ts'
import { benchPlumbing } from '#tests/load/bench/me.ts'
import { benchOpenTimes } from '#tests/load/bench/open-times.ts'
import { benchPages } from '#tests/load/bench/pages.ts'
import { benchOpenLoop, benchSearch } from '#tests/load/bench/search.ts'
import { benchSearchSql } from '#tests/load/bench/search-sql.ts'
import { benchSlotEngine, benchSlots } from '#tests/load/bench/slots.ts'
import { benchStartUp } from '#tests/load/bench/start-up.ts'
import { type Row, renderTable } from '#tests/load/bench/table.ts'
import { openLoadDatabase } from '#tests/load/support/load-database.ts'
import { buildProduct, startServer } from '#tests/load/support/server.ts'

/**
 * `npm run bench`: the built product under load, as ratios to a bare `node:http` server and to bare SQL in the same run.
 *   npm run bench -- --coaches 1200,100000 --seconds 4 --rounds 5 --only P1,P9 --out bench.md
 */
const { values } = parseArgs({
  options: {
    coaches: { type: 'string', default: '1200,100000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    /** In the database before anything is measured. */
    bookings: { type: 'string', default: '20000' },
    only: { type: 'string' },
    out: { type: 'string' },
  },
})
const wanted = values.only?.split(',')
const parts: [string, (bench: Bench) => Promise<Row[]>][] = [
  ['P1', benchSearch],
  ['P2', benchSearchSql],
  ['P3', benchOpenLoop],
  ['P4', benchSlots],
  ['P5', async () => [benchSlotEngine()]],
  ['P6', benchBookings],
  ['P8', benchPages],
  ['P9', async (bench) => [await benchPlumbing(bench)]],
  ['P14', benchStartUp],
  ['P15', benchOpenTimes],
  ['P16', benchMarket],
]

buildProduct()
const sections: string[] = []
for (const coaches of values.coaches.split(',').map(Number)) {
  sections.push(await benchWith(coaches))
  console.log(`\n${sections.at(-1)}`)
  if (values.out) writeFileSync(values.out, `${sections.join('\n\n')}\n`)
}

async function benchWith(coaches: number): Promise<string> {
  const database = await openLoadDatabase(`coaches_${coaches}`, { coaches, poolSize: 10 })
  const bookings = await fillBookings(database.pool, Number(values.bookings))
  const server = await startServer({ databaseUrl: database.url })
  const rows: Row[] = []
  const loadBefore = loadavg()[0] ?? 0
  try {
    const drawn = await database.pool.query<{ zip: string }>(
      `select zip from zip_codes where zip ~ '^[0-9]{5}$' order by md5(zip || 'bench') limit 2000`,
    )
    const zips = drawn.rows.map((row) => row.zip)
    const bench = { database, server, zips, rounds: Number(values.rounds), seconds: Number(values.seconds) }
    for (const [goal, measure] of parts) {
      if (wanted && !wanted.includes(goal)) continue
      console.error(`${coaches} coaches: ${goal}…`)
      rows.push(...(await measure(bench)))
    }
  } finally {
    await server.stop()
    await database.close()
  }
  return `## ${coaches.toLocaleString('en-US')} coaches, ${bookings.toLocaleString('en-US')} bookings

${values.rounds} rounds of ${values.seconds} s, ours and the reference by turns, medians; spread is half the range. ${cpus().length} cores
(${cpus()[0]?.model.trim()}) shared by server, database and generator; Node ${process.version}; load before ${loadBefore.toFixed(1)}. Logs and rate limits off.

${renderTable(rows)}`
}
