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
 * After so many sequences a worker goes on with a new copy of the database. Sweeps and rules of later sequences scan what earlier
 * ones left: in one database the thousandth takes five times as long as the first, and a copy takes 0.1 s.
 */
const SEQUENCES_A_DATABASE = 100

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

interface Options {
  sequences: number
  /** Of the first sequence; each next one has the next number, whichever worker plays it. */
  seed: number
  shrink: boolean
}

/**
 * Plays `--sequences`, divided among `--workers` processes; leaves with 1 when a rule is broken. A sequence that breaks one is
 * printed with its own seed: `--seed=<that> --sequences=1 --shrink` looks for the shortest that does the same.
 */
export async function playSequences<Sequence>(drill: SequenceDrill<Sequence>): Promise<void> {
  const { values } = parseArgs({
    options: {
      sequences: { type: 'string', default: '10000' },
      seed: { type: 'string', default: drill.seed },
      workers: { type: 'string', default: '2' },
      shrink: { type: 'boolean', default: false },
      /** Set by the parent: the database that a worker copies, and which of the workers it is. */
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
    // Crashes of the database are another drill's.
    isThrowaway: true,
  })
  const began = performance.now()
  const template = `sequences_${process.pid}`
  await cluster.createDatabase(template)
  await migrate(cluster.url(template), join(root, 'db/migrations'))
  await prepareTemplate(cluster.url(template))
  const codes = await Promise.all(
    Array.from({ length: workers }, async (_, at) => {
      const child = fork(drill.file, [
        ...[`--sequences=${sequences}`, `--seed=${seed}`, ...(shrink ? ['--shrink'] : [])],
        ...[`--workers=${workers}`, `--worker=${at}`, `--template=${cluster.url(template)}`],
      ])
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

/** Plays every sequence that is this worker's, also after one that broke a rule. */
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

/** The generator begins alike with seeds that are close to each other. */
function scattered(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b)
  return Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b) | 0
}

/** The product on a copy of the template. */
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

/** Copies wait for each other: a database is copied only while nobody uses it. */
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
