import { join } from 'node:path'
import pg from 'pg'
import { seedDemo } from '#db/seed/demo.ts'
import { makeClockMovable } from '#db/seed/movable-clock.ts'
import { loadTemplates } from '#db/seed/templates.ts'
import { loadZipCodes } from '#db/seed/zip-codes.ts'
import { startCluster } from '#platform/embedded-postgres.ts'
import { migrate } from '#platform/migrations.ts'
import { projectRoot } from './server.ts'

export interface LoadDatabase {
  url: string
  pool: pg.Pool
  close(): Promise<void>
  /** Closes it and removes it from the server. */
  drop(): Promise<void>
}

/**
 * A database of the load runs' own server, with the settings that are shipped: safety is never tested with fsync off.
 * @param options.coaches how many it has; a database of that name that has them is used again
 * @param options.fresh drops what is there first
 */
export async function openLoadDatabase(
  name: string,
  options: { coaches: number; fresh?: boolean; poolSize?: number },
): Promise<LoadDatabase> {
  const cluster = await startCluster({ checkout: projectRoot, name: 'bench' })
  if (options.fresh) await dropDatabase(cluster.url('postgres'), name)
  await cluster.createDatabase(name)
  const url = cluster.url(name)
  await makeMarketplace(url, options.coaches)
  const pool = new pg.Pool({ connectionString: url, max: options.poolSize ?? 10 })
  pool.on('error', () => undefined)
  return {
    url,
    pool,
    async close() {
      await pool.end()
      await cluster.stop()
    },
    async drop() {
      await pool.end()
      await dropDatabase(cluster.url('postgres'), name)
      await cluster.stop()
    },
  }
}

/** Migrates a database and fills it, unless it is. @param bookings approximate number of lessons; see `seedDemo` */
export async function makeMarketplace(url: string, coaches: number, bookings?: number) {
  await migrate(url, join(projectRoot, 'db/migrations'))
  await fill(url, coaches, bookings)
}

async function fill(url: string, coaches: number, bookings?: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // The servers of the load runs are demos, and ask the database how far their clock is ahead.
    await makeClockMovable(client)
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from instructor_profiles where is_visible',
    )
    if ((rows[0]?.n ?? 0) >= coaches / 2) return
    console.log(`Creating a marketplace of ${coaches.toLocaleString('en-US')} coaches…`)
    await loadZipCodes(client)
    await loadTemplates(client)
    await seedDemo(client, {
      now: Date.now(),
      coaches,
      seed: 1,
      fresh: true,
      ...(bookings === undefined ? {} : { bookings }),
    })
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

async function dropDatabase(adminUrl: string, name: string) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  await client.end()
}
