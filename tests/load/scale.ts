/**
 * A marketplace of any size, filled set by set: coaches, golfers, two years of lessons with their money, messages, emails and visits.
 * Compares the rows with the schema's rules, prints seconds and bytes by table and index, then opens every page and calls every
 * procedure that reads, as the busiest coach, the busiest student, an admin and a visitor, and prints the statements that take
 * more than 100 ms with the part of their plan that costs most. Leaves with 1 if a row breaks a rule or a call fails.
 *
 *   npm run drill -- scale [--coaches=1000] [--golfers=10000] [--bookings=30000] [--keep] [--fill] [--only=/lessons] [--buffers=2GB]
 *
 * `--keep` keeps the database, which the next run of the same size measures; `--fill` does not measure; `--only` measures addresses with
 * these words, or only `jobs`. The full size is
 * `--coaches=100000 --golfers=1000000 --bookings=3000000` and needs about 30 GB of disk space.
 */
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startCluster } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrations.ts'
import { computeFigures, fillScale, findFaults, findFaultsOfFigures } from './support/scale/fill.ts'
import { measureReads, watchJobs } from './support/scale/reads.ts'
import { printSizes } from './support/scale/sizes.ts'
import { projectRoot } from './support/server.ts'

const { values } = parseArgs({
  options: {
    coaches: { type: 'string', default: '1000' },
    golfers: { type: 'string', default: '10000' },
    bookings: { type: 'string', default: '30000' },
    buffers: { type: 'string', default: '2GB' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    fill: { type: 'boolean', default: false },
  },
})
const size = {
  coaches: Number(values.coaches),
  golfers: Number(values.golfers),
  bookings: Number(values.bookings),
}
const name = `scale_${size.coaches}_${size.golfers}_${size.bookings}`

/** Off while rows are added; what a crash breaks is filled again. */
const loading = ['autovacuum', 'fsync', 'full_page_writes']

const cluster = await startCluster({
  checkout: projectRoot,
  name: 'scale',
  settings: {
    shared_buffers: values.buffers,
    maintenance_work_mem: '1GB',
    max_wal_size: '8GB',
    checkpoint_timeout: '30min',
    synchronous_commit: 'off',
    shared_preload_libraries: 'pg_stat_statements,auto_explain',
  },
})
let folder = ''
let faults: Record<string, number> = {}
let failed = 0
try {
  const admin = new pg.Client({ connectionString: cluster.url('postgres') })
  await admin.connect()
  const shown = await admin.query<{ data_directory: string }>('show data_directory')
  folder = shown.rows[0]?.data_directory ?? ''
  const there = await admin.query(
    `select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = 'filled'`,
    [name],
  )
  const url = cluster.url(name)
  if (there.rowCount === 0) {
    await admin.query(`drop database if exists ${name} with (force)`)
    for (const setting of loading) await admin.query(`alter system set ${setting} = off`)
    await admin.query('select pg_reload_conf()')
    await cluster.createDatabase(name)
    const began = performance.now()
    await fillScale(url, size)
    console.log(`filled in ${((performance.now() - began) / 60_000).toFixed(1)} minutes`)
    for (const setting of loading) await admin.query(`alter system reset ${setting}`)
    await admin.query('select pg_reload_conf()')
    await admin.query('checkpoint')
    await admin.query(`comment on database ${name} is 'filled'`)
  }
  await admin.end()
  // A kept database, since indexes were added.
  await migrate(url, join(projectRoot, 'db/migrations'))
  await computeFigures(url)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  try {
    if (there.rowCount === 0) {
      const began = performance.now()
      faults = { ...(await findFaults(pool)), ...(await findFaultsOfFigures(pool)) }
      console.log(
        `rows compared with the rules in ${((performance.now() - began) / 60_000).toFixed(1)} minutes`,
      )
      for (const [fault, rows] of Object.entries(faults)) console.log(`RED  ${fault}: ${rows}`)
      await printSizes(pool)
    }
    await pool.query('create extension if not exists pg_stat_statements schema drill')
    if (!values.fill && values.only !== 'jobs') failed = await measureReads(url, pool, values.only)
    if (!values.fill && (values.only ?? 'jobs') === 'jobs') await watchJobs(url, pool)
  } finally {
    await pool.end()
  }
} finally {
  await cluster.stop()
  if (!values.keep && folder) await rm(dirname(folder), { recursive: true, force: true })
}
const isGood = Object.keys(faults).length + failed === 0
console.log(isGood ? 'all checks passed' : 'checks FAILED')
process.exitCode = isGood ? 0 : 1
