/**
 * Random sequences of bookings, discounts, packages, cancellations, moves, refunds and disputes in which coach and students
 * are accounts of one owner, whose bank decides for the owner in the end: never more comes out than was paid in.
 *
 *   npm run drill -- one-owner [--sequences=10000] [--seed=48] [--workers=2]
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { createServices } from '#app/services.ts'
import { jobKinds } from '#app/worker.ts'
import { prepareTemplate } from '#db/seed/test-template.ts'
import { movableClock } from '#platform/clock.ts'
import { startCluster } from '#platform/embedded-postgres.ts'
import { readEnv } from '#platform/env.ts'
import { migrate } from '#platform/migrations.ts'
import { testNow } from '../support/now.ts'
import { openOwnerModel } from '../support/one-owner.ts'
import { anyOwnerSequence } from '../support/one-owner-steps.ts'
import { projectRoot } from './support/server.ts'

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '48' },
    workers: { type: 'string', default: '2' },
    /** Set by the parent: the database of one worker. */
    database: { type: 'string' },
  },
})
const sequences = Number(values.sequences)
const seed = Number(values.seed)

if (values.database) await work(values.database)
else await share()

/** Divides the sequences among processes, each with a database of its own. */
async function share() {
  const workers = Number(values.workers)
  const cluster = await startCluster({
    checkout: projectRoot,
    name: 'drills',
    // Crashes of the database are another drill's.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  const began = performance.now()
  const codes = await Promise.all(
    Array.from({ length: workers }, async (_, at) => {
      const name = `one_owner_${process.pid}_${at}`
      await cluster.createDatabase(name)
      await migrate(cluster.url(name), join(projectRoot, 'db/migrations'))
      await prepareTemplate(cluster.url(name))
      const options = [`--sequences=${Math.ceil(sequences / workers)}`, `--seed=${seed + at}`]
      const child = fork(import.meta.filename, [...options, `--database=${cluster.url(name)}`])
      return await new Promise<number>((ended) => child.on('exit', (code) => ended(code ?? 1)))
    }),
  )
  await cluster.stop()
  const failed = codes.some((code) => code !== 0)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    failed
      ? `\nmore came out than was paid in: BROKEN (${seconds} s)`
      : `\n${sequences} sequences, never more came out than was paid in (${seconds} s)`,
  )
  process.exitCode = failed ? 1 : 0
}

async function work(databaseUrl: string) {
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'a-secret-of-the-model-and-of-nobody-else',
    APP_URL: 'http://model.test',
    DEMO: '1',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  })
  const clock = movableClock(testNow)
  const services = await createServices(env, { clock, work: false })
  await services.jobs.start(jobKinds)
  const model = await openOwnerModel(services, clock)
  let played = 0
  const result = await fc.check(
    fc.asyncProperty(anyOwnerSequence, async (sequence) => {
      const wrong = await model.play(sequence)
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
      if (++played % 500 === 0) console.log(`  seed ${seed}: ${played} sequences`)
    }),
    { numRuns: sequences, seed, endOnFailure: true },
  )
  if (result.failed) console.error(fc.defaultReportMessage(result), result.errorInstance)
  else console.log(`  seed ${seed}:`, await whatHappened(services))
  await services.close()
  process.exitCode = result.failed ? 1 : 0
}

/** What the sequences brought about, so that nobody believes in a rule that was never tried. */
async function whatHappened({
  db,
}: Awaited<ReturnType<typeof createServices>>): Promise<Record<string, number>> {
  const { rows } = await db.$client.query<{ what: string; n: number }>(`
    select 'event ' || outcome as what, count(*)::int as n from payment_events group by 1
    union all select 'lesson ' || status || coalesce(' by ' || cancel_reason, ''), count(*)::int from bookings group by 1
    union all select 'discount given by ' || discount_funded_by, count(*)::int from payments
      where paid_at is not null and discount_funded_by is not null group by 1
    union all select 'refund for ' || reason, count(*)::int from payment_refunds group by 1
    union all select 'package ended by ' || end_reason, count(*)::int from lesson_packages group by 1
    union all select 'share ' || status || case when package_id is null then '' else ' of an ended package' end, count(*)::int
      from payouts group by 1
    union all select 'share taken back', count(*)::int from payout_reversals
    union all select 'lesson moved', count(*)::int from lesson_moves
    union all select 'problem ' || status || ' of ' || source, count(*)::int from payment_disputes group by 1 order by 1`)
  return Object.fromEntries(rows.map(({ what, n }) => [what, n]))
}
