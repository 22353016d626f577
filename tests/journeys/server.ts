import { serve } from '../../scripts/start/serve.ts'
import { cheapHashing } from '../support/cheap-hashing.ts'
import { copyDatabase, dropDatabase } from '../support/copy-database.ts'
import { prepareStatements } from '../support/prepared-statements.ts'
import { firstPort, journeyDatabase, receiverPort, reportsPort } from './marketplace.ts'
import { journeySecret } from './seeded-database.ts'

/** The built product for the journeys, on a copy of the seeded database, which is dropped when they end. */
prepareStatements()
const port = firstPort()
const { JOURNEY_ADMIN_URL: adminUrl = '', JOURNEY_TEMPLATE: template = '' } = process.env
const name = journeyDatabase(port)

Object.assign(process.env, {
  NODE_ENV: 'production',
  PORT: String(port),
  APP_URL: `http://localhost:${port}`,
  DATABASE_URL: await copyDatabase(adminUrl, template, name),
  DEMO: '1',
  SESSION_SECRET: journeySecret,
  RATE_LIMITS: 'off',
  WEBHOOK_EXTRA_HOSTS: `127.0.0.1:${receiverPort(port)}`,
  LOG_LEVEL: 'error',
  ERROR_REPORTS_URL: `http://127.0.0.1:${reportsPort(port)}`,
})
await serve(() => dropDatabase(adminUrl, name), cheapHashing)
console.log(`journeys: serving ${process.env.APP_URL}`)
