import { join, resolve } from 'node:path'
import pg from 'pg'
import { readMigrationState } from '#platform/migrations.ts'
import { commandFor } from '../operator/commands.ts'
import { why } from '../operator/doctor/finding.ts'

const CONNECT_MS = 10_000
const migrations = join(resolve(import.meta.dirname, '../..'), 'db/migrations')

/**
 * Waits for another process to run the migrations that this version needs.
 * @param options.setting the name of the setting that contains the database URL
 * @throws Error naming the migrations that were not run in time, or naming the setting whose database cannot be reached
 */
export async function untilUpToDate(
  databaseUrl: string,
  options: { seconds: number; setting?: string; say: (words: string) => void },
): Promise<void> {
  const deadline = performance.now() + options.seconds * 1_000
  for (let asked = 0; ; asked++) {
    const { pending, unknown } = await readState(databaseUrl, options.setting ?? 'DATABASE_URL')
    if (pending.length === 0) {
      if (unknown.length > 0)
        options.say(`The database is ahead of this version by ${unknown.length}: ${unknown.join(', ')}`)
      return
    }
    const what = `${pending.length === 1 ? 'A migration has' : `${pending.length} migrations have`} not run on this database: ${pending.join(', ')}`
    if (performance.now() >= deadline) throw new Error(`${what}\nRun them first: ${commandFor('migrate')}`)
    if (asked === 0) options.say(`${what}\nWaiting for them to be run: ${commandFor('migrate')}`)
    await new Promise((done) => setTimeout(done, 1_000))
  }
}

async function readState(url: string, setting: string) {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'greenside-migrate',
    connectionTimeoutMillis: CONNECT_MS,
  })
  try {
    await client.connect()
  } catch (error) {
    await client.end().catch(() => undefined)
    throw new Error(`${setting}: the database cannot be reached: ${why(error)}`)
  }
  try {
    return await readMigrationState(client, migrations)
  } finally {
    await client.end()
  }
}
