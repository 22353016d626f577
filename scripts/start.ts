import { prepareServer } from './start/prepare.ts'
import { runProcesses } from './start/processes.ts'
import { serve } from './start/serve.ts'

/** `npm start`: everything from an empty folder to a served page. See README. */
runProcesses({ prepare: prepareServer, serve }).catch((error: unknown) => {
  console.error(`\n${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
})
