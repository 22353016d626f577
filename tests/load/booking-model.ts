/**
 * Random sequences of everything that students, coaches, admins, the clock, the processor and broken connections can do to
 * lessons and their money; after each, every rule of tests/support/booking-model-rules.ts is checked.
 *
 *   node tests/load/booking-model.ts [--sequences=10000] [--seed=1] [--workers=2]
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { createServices } from '#app/services.ts'
import { jobKinds } from '#app/worker.ts'
import { loadTemplates } from '#db/seed/templates.ts'
import { prepareTemplate } from '#db/seed/test-template.ts'
import { movableClock } from '#platform/clock.ts'
import { startCluster } from '#platform/embedded-postgres.ts'
import { readEnv } from '#platform/env.ts'
import { migrate } from '#platform/migrations.ts'
import { openModel } from '../support/booking-model.ts'
import { anySequence } from '../support/booking-model-steps.ts'
import { ABOUT_A_LETTER, type Tally, watchLetters } from '../support/letters-model.ts'
import { testNow } from '../support/now.ts'
import { projectRoot } from './support/server.ts'

const { values } = parseArgs({
  options: {
    sequences: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    /** Letters are delivered and compared, too. */
    letters: { type: 'boolean', default: false },
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
      const name = `booking_model_${process.pid}_${at}`
      await cluster.createDatabase(name)
      await migrate(cluster.url(name), join(projectRoot, 'db/migrations'))
      await prepareTemplate(cluster.url(name))
      const options = [
        `--sequences=${Math.ceil(sequences / workers)}`,
        `--seed=${seed + at}`,
        ...(values.letters ? ['--letters'] : []),
      ]
      const child = fork(import.meta.filename, [...options, `--database=${cluster.url(name)}`])
      return await new Promise<number>((ended) => child.on('exit', (code) => ended(code ?? 1)))
    }),
  )
  await cluster.stop()
  const failed = codes.some((code) => code !== 0)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    failed
      ? `\na rule is BROKEN (${seconds} s)`
      : `\n${sequences} sequences, every rule holds (${seconds} s)`,
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
  const tally: Tally = new Map()
  if (values.letters) await prepareLetters(services)
  const model = await openModel(
    services,
    clock,
    values.letters ? (product, coachId) => watchLetters(product, coachId, tally) : undefined,
  )
  let played = 0
  const result = await fc.check(
    fc.asyncProperty(anySequence, async (steps) => {
      // The model's own rules are for the run without letters.
      const found = await model.play(steps)
      const broken = found.filter((what) => !values.letters || what.startsWith(ABOUT_A_LETTER))
      if (broken.length > 0) throw new Error(broken.join('\n'))
      if (++played % 500 === 0) console.log(`  seed ${seed}: ${played} sequences`)
    }),
    { numRuns: sequences, seed, endOnFailure: true },
  )
  if (result.failed) console.error(fc.defaultReportMessage(result), result.errorInstance)
  else console.log(`  seed ${seed}:`, await whatHappened(services), Object.fromEntries([...tally].sort()))
  await services.close()
  process.exitCode = result.failed ? 1 : 0
}

/** The words of the letters, as every installation has them. */
async function prepareLetters({ db }: Awaited<ReturnType<typeof createServices>>) {
  const client = await db.$client.connect()
  await loadTemplates(client).finally(() => client.release())
}

/** What the sequences brought about, so that nobody believes in rules that were never tried. */
async function whatHappened({
  db,
}: Awaited<ReturnType<typeof createServices>>): Promise<Record<string, number>> {
  const { rows } = await db.$client.query<{ what: string; n: number }>(`
    select 'event ' || outcome as what, count(*)::int as n from payment_events group by 1
    union all select 'lesson ' || status || coalesce(' by ' || cancel_reason, ''), count(*)::int from bookings group by 1
    union all select 'moved by ' || moved_as, count(*)::int from lesson_moves group by 1
    union all select 'refund for ' || reason, count(*)::int from payment_refunds group by 1
    union all select 'share ' || status, count(*)::int from payouts group by 1
    union all select 'share taken back', count(*)::int from payout_reversals
    union all select 'problem reported', count(*)::int from payment_disputes order by 1`)
  return Object.fromEntries(rows.map(({ what, n }) => [what, n]))
}
