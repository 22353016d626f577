import { join, resolve } from 'node:path'
import pg from 'pg'
import { refuseDemoData } from '#app/demo-accounts.ts'
import { seed } from '#db/seed/seed.ts'
import { type MigrationOptions, migrate } from '#platform/migrations.ts'

const migrations = join(resolve(import.meta.dirname, '../..'), 'db/migrations')
/** Older ones lack what the migrations use. */
const OLDEST_POSTGRES = 15

export interface Installation {
  databaseUrl: string
  /** Whether the demo marketplace is wanted. */
  isDemo: boolean
  /** Encrypts what demo people entrusted to us. */
  secret?: string
  /** Whether Google's own calendars are configured, so that a demo has no stand-in for them. */
  ownGoogle?: boolean
}

/**
 * Brings a database to what this version of the program needs: tables, ZIP codes, letters, and a demo's people. What is done
 * already is left alone, and a version before this one goes on working with it.
 * @returns the names of the migrations that ran
 */
export async function bringUpToDate(
  installation: Installation,
  options: MigrationOptions = {},
): Promise<string[]> {
  const { databaseUrl, isDemo, ...entrusted } = installation
  await withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    )
    const major = Math.floor(Number(rows[0]?.version) / 10_000)
    if (major < OLDEST_POSTGRES)
      throw new Error(`PostgreSQL ${OLDEST_POSTGRES} or newer is needed, and this is ${major}.`)
  })
  const ran = await migrate(databaseUrl, migrations, options)
  await withClient(databaseUrl, async (client) => {
    await refuseDemoData(client, { isDemo })
    await seed(client, { demo: isDemo, now: Date.now(), ...entrusted })
  })
  return ran
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'greenside-migrate' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
