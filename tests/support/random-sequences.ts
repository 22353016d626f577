import { fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import pg from 'pg'
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

/**
 * The number of sequences before a worker switches to a new copy of the database. Jobs and rules scan the data of earlier sequences: in one
 * database, the thousandth sequence takes five times as long as the first, whereas a copy takes 0.1 s.
 */
const SEQUENCES_A_DATABASE = 100

type DrillClock = ReturnType<typeof movableClock>

/** A drill that plays random sequences against the product and checks rules after each one. */
export interface SequenceDrill<Sequence> {
  /** The drill's own file, which every worker runs again: `import.meta.filename`. */
  file: string
  seed: string
  /** Additional settings of the product for this drill. */
  settings?: Record<string, string>
  sequences: fc.Arbitrary<Sequence>
  /** @returns a function that plays one sequence and returns the violated rules */
  open(services: Services, clock: DrillClock): Promise<(sequence: Sequence) => Promise<string[]>>
  /** Additional counts, printed after the database's at the end of each worker. */
  counts?: () => Record<string, number>
  held: string
  broken: string
}

interface Options {
  sequences: number
  /** The seed of the first sequence. Each sequence has the next number, independent of its worker. */
  seed: number
  shrink: boolean
}

/**
 * Plays `--sequences`, divided among `--workers` processes; exits with 1 if a rule is violated. A sequence with a violation is printed with
 * its own seed: `--seed=<that> --sequences=1 --shrink`, at the same `TEST_NOW`, searches for the shortest sequence with the same violation.
 */
export async function playSequences<Sequence>(drill: SequenceDrill<Sequence>): Promise<void> {
  const { values } = parseArgs({
    options: {
      sequences: { type: 'string', default: '10000' },
      seed: { type: 'string', default: drill.seed },
      workers: { type: 'string', default: '2' },
      shrink: { type: 'boolean', default: false },
      /** Set by the parent: the database that a worker copies, and the worker's index. */
      template: { type: 'string' },
      worker: { type: 'string', default: '0' },
    },
  })
  const options = {
    sequences: Number(values.sequences),
    seed: Number(values.seed),
    shrink: values.shrink,
  }
  const workers = Math.min(Number(values.workers), options.sequences)
  if (values.template)
    await work(drill, options, { template: values.template, at: Number(values.worker), workers })
  else await share(drill, options, workers)
}

async function share<S>(drill: SequenceDrill<S>, { sequences, seed, shrink }: Options, workers: number) {
  const cluster = await startCluster({
    checkout: root,
    name: 'drills',
    // Another drill tests crashes of the database.
    isThrowaway: true,
  })
  const began = performance.now()
  const TEST_NOW = new Date(testNow).toISOString()
  console.log(`Sequences start at TEST_NOW=${TEST_NOW}`)
  const template = `sequences_${process.pid}`
  await cluster.createDatabase(template)
  await migrate(cluster.url(template), join(root, 'db/migrations'))
  await prepareTemplate(cluster.url(template))
  const codes = await Promise.all(
    Array.from({ length: workers }, async (_, at) => {
      const child = fork(
        drill.file,
        [
          ...[`--sequences=${sequences}`, `--seed=${seed}`, ...(shrink ? ['--shrink'] : [])],
          ...[`--workers=${workers}`, `--worker=${at}`, `--template=${cluster.url(template)}`],
        ],
        { env: { ...process.env, TEST_NOW } },
      )
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

interface Worker {
  template: string
  at: number
  workers: number
}

/** Plays this worker's sequences, and continues after a violation. */
async function work<S>(drill: SequenceDrill<S>, options: Options, worker: Worker) {
  const happened = new Map<string, number>()
  const began = performance.now()
  let [played, broken] = [0, 0]
  let product = await openProduct(drill, worker, played)
  const leave = async () => {
    for (const [what, n] of Object.entries(await whatHappened(product.services.db.$client)))
      happened.set(what, (happened.get(what) ?? 0) + n)
    await product.close()
  }
  for (let seed = options.seed + worker.at; seed < options.seed + options.sequences; seed += worker.workers) {
    if (played > 0 && played % SEQUENCES_A_DATABASE === 0) {
      await leave()
      product = await openProduct(drill, worker, played)
    }
    const { play } = product
    const property = fc.asyncProperty(drill.sequences, async (sequence) => {
      const wrong = await withinLimit(play(sequence))
      if (wrong.length > 0) throw new Error(wrong.join('\n'))
    })
    const result = await fc.check(property, {
      numRuns: 1,
      seed: scattered(seed),
      endOnFailure: !options.shrink,
    })
    if (result.failed) {
      broken++
      console.error(`\nBROKEN by --seed=${seed}:`, result.errorInstance)
      console.error(JSON.stringify(result.counterexample?.[0]))
    }
    if (++played % 500 === 0)
      console.log(
        `  worker ${worker.at}: ${played} sequences, ${broken} broken, ${Math.round((performance.now() - began) / 1000)} s`,
      )
  }
  await leave()
  console.log(`  worker ${worker.at}:`, { ...Object.fromEntries([...happened].sort()), ...drill.counts?.() })
  process.exitCode = broken > 0 ? 1 : 0
}

/** A sequence takes a second; one that waits for something that never comes must not stop the drill. */
const LONGEST_MS = 120_000

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController()
  const limit = setTimeout(LONGEST_MS, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`The sequence did not end within ${LONGEST_MS / 1000} s`)
  })
  limit.catch(() => undefined)
  try {
    return await Promise.race([work, limit])
  } finally {
    ended.abort()
  }
}

/** Mixes the seed, because the generator starts with similar values for adjacent seeds. */
function scattered(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b)
  return Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) | 0
}

/** Opens the product on a copy of the template. */
async function openProduct<S>(drill: SequenceDrill<S>, { template, at }: Worker, played: number) {
  const name = `${new URL(template).pathname.slice(1)}_${at}_${played}`
  const url = addressOf(template, name)
  await asOwner(template, `create database ${name} template ${new URL(template).pathname.slice(1)}`)
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: url,
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
  return {
    services,
    play: await drill.open(services, clock),
    async close() {
      await services.close()
      await asOwner(template, `drop database ${name} with (force)`)
    },
  }
}

const addressOf = (url: string, database: string) => {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Serializes copies, because a database can be copied only while it has no connections. */
async function asOwner(template: string, statement: string) {
  const client = new pg.Client({ connectionString: addressOf(template, 'postgres') })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(20261)')
    await client.query(statement)
  } finally {
    await client.end()
  }
}
