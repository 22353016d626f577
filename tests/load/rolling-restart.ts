/**
 * Two web processes and a worker of the previous version run behind HAProxy (Debian's) while clients search, book and pay. The new version
 * migrates the database, then replaces the old one process by process. No request may fail, and no data may be lost.
 *
 *   npm run drill -- rolling-restart [--from=<commit>] [--clients=8] [--students=400] [--page-views=0] [--emails=0]
 * --from: the previous version; by default the last commit before the newest migration
 * --page-views, --emails: rows in the database before it is migrated
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startCluster } from '#platform/embedded-postgres.ts'
import { freePort } from '#platform/free-port.ts'
import { bookSlot, payCheckout, Refusal } from './support/booking.ts'
import { countLost, countUnsettled, pause } from './support/booking-clients.ts'
import { reportPromises, until } from './support/invariants.ts'
import { startHaproxy } from './support/machines.ts'
import { fillTables } from './support/million-rows.ts'
import { checkOutVersion, git, removeVersion, runScript } from './support/previous-version.ts'
import { buildProduct, loadSecret, projectRoot, type Running, startServer } from './support/server.ts'
import { listOpenSlots } from './support/slots.ts'
import { addStudents } from './support/students.ts'

const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'db/migrations')
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: `${newest}^` },
    clients: { type: 'string', default: '8' },
    students: { type: 'string', default: '400' },
    'page-views': { type: 'string', default: '0' },
    emails: { type: 'string', default: '0' },
  },
})
const counts: Record<string, number> = {}
const tally = (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}
const told = { toldHeld: [] as string[], toldPaid: [] as string[] }
let isOver = false

buildProduct()
const before = checkOutVersion(values.from)
const cluster = await startCluster({ checkout: projectRoot, name: 'bench' })
const [front, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
const running: Running[] = []
let proxy: Awaited<ReturnType<typeof startHaproxy>> | undefined
let pool: pg.Pool | undefined
try {
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  await admin.query('drop database if exists rolling with (force)')
  await admin.end()
  await cluster.createDatabase('rolling')
  const databaseUrl = cluster.url('rolling')
  runScript(before, databaseUrl, 'scripts/migrate.ts')
  await fill(databaseUrl)
  const start = (cwd: string, n: number) =>
    startServer({
      databaseUrl,
      cwd,
      port: ports[n] ?? 0,
      env: {
        DRAIN_SECONDS: '1',
        PROCESS_ROLE: n < 2 ? 'web' : 'worker',
        LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
        APP_URL: `http://127.0.0.1:${front}`,
      },
    })
  for (const n of [0, 1, 2]) running.push(await start(before, n))
  proxy = await startHaproxy(front ?? 0, ports.slice(0, 2))
  const url = `http://127.0.0.1:${front}`
  await until(async () => (await fetch(`${url}/readyz`).catch(() => null))?.ok ?? false, { seconds: 10 })
  pool = new pg.Pool({ connectionString: databaseUrl })
  const books = pool
  const students = await addStudents(pool, Number(values.students))
  const slots = await listOpenSlots(pool, running[0]?.url ?? '', Number(values.students))
  let next = 0
  const clients = Array.from({ length: Number(values.clients) }, async () => {
    while (!isOver && next < students.length) {
      const n = next++
      await look(url)
      const booked = await count('book', () => bookSlot(url, students[n], slots[n], `rolling-${n}`))
      if (booked) {
        told.toldHeld.push(booked.bookingId)
        const paid = await count('pay', () => payCheckout(url, booked.checkoutUrl))
        if (paid !== null) told.toldPaid.push(booked.bookingId)
      }
      await pause(300)
    }
  })
  await pause(2_000)
  const began = performance.now()
  await migrateBeside(databaseUrl)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  console.log(`migrated in ${seconds} s while the previous version was running`, { ...counts })
  for (const n of [0, 1, 2]) {
    const { code } = (await running[n]?.stopAndSee()) ?? {}
    tally(code === 0 ? 'ended well' : `BAD end: ${code}`)
    running[n] = await start(projectRoot, n)
    await pause(1_000)
  }
  isOver = true
  await Promise.all(clients)
  // The local processor delivers its payment events periodically.
  const isSettled = await until(
    async () => (await countLost(books, told)).payments === 0 && (await countUnsettled(books)).jobs === 0,
    { seconds: 150, everyMs: 500 },
  )
  if (!isSettled) console.log('NOT SETTLED within 150 s:', await countUnsettled(books))
  const lost = await countLost(pool, told)
  const kept = await reportPromises(pool)
  console.log(
    `from ${git('rev-parse', '--short', values.from)} to ${git('rev-parse', '--short', 'HEAD')}`,
    counts,
  )
  console.log(
    `lost: ${lost.bookings} of ${told.toldHeld.length} bookings, ${lost.payments} of ${told.toldPaid.length} payments`,
  )
  const isGood = Object.keys(counts).every((what) => !what.startsWith('BAD'))
  process.exitCode = isGood && isSettled && kept && lost.bookings + lost.payments === 0 ? 0 : 1
} finally {
  isOver = true
  await Promise.all(running.map((server) => server.stop()))
  await proxy?.stop()
  await pool?.end()
  await cluster.stop()
  removeVersion(before)
}
console.log(process.exitCode === 0 ? '\nall checks passed' : '\nchecks FAILED')

/** Adds the rows of a larger marketplace. */
async function fill(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await fillTables(client, Number(values['page-views']), ['page_views'])
  await fillTables(client, Number(values.emails), ['email_logs'])
  await client.end()
}

/** Migrates to this version, without blocking the clients of this process. */
async function migrateBeside(databaseUrl: string) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DEMO: '1', SESSION_SECRET: loadSecret }
  const child = spawn(process.execPath, ['scripts/migrate.ts'], { cwd: projectRoot, env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the migration ended with ${code}`)
}

async function look(url: string) {
  await count('search', async () => {
    const answer = await fetch(`${url}/api/coaches?zip=28202`)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Refusal(answer.status, '')
  })
}

async function count<T>(what: string, work: () => Promise<T>): Promise<T | null> {
  try {
    const done = await work()
    tally(`${what}: yes`)
    return done
  } catch (error) {
    const isRefused = error instanceof Refusal && error.status < 500
    tally(`${isRefused ? '' : 'BAD '}${what}: ${error instanceof Refusal ? error.message : error}`)
    return null
  }
}
