import { jobKinds } from '#app/worker.ts'
import { createJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { commandFor } from './operator/commands.ts'
import { bringUpToDate } from './start/up-to-date.ts'

/**
 * Brings the database of DATABASE_URL to what this version needs, before the version is started: tables, queues, ZIP codes, letters.
 *   DATABASE_URL=… npm run migrate
 */
async function main() {
  const { DATABASE_URL, DATABASE_SESSION_URL, DEMO, GOOGLE_CLIENT_ID, SECRETS_KEY, SESSION_SECRET } =
    process.env
  // Behind a pooler: locks of migrations belong to a session.
  const databaseUrl = DATABASE_SESSION_URL || DATABASE_URL
  if (!databaseUrl) throw new Error(`Say which database: DATABASE_URL=… ${commandFor('migrate')}`)
  const secret = SECRETS_KEY ?? SESSION_SECRET
  const ran = await bringUpToDate(
    {
      databaseUrl,
      isDemo: DEMO === '1',
      ownGoogle: Boolean(GOOGLE_CLIENT_ID),
      ...(secret ? { secret } : {}),
    },
    { onProgress: (words) => console.log(words) },
  )
  const jobs = createJobs({ url: databaseUrl }, createLog('error'), { work: false })
  await jobs.start(jobKinds)
  await jobs.stop()
  console.log(ran.length === 0 ? 'The database is up to date.' : `Migrations run: ${ran.length}.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
