import { join, resolve } from 'node:path'
import pg from 'pg'
import { refuseDemoData } from '#app/demo-accounts.ts'
import { seed } from '#db/seed/seed.ts'
import { type MigrationOptions, migrate } from '#platform/migrations.ts'

const migrations = join(resolve(import.meta.dirname, '../..'), 'db/migrations')
/** The oldest supported version; the migrations use its features. */
const OLDEST_POSTGRES = 15

export interface Installation {
  databaseUrl: string
  /** Whether to seed the demo marketplace. */
  isDemo: boolean
  /** Encrypts the demo's stored credentials. */
  secret?: string
  /** Computes the codes of the demo's gift cards. */
  sessionSecret?: string
  /** Whether a real Google Calendar client is configured, in which case the demo uses no local double. */
  ownGoogle?: boolean
}

/**
 * Brings a database up to date with this version of the program: tables, ZIP codes, templates, and the demo's data. Completed work is
 * skipped, and the previous version of the program continues to work.
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
