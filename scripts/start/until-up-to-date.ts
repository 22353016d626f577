import { join, resolve } from 'node:path'
import pg from 'pg'
import { readMigrationState } from '#platform/migrations.ts'

const migrations = join(resolve(import.meta.dirname, '../..'), 'db/migrations')

/**
 * Waits until somebody else has run the migrations that this version needs.
 * @throws Error naming them when they were not run in time
 */
export async function untilUpToDate(
  databaseUrl: string,
  options: { seconds: number; say: (words: string) => void },
): Promise<void> {
  const deadline = performance.now() + options.seconds * 1_000
  for (let asked = 0; ; asked++) {
    const { pending, unknown } = await readState(databaseUrl)
    if (pending.length === 0) {
      if (unknown.length > 0)
        options.say(`The database is ahead of this version by ${unknown.length}: ${unknown.join(', ')}`)
      return
    }
    const what = `${pending.length === 1 ? 'A migration has' : `${pending.length} migrations have`} not run on this database: ${pending.join(', ')}`
    if (performance.now() >= deadline) throw new Error(`${what}\nRun them first: npm run migrate`)
    if (asked === 0) options.say(`${what}\nWaiting for somebody to run them: npm run migrate`)
    await new Promise((done) => setTimeout(done, 1_000))
  }
}

async function readState(url: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'greenside-migrate' })
  await client.connect()
  try {
    return await readMigrationState(client, migrations)
  } finally {
    await client.end()
  }
}
