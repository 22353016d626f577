import { readEnv } from '#platform/env.ts'
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
        say: (words) => console.error(words),
      })
      return {}
    },
    serve,
  })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
