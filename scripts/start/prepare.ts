import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import webPush from 'web-push'
import { demoLogins } from '#db/seed/scenarios.ts'
import { type Cluster, startCluster } from '#platform/embedded-postgres.ts'
import { type Env, readEnv } from '#platform/env.ts'
import { buildIfChanged } from './build.ts'
import { isFree } from './free-port.ts'
import { untilUpToDate } from './until-up-to-date.ts'
import { bringUpToDate } from './up-to-date.ts'

export const root = resolve(import.meta.dirname, '../..')

export interface Prepared {
  /** Prints the URL and the logins. */
  announce(): void
  stop(): Promise<void>
}

/** Prepares the port, database, migrations, data and build for the first request. */
export async function prepareServer(): Promise<Prepared> {
  return await prepare(() => buildIfChanged(root))
}

/** The same without a build, because Vite serves the sources. */
export async function prepareDevelopment(): Promise<Prepared> {
  process.env.NODE_ENV = 'development'
  return await prepare(async () => undefined)
}

async function prepare(build: () => Promise<void>): Promise<Prepared> {
  const started = performance.now()
  // With an external database, invalid settings must be reported before any work is done.
  if (process.env.DATABASE_URL) await prepareDatabase().then(() => readEnv())
  const built = build()
  // A failed build is reported at the `await` below; until then it must not end the process.
  built.catch(() => undefined)
  const own = await prepareDatabase()
  await choosePort(readEnv().HOST)
  const env = readEnv()
  await prepareData(env)
  await built
  return {
    announce() {
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`\n  Greenside is ready after ${seconds} s:  ${env.appUrl}\n`)
      if (env.isDemo) {
        for (const login of demoLogins)
          console.log(`    ${login.role.padEnd(9)} ${login.email.padEnd(28)} ${login.password}`)
        console.log(
          `\n    Test card 4242 4242 4242 4242 · emails at ${env.appUrl}/dev/outbox · API at ${env.appUrl}/api/docs\n`,
        )
      }
    },
    stop: async () => own?.stop(),
  }
}

/**
 * Starts our own database cluster unless DATABASE_URL is set. With DATABASE_URL, all required settings must be present; `readEnv` reports
 * missing ones.
 */
export async function prepareDatabase(name = 'demo'): Promise<Cluster | null> {
  process.env.NODE_ENV ??= 'production'
  if (process.env.DATABASE_URL) {
    // A demo with an external database needs no secrets of its own; a production installation must provide them.
    if (process.env.DEMO === '1') ownKeys()
    return null
  }
  const cluster = await startCluster({ checkout: root, name })
  await cluster.createDatabase('greenside')
  process.env.DATABASE_URL = cluster.url('greenside')
  process.env.EMBEDDED_DATABASE = '1'
  ownKeys()
  return cluster
}

/** Generates and stores the keys for sessions and browser notifications, unless they are set. */
function ownKeys() {
  process.env.SESSION_SECRET ??= ownSecret()
  if (process.env.VAPID_PUBLIC_KEY || process.env.VAPID_PRIVATE_KEY) return
  const { publicKey, privateKey } = ownVapidKeys()
  process.env.VAPID_PUBLIC_KEY = publicKey
  process.env.VAPID_PRIVATE_KEY = privateKey
}

/** Stored permanently, because browsers are subscribed under the public key: a new pair would invalidate their subscriptions. */
function ownVapidKeys(): { publicKey: string; privateKey: string } {
  const file = join(root, '.data/vapid-keys.json')
  if (!existsSync(file)) {
    mkdirSync(join(root, '.data'), { recursive: true })
    writeFileSync(file, JSON.stringify(webPush.generateVAPIDKeys()), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

function ownSecret(): string {
  const file = join(root, '.data/session-secret')
  if (!existsSync(file)) {
    mkdirSync(join(root, '.data'), { recursive: true })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  }
  return readFileSync(file, 'utf8').trim()
}

/** Migrates and seeds a demo's database. A production database is changed only by `npm run migrate`. */
async function prepareData(env: Env) {
  const { DATABASE_URL: databaseUrl, isDemo, SECRETS_KEY, SESSION_SECRET } = env
  const ownGoogle = env.GOOGLE_CLIENT_ID !== undefined
  if (isDemo)
    await bringUpToDate({
      databaseUrl,
      isDemo,
      ownGoogle,
      secret: SECRETS_KEY ?? SESSION_SECRET,
      sessionSecret: SESSION_SECRET,
    })
  else
    await untilUpToDate(databaseUrl, {
      seconds: env.MIGRATION_WAIT_SECONDS,
      say: (words) => console.error(words),
    })
}

/** Uses the configured port. If the default port is in use, uses the next free one. */
async function choosePort(host: string) {
  const wanted = Number(process.env.PORT ?? 3000)
  if (await isFree(wanted, host)) {
    process.env.PORT = String(wanted)
    return
  }
  if (process.env.PORT)
    throw new Error(`Port ${wanted} is taken. Stop what runs there, or choose another: PORT=3001 npm start`)
  for (let port = wanted + 1; port < wanted + 50; port++) {
    if (!(await isFree(port, host))) continue
    console.log(`Port ${wanted} is taken, so this one uses ${port}.`)
    process.env.PORT = String(port)
    return
  }
  throw new Error(`No free port between ${wanted} and ${wanted + 50}. Choose one: PORT=8080 npm start`)
}
