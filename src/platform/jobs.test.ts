import { InMemorySpanExporter } from '@opentelemetry/sdk-trace-base'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#tests/support/database.ts'
import { inTransaction } from './db.ts'
import { HOUR } from './duration.ts'
import { createJobs, defineJob, type Jobs } from './jobs.ts'
import { createLog } from './log.ts'
import { startTracing } from './start-tracing.ts'
import { traced } from './tracing.ts'
import { uuidV8 } from './uuid-v8.ts'

const database = testDatabase()
const greeting = defineJob({ name: 'greet', payload: z.object({ name: z.string() }), retries: 3, atOnce: 4 })
const greeted: string[] = []
const failures = new Map<string, number>()
let jobs: Jobs
let atWork = 0
let mostAtWork = 0

const soon = { timeout: 15_000, interval: 50 }
const send = (name: string, options?: Parameters<Jobs['send']>[3]) =>
  jobs.send(database.db, greeting, { name }, options)

beforeAll(async () => {
  jobs = createJobs({ url: database.url }, createLog('silent'), { work: true })
  await jobs.start([greeting])
  await jobs.handle(greeting, async ({ name }) => {
    mostAtWork = Math.max(mostAtWork, ++atWork)
    await new Promise((done) => setImmediate(done))
    atWork--
    const left = failures.get(name) ?? 0
    failures.set(name, left - 1)
    if (left > 0) throw new Error(`no luck with ${name}`)
    greeted.push(name)
  })
})
afterAll(() => jobs.stop())

describe('jobs', () => {
  test('one that is to be forgotten has no payload once it is done; others keep theirs', async () => {
    await send('Jo who leaves', { forgetAfterSeconds: 3_600 })
    await send('Sam who stays')
    await vi.waitFor(
      () => expect(greeted).toEqual(expect.arrayContaining(['Jo who leaves', 'Sam who stays'])),
      soon,
    )
    const payloads = async () =>
      (
        await database.pool.query<{ data: object }>(
          `select data from pgboss.job where name = 'greet' and state = 'completed' order by created_on`,
        )
      ).rows.map(({ data }) => data)
    await vi.waitFor(
      async () => expect(await payloads()).toEqual([{ isErased: true }, { name: 'Sam who stays' }]),
      soon,
    )
  })

  test('a job continues the trace in which it was sent', async () => {
    const exporter = new InMemorySpanExporter()
    const stop = await startTracing({ role: 'worker', exporter })
    try {
      await traced('booking', {}, () => send('Jo who is traced'))
      const spans = () => exporter.getFinishedSpans()
      await vi.waitFor(() => expect(spans().map(({ name }) => name)).toContain('job greet'), soon)
      const [sent, done] = ['booking', 'job greet'].map((name) => spans().find((span) => span.name === name))
      expect(done?.parentSpanContext?.spanId).toBe(sent?.spanContext().spanId)
      expect(greeted).toContain('Jo who is traced')
    } finally {
      await stop()
    }
  })

  test('a hundred are done in seconds, a few of them at once', async () => {
    const names = Array.from({ length: 100 }, (_, i) => `of a hundred ${i}`)
    for (const name of names) await send(name)
    await vi.waitFor(() => expect(greeted).toEqual(expect.arrayContaining(names)), soon)
    expect(mostAtWork).toBeGreaterThan(1)
    expect(mostAtWork).toBeLessThanOrEqual(4)
  })

  test('a clock moved by three days runs daily jobs three times, and hourly jobs at each stop', async () => {
    // Half an hour and half a day from the current time, so that neither becomes due during the test.
    const machine = new Date()
    const hourly = `${(machine.getUTCMinutes() + 30) % 60} * * * *`
    const hour = (machine.getUTCHours() + 12) % 24
    const daily = `0 ${hour} * * *`
    let now = Date.UTC(2026, 2, 8, hour) - HOUR / 2
    const repeated: string[] = []
    const moved = createJobs({ url: database.url }, createLog('silent'), {
      work: true,
      aheadMs: () => now - Date.now(),
    })
    const repeating = [hourly, daily].map((cron, n) =>
      defineJob({ name: `repeats-${n}`, payload: z.object({}), retries: 0, cron }),
    )
    await moved.start(repeating)
    try {
      for (const kind of repeating) await moved.handle(kind, async () => void repeated.push(kind.cron ?? ''))
      repeated.length = 0
      for (let stop = 0; stop < 3 * 24; stop++) {
        const since = now
        now += HOUR
        await moved.workOff(since)
      }
      const times = Object.groupBy(repeated, (cron) => cron)
      expect(times[daily]).toHaveLength(3)
      expect(times[hourly]).toHaveLength(3 * 24)
    } finally {
      await moved.stop()
    }
  })

  test('a restart leaves queues unchanged, and updates those created differently by an earlier version', async () => {
    const queue = async () =>
      (
        await database.pool.query<{ retries: number; changed: Date }>(
          `select retry_limit as retries, updated_on as changed from pgboss.queue where name = 'greet'`,
        )
      ).rows[0]
    const first = await queue()
    await jobs.start([greeting])
    expect(await queue()).toEqual(first)
    await jobs.start([{ ...greeting, retries: 5 }])
    expect(await queue()).toMatchObject({ retries: 5 })
    await jobs.start([greeting])
    expect(await queue()).toMatchObject({ retries: 3 })
  })

  test('failed, active and completed ones are found by our own indexes, created once', async () => {
    const { rows } = await database.pool.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where schemaname = 'pgboss' and indexname ~ '^jobs_(failed|active|begun)$' order by indexname`,
    )
    expect(rows.map(({ indexdef }) => /WHERE .*/.exec(indexdef)?.[0])).toEqual([
      `WHERE (state = 'active'::pgboss.job_state)`,
      `WHERE (state > 'active'::pgboss.job_state)`,
      `WHERE (state = 'failed'::pgboss.job_state)`,
    ])
  })

  test('one in a failed transaction never runs; one sent twice runs once', async () => {
    const failing = inTransaction(database.db, async (tx) => {
      await jobs.send(tx, greeting, { name: 'never' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await send('once', { id: uuidV8('once') })
    await send('once', { id: uuidV8('once') })
    await send('last')
    await vi.waitFor(() => expect(greeted).toContain('last'), soon)
    expect(greeted.filter((name) => name === 'once')).toHaveLength(1)
    expect(greeted).not.toContain('never')
  })
})

// They all wait for the worker's next poll, so they run concurrently.
describe.concurrent('delayed jobs', () => {
  test('one that fails is retried without affecting others', async ({ expect }) => {
    failures.set('unlucky', 1)
    await inTransaction(database.db, async (tx) => {
      for (const name of ['left', 'unlucky', 'right']) await jobs.send(tx, greeting, { name })
    })
    await vi.waitFor(() => expect(greeted).toContain('unlucky'), soon)
    expect(greeted.filter((name) => ['left', 'unlucky', 'right'].includes(name))).toHaveLength(3)
  })

  test('an abandoned one runs when retried, and the queues report their state', async () => {
    const stubborn = defineJob({ name: 'stubborn', payload: z.object({}), retries: 0, cron: '0 0 1 1 *' })
    let isWell = false
    let runs = 0
    const state = async () => (await jobs.queues()).find(({ name }) => name === 'stubborn')
    await jobs.start([stubborn])
    await jobs.handle(stubborn, async () => {
      runs++
      if (!isWell) throw new Error('not now')
    })
    expect(await state()).toMatchObject({ failed: 0, lastRun: null, cron: '0 0 1 1 *' })
    const id = uuidV8('stubborn')
    await jobs.send(database.db, stubborn, {}, { id })
    await vi.waitFor(async () => expect(await state()).toMatchObject({ failed: 1, waiting: 0 }), soon)
    isWell = true
    await inTransaction(database.db, (tx) => jobs.retry(tx, 'stubborn', [id]))
    await vi.waitFor(async () => expect(await state()).toMatchObject({ failed: 0, running: 0 }), soon)
    await vi.waitFor(() => expect(runs).toBe(2), soon)
    expect((await state())?.lastRun).toBeGreaterThan(0)
    await jobs.retry(database.db, 'unheard-of', [id])
  })

  test('a postponed one runs soon after its time', async () => {
    const due = Date.now() + 1500
    await send('later', { notBefore: due })
    await vi.waitFor(() => expect(greeted).toContain('later'), soon)
    expect(Date.now()).toBeGreaterThanOrEqual(due)
    expect(Date.now()).toBeLessThan(due + 10_000)
  })
})
