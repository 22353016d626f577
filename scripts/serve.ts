import { readEnv } from '#platform/env.ts'
import { logWhatIsWrong } from './start/log-what-is-wrong.ts'
import { runProcesses } from './start/processes.ts'
import { serve } from './start/serve.ts'
import { untilUpToDate } from './start/until-up-to-date.ts'

/**
 * Serves what is built against DATABASE_URL, as an operator starts it: PROCESS_ROLE says what it does, WEB_CONCURRENCY how many
 * processes answer. It prepares nothing: `npm run migrate` does, before.
 */
async function main() {
  process.env.NODE_ENV ??= 'production'
  await runProcesses({
    prepare: async () => {
      const env = readEnv()
      await untilUpToDate(env.DATABASE_SESSION_URL, {
        seconds: env.MIGRATION_WAIT_SECONDS,
        setting: process.env.DATABASE_SESSION_URL ? 'DATABASE_SESSION_URL' : 'DATABASE_URL',
        say: (words) => console.error(words),
      })
      return { announce: () => logWhatIsWrong(env) }
    },
    serve,
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
