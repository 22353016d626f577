import { createServer } from 'node:http'
import { Gauge } from '@prometheus-io/client'
import { createMetrics } from '#app/http/metrics.ts'
import { runProcesses } from '../../scripts/start/processes.ts'

/** A program of WEB_CONCURRENCY processes that only count requests and respond with their process id. */
async function serve() {
  const metrics = createMetrics()
  new Gauge({
    name: 'said_by_the_database',
    help: 'The same from every process',
    registers: [metrics.common],
    collect() {
      this.set(7)
    },
  })
  const server = createServer(async ({ url }, answer) => {
    answer.setHeader('connection', 'close')
    if (url === '/metrics') return void answer.end(await metrics.text())
    if (url === '/end') process.exit(1)
    metrics.observe('page', 500, 0.02)
    answer.end(String(process.pid))
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}`)
  })
}

/** Exits when the parent process has exited. */
process.stdin.once('end', () => process.exit()).resume()
await runProcesses({ prepare: async () => ({}), serve })
