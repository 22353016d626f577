/**
 * Measures every back office list with a million rows in its tables: both orders, a page in the middle, one backwards, every filter, search
 * words that are common, rare and absent, each page's count, and the export of the whole list. Prints the time of each and the access path;
 * fails if a page takes more than 50 ms (p99), or if an export needs more memory than its first rows.
 *
 *   npm run drill -- lists [--rows=1000000] [--only=users,email-logs] [--runs=40] [--files] [--write-cost] [--fresh] [--keep]
 *
 * `--files` measures only the exports.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { adminLists } from '#app/admin-lists.ts'
import { jobKinds } from '#app/worker.ts'
import { failedJobs } from '#features/operations/attention.ts'
import { type ListColumn, ROWS_A_PAGE } from '#platform/admin-list.ts'
import { type Database, openDatabase, type Queryable } from '#platform/db.ts'
import { createJobs } from '#platform/jobs.ts'
import { listFile } from '#platform/list-file.ts'
import { countRows, type PageAsked, readPage } from '#platform/list-page.ts'
import { createLog } from '#platform/log.ts'
import type { AdminList } from '#ports/services.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { fillJobs, fillLists, fillQueue, measuredLists, measureWrites } from './support/million-rows.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '40' },
    only: { type: 'string' },
    files: { type: 'boolean', default: false },
    'write-cost': { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const MOST_MS = 50
/** Slow counts are cancelled after 45 ms; their plan is requested first. */
const MOST_COUNT_MS = 75
const MOST_MEMORY_MB = 32
const count = Number(values.rows)
const runs = Number(values.runs)
const slow: string[] = []
const dialect = new PgDialect()

/**
 * Searches for values that no row has, in columns that every visit updates: an index would slow down each of these writes. The table is
 * scanned once, with two parallel workers if the server has them (decision 0062).
 */
const known = new Set([
  'page-views, Seconds in sight: 900000..',
  'visits, Pages: 900000..',
  'search-history, Results: 900000..',
])

const database = await openLoadDatabase('lists', { coaches: 300, fresh: values.fresh })
// A single connection, whose backend does all of the work.
const db = openDatabase(database.url, { poolSize: 1 })
let databaseProcess: number | undefined
const client = await database.pool.connect()
try {
  const names = values.only?.split(',') ?? Object.keys(measuredLists)
  await fillLists(client, count, names)
  await fillQueue(database.url)
  if (names.includes('failed-jobs')) await fillWeekOfJobs()
  if (values['write-cost']) await measureWrites(client, count, names)
  for (const name of names) {
    const list = adminLists.find((one) => one.name === name)
    if (!list) throw new Error(`There is no list ${name}.`)
    await openConnection()
    if (!values.files) await measureList(list)
    await measureFile(list)
    if (name === 'failed-jobs') await measureJobs()
  }
} finally {
  client.release()
  await db.$client.end()
  await (values.keep ? database.close() : database.drop())
}
for (const line of slow) console.log(`RED  ${line}`)
console.log(slow.length === 0 ? 'Every page within 50 ms, every file in flat memory.' : `${slow.length} red.`)
process.exitCode = slow.length === 0 ? 0 : 1

/** Prepares the connection. An idle connection, for instance while tables are filled, is closed and replaced by a new one. */
async function openConnection() {
  await db.execute(sql`set max_parallel_workers_per_gather = 0`)
  const mine = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
  databaseProcess = mine.rows[0]?.pid
}

/** Creates the job queues and fills them with a busy week's jobs. */
async function fillWeekOfJobs() {
  const jobs = createJobs({ pool: db.$client }, createLog('silent'), { work: false })
  await jobs.start(jobKinds)
  await fillJobs(
    client,
    count,
    jobKinds.map(({ name }) => name),
  )
  await jobs.stop()
}

/** Measures the queries of the overview and the jobs tab that are not part of the list. */
async function measureJobs() {
  const jobs = createJobs({ pool: db.$client }, createLog('silent'), { work: false })
  await jobs.start(jobKinds)
  for (const [what, ask] of [
    ['status of every kind of job', () => jobs.queues()],
    ['number of failed jobs', () => failedJobs.read(db)],
  ] as const) {
    const took: number[] = []
    for (let run = 0; run < runs; run++) {
      const began = processorTime()
      await ask()
      took.push(processorTime() - began)
    }
    took.sort((a, b) => a - b)
    const most = took.at(-1) ?? 0
    console.log(`\n${what}: ${ms(took[took.length >> 1] ?? 0)} ms, at most ${ms(most)}`)
    if (most > MOST_MS) slow.push(`${what}: ${ms(most)}`)
  }
  await jobs.stop()
}

async function measureList(list: AdminList) {
  console.log(
    `\n## ${list.name}\n\n| view | page: median | p99 | found by | count: median | p99 | found by |\n|---|--:|--:|---|--:|--:|---|`,
  )
  for (const [what, asked] of await viewsOf(list)) {
    const page = await measure((on) => readPage(on, list, asked, ROWS_A_PAGE))
    // Counts do not depend on the order and the page.
    const counted =
      asked.after || asked.before || asked.sort ? null : await measure((on) => countRows(on, list, asked))
    const shown = [page, counted].map((one) =>
      one ? `${ms(one.median)} | ${ms(one.p99)} | ${one.plan}` : ' | | ',
    )
    console.log(`| ${what} | ${shown.join(' | ')} |`)
    if (page.p99 > MOST_MS && !known.has(`${list.name}, ${what}`))
      slow.push(`${list.name}, ${what}: page ${ms(page.p99)} by ${page.plan}`)
    if (counted && counted.p99 > MOST_COUNT_MS)
      slow.push(`${list.name}, ${what}: count ${ms(counted.p99)} by ${counted.plan}`)
  }
}

/** The views of a list, each with one option. */
async function viewsOf(list: AdminList): Promise<[string, PageAsked][]> {
  const plain = { q: '', filters: {} }
  const other = list.sortedBy.startsWith('-') ? list.sortedBy.slice(1) : `-${list.sortedBy}`
  const time = Object.entries(list.columns).find(
    ([, column]) => column.kind === 'instant' && column.sort,
  )?.[0]
  const views: [string, PageAsked][] = [
    ['first page', plain],
    ['the other way', { ...plain, sort: other }],
  ]
  if (time) {
    const year = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10)
    const old = await readPage(db, list, { q: '', filters: { [time]: `..${year}` } }, ROWS_A_PAGE)
    if (old.next)
      views.push(
        ['in the middle', { ...plain, after: old.next }],
        ['in the middle, backwards', { ...plain, before: old.next }],
      )
  }
  for (const [name, column] of Object.entries(list.columns))
    if (column.filter)
      for (const wanted of filtersOf(column, measuredLists[list.name]?.texts?.[name])) {
        views.push([`${column.label}: ${wanted}`, { q: '', filters: { [name]: wanted } }])
      }
  for (const q of measuredLists[list.name]?.search ?? []) views.push([`search “${q}”`, { q, filters: {} }])
  return views
}

function filtersOf({ kind, options }: ListColumn, texts = ['qqzx']): string[] {
  if (kind === 'choice') return (options ?? []).map(({ value }) => value)
  if (kind === 'yes-no') return ['yes', 'no']
  if (kind === 'text') return texts
  if (kind === 'instant') return ['2026-03-02..2026-03-02', '2026-01-01..', '..2020-01-01']
  return ['1..5', '900000..']
}

type Asked = Pick<Database, 'execute' | 'transaction'> & Queryable

interface Measured {
  median: number
  p99: number
  plan: string
}

/**
 * Runs a query repeatedly. Measures the processor time in milliseconds of the database backend and of this process, which equals the time
 * on an idle machine with cached pages, independent of the load on this one.
 */
async function measure(ask: (on: Asked) => Promise<unknown>): Promise<Measured> {
  let statement: SQL | undefined
  const listening: Asked = Object.assign(Object.create(db) as Asked, {
    execute: (asked: SQL) => {
      // EXPLAIN statements and settings are not measured.
      if (/^\s*select/.test(dialect.sqlToQuery(asked).sql)) statement = asked
      return db.execute(asked)
    },
    transaction: (work: (tx: Asked) => Promise<unknown>) => work(listening),
  })
  await ask(listening)
  const took: number[] = []
  for (let run = 0; run < runs; run++) {
    const began = processorTime()
    await ask(db)
    took.push(processorTime() - began)
    // Stops early if every run so far was much too slow.
    if (run >= 4 && took.every((one) => one > 2 * MOST_MS)) break
  }
  took.sort((a, b) => a - b)
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    sql`explain (format json) ${statement}`,
  )
  return {
    median: took[took.length >> 1] ?? 0,
    p99: took[Math.ceil(took.length * 0.99) - 1] ?? 0,
    plan: rows[0] ? mainNode(rows[0]['QUERY PLAN'][0].Plan) : '',
  }
}

/** In milliseconds, of both processes. */
function processorTime(): number {
  const [ran = '0'] = readFileSync(`/proc/${databaseProcess}/schedstat`, 'utf8').split(' ')
  const { user, system } = process.cpuUsage()
  return Number(ran) / 1e6 + (user + system) / 1e3
}

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Parent Relationship'?: string
  Plans?: PlanNode[]
}

/** The plan node that finds the rows, without the lookups for each of them. */
function mainNode(node: PlanNode): string {
  const kind = node['Node Type']
  const below = (node.Plans ?? []).filter(
    (one) => !['SubPlan', 'InitPlan'].includes(one['Parent Relationship'] ?? ''),
  )
  if (node['Index Name']) return `${kind.replace(' Scan', '').toLowerCase()} ${node['Index Name']}`
  if (below.length === 0)
    return `${kind.replace(' Scan', '').toLowerCase()} ${node['Relation Name'] ?? ''}`.trim()
  const under = [...new Set(below.map(mainNode))].filter((one) => one !== 'result').join(' + ')
  return /Sort|Merge|Nested|Hash/.test(kind) ? `${kind.toLowerCase()} (${under})` : under
}

/** Exports the whole list; memory must not grow with the number of rows. */
async function measureFile(list: AdminList) {
  const began = performance.now()
  let bytes = 0
  let parts = 0
  let start = 0
  let most = 0
  let rss: number[] = []
  const part = await measure((on) => readPage(on, list, { q: '', filters: {} }, 2_000))
  collectGarbage()
  const before = process.memoryUsage().rss
  const ran = processorTime()
  for await (const part of listFile(db, list, { q: '', filters: {} })) {
    bytes += Buffer.byteLength(part)
    parts += 1
    if (parts % 20 !== 0) continue
    collectGarbage()
    const { heapUsed, external, rss: now } = process.memoryUsage()
    if (start === 0) start = heapUsed + external
    most = Math.max(most, heapUsed + external)
    rss = [...rss, now]
  }
  const grown = (most - start) / 2 ** 20
  const mb = (size: number | undefined) => ((size ?? 0) / 2 ** 20).toFixed(0)
  console.log(
    `\n${list.name}: 2,000 rows by ${part.plan}, ${ms(part.median)} ms; the whole file ${((processorTime() - ran) / 1000).toFixed(0)} s of processors; process in memory ${mb(before)} MB before, ${mb(rss[0])} after 40,000 rows, at most ${mb(Math.max(before, ...rss))}, ${mb(rss.at(-1))} at the end`,
  )
  console.log(
    `\n${list.name} as a file: ${(bytes / 2 ** 20).toFixed(0)} MB in ${((performance.now() - began) / 1000).toFixed(0)} s; memory grew by ${grown.toFixed(1)} MB after its first 40,000 rows.`,
  )
  if (grown > MOST_MEMORY_MB) slow.push(`${list.name}, file: ${grown.toFixed(1)} MB more memory`)
}

function ms(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}
