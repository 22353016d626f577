import pg from 'pg'
import { seedDemo } from '#db/seed/demo.ts'
import { demoPassword } from '#db/seed/scenarios.ts'
import { seed } from '#db/seed/seed.ts'
import { serve } from '../../scripts/start/serve.ts'
import { cheapHashing } from '../support/cheap-hashing.ts'
import { prepareTestCluster } from '../support/cluster.ts'
import { addHostileCoach } from '../support/hostile-coach.ts'
import { prepareStatements } from '../support/prepared-statements.ts'
import { firstPort, journeyDatabase, receiverPort, reportsPort } from './marketplace.ts'

/** The built product for the journeys, on a fresh database with a small demo marketplace, gone when they end. */
const port = firstPort()
prepareStatements()
const cluster = await prepareTestCluster()
const secret = 'a-secret-of-the-journeys-and-nobody-else'
const name = journeyDatabase(port)
await asAdmin(async (admin) => {
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query('select pg_advisory_lock(4712)')
  await admin.query(`create database ${name} template ${cluster.template}`)
})
const url = cluster.adminUrl.replace(/\/postgres$/, `/${name}`)
const client = new pg.Client({ connectionString: url })
await client.connect()
await seedDemo(client, { coaches: 150, now: Date.now(), secret })
await seed(client, { demo: false, now: Date.now() })
await addHostileCoach(client)
// A real hash keeps a processor busy for a tenth of a second, and journeys sign in two hundred times.
await client.query(`update credentials set password = $1 where password is not null`, [
  await cheapHashing.hash(demoPassword),
])
await client.end()

Object.assign(process.env, {
  NODE_ENV: 'production',
  PORT: String(port),
  APP_URL: `http://localhost:${port}`,
  DATABASE_URL: url,
  DEMO: '1',
  SESSION_SECRET: secret,
  RATE_LIMITS: 'off',
  WEBHOOK_EXTRA_HOSTS: `127.0.0.1:${receiverPort(port)}`,
  LOG_LEVEL: 'error',
  ERROR_REPORTS_URL: `http://127.0.0.1:${reportsPort(port)}`,
})
await serve(async () => {
  await asAdmin((admin) => admin.query(`drop database if exists ${name} with (force)`))
  await cluster.stop()
}, cheapHashing)
console.log(`journeys: serving ${process.env.APP_URL}`)

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>) {
  const admin = new pg.Client({ connectionString: cluster.adminUrl })
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
