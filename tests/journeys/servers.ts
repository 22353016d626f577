import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { prepareTestCluster } from '../support/cluster.ts'
import { dropDatabase } from '../support/copy-database.ts'
import { firstPort, journeyDatabase, MARKETPLACES } from './marketplace.ts'
import { createSeeded } from './seeded-database.ts'

/** The journeys' marketplaces: one database is seeded, and each marketplace runs on a copy. */
const first = firstPort()
const cluster = await prepareTestCluster()
const seeded = `${journeyDatabase(first)}_seeded`
await createSeeded(cluster.adminUrl, cluster.template, seeded)
/** As the tests' processes have it (decision 0100). */
const roomy = ['--min-semi-space-size=64', '--max-semi-space-size=64', '--initial-old-space-size=500']
const servers = Array.from({ length: MARKETPLACES }, (_, n) =>
  spawn(process.execPath, [...roomy, join(import.meta.dirname, 'server.ts')], {
    env: {
      ...process.env,
      JOURNEY_PORT: String(first + n),
      JOURNEY_ADMIN_URL: cluster.adminUrl,
      JOURNEY_TEMPLATE: seeded,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  }),
)
const isServing = servers.map(async (server) => {
  for await (const line of createInterface(server.stdout)) {
    console.log(line)
    if (line.startsWith('journeys: serving')) break
  }
  server.stdout.pipe(process.stdout)
})
process.on('SIGTERM', () => servers.map((server) => server.kill('SIGTERM')))
for (const server of servers) server.on('exit', (code) => code && process.exit(code))
void Promise.all(isServing).then(() => console.log('journeys: all marketplaces serve'))
await Promise.all(servers.map((server) => once(server, 'exit')))
await dropDatabase(cluster.adminUrl, seeded)
await cluster.stop()
