import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { Hono } from 'hono'
import pg from 'pg'
import { answerPaymentWebhook } from '#app/http/webhooks.ts'
import { createServices } from '#app/services.ts'
import { jobKinds } from '#app/worker.ts'
import { makeClockMovable } from '#db/seed/movable-clock.ts'
import { loadTemplates } from '#db/seed/templates.ts'
import { movableClock } from '#platform/clock.ts'
import { startCluster } from '#platform/embedded-postgres.ts'
import { readEnv } from '#platform/env.ts'
import { migrate } from '#platform/migrations.ts'
import { loadSecret, projectRoot } from './server.ts'

/** Derived from the session secret in the same way as in the product. */
export const webhookSecret = createHmac('sha256', loadSecret).update('local payment events').digest('hex')

/** A database server for drills that do not test crashes: it runs without durability. */
export async function openDrillCluster() {
  const cluster = await startCluster({
    checkout: projectRoot,
    name: 'drills',
    isThrowaway: true,
  })
  const asAdmin = async (statement: string) => {
    const client = new pg.Client({ connectionString: cluster.url('postgres') })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  return {
    /** Creates a migrated database with the message templates and no accounts, replacing any database of that name. */
    async fresh(name: string): Promise<string> {
      await asAdmin(`drop database if exists ${name} with (force)`)
      await cluster.createDatabase(name)
      await migrate(cluster.url(name), join(projectRoot, 'db/migrations'))
      const client = new pg.Client({ connectionString: cluster.url(name) })
      await client.connect()
      await makeClockMovable(client)
      await loadTemplates(client).finally(() => client.end())
      return cluster.url(name)
    },
    /** Copies a database in its current state. It must have no open connections. */
    async copy(from: string, name: string): Promise<string> {
      await asAdmin(`drop database if exists ${name} with (force)`)
      await asAdmin(`create database ${name} template ${from}`)
      return cluster.url(name)
    },
    asAdmin,
    stop: () => cluster.stop(),
  }
}

export type MemoryProduct = Awaited<ReturnType<typeof openMemoryProduct>>

/** The whole product in this process on a real database, with local vendors and an adjustable clock, without a worker or pages. */
export async function openMemoryProduct(databaseUrl: string, now: number) {
  const clock = movableClock(now)
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: loadSecret,
    APP_URL: 'http://greenside.test',
    DEMO: '1',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
    REQUESTS_AT_ONCE: '0',
  })
  const services = await createServices(env, { clock, work: false })
  await services.jobs.start(jobKinds)
  const webhooks = new Hono().post('/webhooks/payments', (c) => answerPaymentWebhook(c, services))
  return { clock, services, webhooks, pool: services.db.$client, close: () => services.close() }
}

/** Processes a list with limited concurrency. */
export async function each<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T, at: number) => Promise<unknown>,
) {
  const waiting = items.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [at, item] of waiting) await work(item, at)
    }),
  )
}
