import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Running, startServer } from '#tests/load/support/server.ts'
import type { Bench } from './bench.ts'
import { type Measured, measure, startRawPage } from './servers.ts'
import { interleave, median, ms, type Row, spreadOf, times, whole } from './table.ts'

const CONNECTIONS = 16

/**
 * A coach's profile as a page. Drawn for every request, with what it reads from the database, against bare `renderToString`
 * of a tree with the same elements; and from memory against the same bytes sent by `node:http`.
 */
export async function benchPages(bench: Bench): Promise<Row[]> {
  const { rows } = await bench.database.pool.query<{ id: string }>(
    `select user_id as id from instructor_profiles where is_visible and instant_book_enabled order by md5(user_id::text) limit 100`,
  )
  const paths = rows.map(({ id }) => `/instructor/${id}`)
  const drawing = await startServer({
    databaseUrl: bench.database.url,
    env: { PAGE_MEMORY_MB: '0', SEARCH_MEMORY_MB: '0' },
  })
  const file = join(tmpdir(), `greenside-bench-${process.pid}.html`)
  const [first = ''] = paths
  writeFileSync(file, Buffer.from(await (await fetch(drawing.url + first)).arrayBuffer()))
  const bare = await startRawPage('render', file)
  const sent = await startRawPage('static', file)
  try {
    await compareSizes(drawing, bare, first)
    return [
      await compare(bench, {
        what: 'profile page, drawn with its reads from the database, 100 coaches; bare renderToString of as many elements',
        ours: { server: drawing, paths },
        reference: bare,
        wanted: 0.5,
      }),
      await compare(bench, {
        what: 'profile page for visitors, as shipped: remembered; node:http sending the same bytes',
        ours: { server: bench.server, paths: [first] },
        reference: sent,
        wanted: 0.35,
      }),
    ]
  } finally {
    for (const server of [drawing, bare, sent]) await server.stop()
    rmSync(file)
  }
}

async function compare(
  { rounds, seconds }: Bench,
  plan: { what: string; ours: { server: Running; paths: string[] }; reference: Running; wanted: number },
): Promise<Row> {
  const load = { connections: CONNECTIONS, seconds }
  const requests = plan.ours.paths.map((path) => ({ path }))
  const runs = await interleave(
    rounds,
    () => measure(plan.ours.server, { ...load, requests }, 'pages'),
    () => measure(plan.reference, { ...load, requests: [{ path: '/' }] }, 'bare pages'),
    (run) => run.perSecond,
  )
  const ratio = median(runs.ratios)
  return {
    goal: 'P8',
    what: plan.what,
    ours: figures(runs.a),
    reference: figures(runs.b),
    result: times(ratio),
    spread: spreadOf(runs.ratios),
    wanted: `≥ ${times(plan.wanted)}`,
    met: ratio >= plan.wanted,
  }
}

/** The gate before any timing: the bare tree is drawn to as many bytes, but for the marks between texts. */
async function compareSizes(ours: Running, bare: Running, path: string) {
  const size = async (url: string) =>
    (await (await fetch(url)).text()).replaceAll(/<!--.*?-->|data-on|data-(?=style)/g, '').length
  const [mine, theirs] = [await size(ours.url + path), await size(`${bare.url}/`)]
  if (Math.abs(mine - theirs) > mine * 0.02)
    throw new Error(`the bare page has ${theirs} characters, ours has ${mine}`)
}

function figures(runs: readonly Measured[]): string {
  const of = (figure: (run: Measured) => number) => median(runs.map(figure))
  return `${whole(of((run) => run.perSecond))} rps of ${whole(of((run) => run.bytesPerAnswer) / 1024)} kB, p99 ${ms(of((run) => run.p99))}, ${whole(of((run) => run.cpuMicros))} µs cpu`
}
