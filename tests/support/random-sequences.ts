import { fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { createServices } from '#app/services.ts'
import { jobKinds } from '#app/worker.ts'
import { prepareTemplate } from '#db/seed/test-template.ts'
import { movableClock } from '#platform/clock.ts'
import { startCluster } from '#platform/embedded-postgres.ts'
import { readEnv } from '#platform/env.ts'
import { migrate } from '#platform/migrations.ts'
import type { Services } from '#ports/services.ts'
import { cheapHashing } from './cheap-hashing.ts'
import { whatHappened } from './happened.ts'
import { testNow } from './now.ts'

const root = resolve(import.meta.dirname, '../..')

type DrillClock = ReturnType<typeof movableClock>

/** A drill that plays random sequences against the product and checks rules after each. */
export interface SequenceDrill<Sequence> {
  /** The drill's own file, which every worker runs again: `import.meta.filename`. */
  file: string
  seed: string
  /** Settings of the product besides those of every drill. */
  settings?: Record<string, string>
  sequences: fc.Arbitrary<Sequence>
  /** @returns how to play one sequence on this product, and which rules it broke */
  open(services: Services, clock: DrillClock): Promise<(sequence: Sequence) => Promise<string[]>>
  /** Counts besides those of the database, printed at the end of each worker. */
  counts?: () => Record<string, number>
  held: string
  broken: string
}

/** Plays `--sequences`, divided among `--workers` processes with a database each; leaves with 1 when a rule is broken. */
export async function playSequences<Sequence>(drill: SequenceDrill<Sequence>): Promise<void> {
  const { values } = parseArgs({
    options: {
      sequences: { type: 'string', default: '10000' },
      seed: { type: 'string', default: drill.seed },
      workers: { type: 'string', default: '2' },
      /** Set by the parent: the database of one worker. */
      database: { type: 'string' },
    },
  })
  const [sequences, seed] = [Number(values.sequences), Number(values.seed)]
  if (values.database) await work(drill, values.database, sequences, seed)
  else await share(drill, Number(values.workers), sequences, seed)
}

async function share<S>(drill: SequenceDrill<S>, workers: number, sequences: number, seed: number) {
  const cluster = await startCluster({
    checkout: root,
    name: 'drills',
    // Crashes of the database are another drill's.
    isThrowaway: true,
  })
  const began = performance.now()
  const codes = await Promise.all(
    Array.from({ length: workers }, async (_, at) => {
      const name = `sequences_${process.pid}_${at}`
      await cluster.createDatabase(name)
      await migrate(cluster.url(name), join(root, 'db/migrations'))
      await prepareTemplate(cluster.url(name))
      const options = [`--sequences=${Math.ceil(sequences / workers)}`, `--seed=${seed + at}`]
      const child = fork(drill.file, [...options, `--database=${cluster.url(name)}`])
      return await new Promise<number>((ended) => child.on('exit', (code) => ended(code ?? 1)))
    }),
  )
  await cluster.stop()
  const failed = codes.some((code) => code !== 0)
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    failed ? `\n${drill.broken} (${seconds} s)` : `\n${sequences} sequences, ${drill.held} (${seconds} s)`,
  )
  process.exitCode = failed ? 1 : 0
}

async function work<S>(drill: SequenceDrill<S>, databaseUrl: string, sequences: number, seed: number) {
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: 'a-secret-of-the-model-and-of-nobody-else',
    APP_URL: 'http://model.test',
    DEMO: '1',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    ...drill.settings,
  })
  const clock = movableClock(testNow)
  const services = await createServices(env, { clock, work: false, hashing: cheapHashing })
  await services.jobs.start(jobKinds)
  const play = await drill.open(services, clock)
  let played = 0
  const result = await fc.check(
    fc.asyncProperty(drill.sequences, async (sequence) => {
      const broken = await play(sequence)
      if (broken.length > 0) throw new Error(broken.join('\n'))
      if (++played % 500 === 0) console.log(`  seed ${seed}: ${played} sequences`)
    }),
    { numRuns: sequences, seed, endOnFailure: true },
  )
  if (result.failed) console.error(fc.defaultReportMessage(result), result.errorInstance)
  else console.log(`  seed ${seed}:`, { ...(await whatHappened(services.db.$client)), ...drill.counts?.() })
  await services.close()
  process.exitCode = result.failed ? 1 : 0
}
