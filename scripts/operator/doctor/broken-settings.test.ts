import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { secretSealer } from '#features/webhooks/signing.ts'
import { readEnv } from '#platform/env.ts'
import { stripeClient } from '#ports/payments/stripe.ts'
import { copyTemplate, testDatabase } from '#tests/support/database.ts'
import { testOperator } from '#tests/support/product.ts'
import { s3Double } from '#tests/support/s3-double.ts'
import { startSmtpDouble } from '#tests/support/smtp-double.ts'
import { startStripeDouble } from '#tests/support/stripe-double.ts'
import { startTwilioDouble } from '#tests/support/twilio-double.ts'
import { untilUpToDate } from '../../start/until-up-to-date.ts'
import { setUpWebhooks } from '../stripe-webhooks.ts'
import { examine } from './examine.ts'
import type { Given } from './finding.ts'

/**
 * Every setting that can be wrong is broken, one at a time, in an installation that is in order. The doctor and a process that starts must
 * both name it. With BROKEN_SETTINGS_TABLE=<file> the table of what they say is written there.
 */

const root = resolve(import.meta.dirname, '../../..')
const database = testDatabase()
const closing: (() => unknown)[] = []
const folder = mkdtempSync(join(tmpdir(), 'broken-settings-'))
const rows: string[] = []
let given: Given
let stripe: Awaited<ReturnType<typeof startStripeDouble>>
/** Takes connections and never says anything. */
let silent: string
/** Another database of the same server, with everything in it. */
let otherDatabase: string
const secret = () => randomBytes(32).toString('hex')

async function serve(answer: RequestListener): Promise<string> {
  const server = createHttpServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  const secretKey = 'sk_live_of_the_test'
  const bucketKeys = { accessKeyId: 'doctor', secretAccessKey: secret(), region: 'us-east-1' }
  const twilioKeys = { accountSid: 'AC0123456789abcdef', authToken: secret() }
  stripe = await startStripeDouble({ secretKey, now: Date.now })
  const [smtp, bucket, twilio] = [
    await startSmtpDouble(),
    await s3Double(bucketKeys),
    await startTwilioDouble({ ...twilioKeys, now: Date.now }),
  ]
  for (const one of [stripe, smtp, bucket, twilio]) closing.push(() => one.close())
  const tcp = createServer(() => undefined)
  await new Promise<void>((done) => tcp.listen(0, '127.0.0.1', done))
  closing.push(() => tcp.close())
  silent = `127.0.0.1:${(tcp.address() as AddressInfo).port}`
  // The site behind one proxy, and vendors that are asked one question each.
  const site = await serve((request, response) => {
    if (request.url === '/readyz') return response.end('{"ok":true,"forwardedBy":1}')
    return response.writeHead(404).end()
  })
  const vendors = await serve((request, response) => {
    const { authorization, 'x-api-key': key } = request.headers
    const path = request.url ?? ''
    if (path === '/v1/traces' || path === '/v1/metrics') return response.end('{}')
    if (path.startsWith('/search')) return response.end('[]')
    if (path.startsWith('/route')) return response.end('{"code":"Ok","routes":[]}')
    if (path.startsWith('/points/')) return response.end('{"properties":{"forecastHourly":""}}')
    if (path.startsWith('/api/profiles'))
      return response.writeHead(authorization === 'Klaviyo-API-Key pk_right' ? 200 : 401).end('{}')
    if (path.startsWith('/models/')) return response.writeHead(key === 'right' ? 200 : 401).end('{}')
    if (path.startsWith('/.well-known/'))
      return response.end(JSON.stringify({ token_endpoint: `http://${request.headers.host}/token` }))
    let form = ''
    request.on('data', (chunk) => (form += chunk))
    return request.on('end', () =>
      response
        .writeHead(400)
        .end(
          form.includes('client_secret=right') ? '{"error":"invalid_grant"}' : '{"error":"invalid_client"}',
        ),
    )
  })
  await setUpWebhooks(stripeClient({ secretKey, apiBase: stripe.url }), site)
  otherDatabase = await copyTemplate(`other_${randomBytes(6).toString('hex')}`)
  const keys = { SESSION_SECRET: secret(), SECRETS_KEY: secret() }
  const vapid = webPush.generateVAPIDKeys()
  const { pool } = database
  await pool.query(`update pgboss.version set cron_on = clock_timestamp() + interval '1 hour'`)
  const id = '7d3f7b52-58c5-4d7c-9f0e-0d3d7a3d5a01'
  await pool.query(
    `insert into profiles (id, email, full_name, user_type) values ($1, 'admin@fairway.golf', 'Ada', 'student')`,
    [id],
  )
  await pool.query(
    `insert into webhook_endpoints (id, user_id, url, events, secret) values ($1, $1, 'https://a.golf', '{booking.confirmed}', $2)`,
    [id, secretSealer(keys).seal('whsec_of_somebody', id)],
  )
  given = {
    ...testOperator,
    ...keys,
    // DNS of no domain is asked.
    EMAIL_FROM: 'Fairway Works <hello@localhost>',
    SUPPORT_EMAIL: 'help@fairway.golf',
    PRIVACY_EMAIL: 'data@fairway.golf',
    APP_URL: site,
    TRUSTED_PROXY_HOPS: '1',
    HOST: '127.0.0.1',
    METRICS_TOKEN: secret(),
    DATABASE_URL: database.url,
    DATABASE_SESSION_URL: database.url,
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2',
    STRIPE_API_BASE: stripe.url,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    TWILIO_ACCOUNT_SID: twilioKeys.accountSid,
    TWILIO_AUTH_TOKEN: twilioKeys.authToken,
    TWILIO_FROM: '+17045550100',
    TWILIO_API_BASE: twilio.url,
    S3_BUCKET: 'bucket',
    S3_REGION: bucketKeys.region,
    S3_ACCESS_KEY_ID: bucketKeys.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucketKeys.secretAccessKey,
    S3_ENDPOINT: bucket.endpoint,
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    KLAVIYO_API_KEY: 'pk_right',
    KLAVIYO_API_BASE: vendors,
    ASSISTANT_PROVIDER: 'anthropic',
    ASSISTANT_API_KEY: 'right',
    ASSISTANT_MODEL: 'a-model',
    ASSISTANT_API_BASE: vendors,
    GOOGLE_CLIENT_ID: 'fairway',
    GOOGLE_CLIENT_SECRET: 'right',
    GOOGLE_API_BASE: vendors,
    OIDC_ISSUER: vendors,
    OIDC_CLIENT_ID: 'fairway',
    OIDC_CLIENT_SECRET: 'right',
    OIDC_NAME: 'The Club',
    GEOCODING_URL: vendors,
    TRAVEL_ROUTING_URL: vendors,
    WEATHER_PROVIDER: 'weather.gov',
    WEATHER_API_BASE: vendors,
    ERROR_REPORTS_URL: vendors,
    OTEL_EXPORTER_OTLP_ENDPOINT: vendors,
    CONSULTATION_URL: 'https://cal.fairway.golf/talk',
  }
  mkdirSync(join(folder, 'files'))
  writeFileSync(join(folder, 'a-file'), '')
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
  const file = process.env.BROKEN_SETTINGS_TABLE
  const head = '| setting | how broken | what the doctor says | what start-up says |\n|---|---|---|---|\n'
  if (file) writeFileSync(file, `${head}${rows.sort().join('\n')}\n`)
})

/** What is different in an installation that is in order, because it is one of a test: no TLS, a database that may lose everything. */
const ofTests =
  /APP_URL is|is http:|fsync|disk of|not built|Nobody is an admin|EMAIL_FROM is on a domain|Open to everybody/

/** What the doctor calls wrong, without what is so in every test. */
async function wrongs(settings: Given, when?: 'start'): Promise<string[]> {
  const found = await examine(settings, when)
  return found.flatMap(({ level, what }) => (level === 'wrong' && !ofTests.test(what) ? [what] : []))
}

/** What a process that starts says: why it does not start, or what the doctor writes into its log. */
async function startUp(settings: Given): Promise<string[]> {
  try {
    const env = readEnv(settings)
    await untilUpToDate(env.DATABASE_SESSION_URL, {
      seconds: 0,
      setting: settings.DATABASE_SESSION_URL ? 'DATABASE_SESSION_URL' : 'DATABASE_URL',
      say: () => undefined,
    })
  } catch (error) {
    return [`does not start: ${(error as Error).message.replaceAll('\n ', '')}`]
  }
  return await wrongs(settings, 'start')
}

test('an installation that is in order has nothing wrong', async () => {
  expect(await wrongs(given)).toEqual([])
  expect(await startUp(given)).toEqual([])
})

type Case = [setting: string, how: string, change: (whole: Given) => Given, words?: RegExp]
const nowhere = 'http://127.0.0.1:2'
const refused: [string, string][] = [
  ['STRIPE_API_BASE', nowhere],
  ['SMTP_URL', 'smtp://127.0.0.1:2'],
  ['S3_ENDPOINT', nowhere],
  ['TWILIO_API_BASE', nowhere],
  ['KLAVIYO_API_BASE', nowhere],
  ['ASSISTANT_API_BASE', nowhere],
  ['GOOGLE_API_BASE', nowhere],
  ['OIDC_ISSUER', nowhere],
  ['GEOCODING_URL', nowhere],
  ['TRAVEL_ROUTING_URL', nowhere],
  ['WEATHER_API_BASE', nowhere],
  ['ERROR_REPORTS_URL', nowhere],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', nowhere],
  ['DATABASE_URL', 'postgres://greenside@127.0.0.1:2/greenside'],
  ['DATABASE_SESSION_URL', 'postgres://greenside@127.0.0.1:2/greenside'],
  ['DATABASE_REPLICA_URL', 'postgres://greenside@127.0.0.1:2/greenside'],
]
/** How sentences call what a setting leads to, where they do not name the setting. */
const called: Record<string, RegExp> = {
  ASSISTANT_API_BASE: /ASSISTANT_PROVIDER/,
  STRIPE_API_BASE: /Stripe (does|did) not answer/,
  SMTP_URL: /mail server/,
  S3_ENDPOINT: /The bucket/,
  TWILIO_API_BASE: /Twilio/,
  KLAVIYO_API_BASE: /Klaviyo/,
  GOOGLE_API_BASE: /Google/,
  OIDC_ISSUER: /The Club/,
  WEATHER_API_BASE: /weather service/,
}
const set =
  (values: Given) =>
  (whole: Given): Given => ({ ...whole, ...values })
const cases: Case[] = [
  ...refused.map(([name, value]): Case => [name, 'out of reach', set({ [name]: value }), called[name]]),
  ...[
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'SMTP_URL',
    'APP_URL',
    'SESSION_SECRET',
    'DATABASE_URL',
  ].map((name): Case => [name, 'missing', set({ [name]: undefined })]),
  ...['COMPANY_NAME', 'POSTAL_ADDRESS', 'SUPPORT_EMAIL', 'PRIVACY_EMAIL', 'EMAIL_FROM'].map(
    (name): Case => [name, 'missing', set({ [name]: undefined })],
  ),
  [
    'STRIPE_SECRET_KEY',
    'of another account',
    set({ STRIPE_SECRET_KEY: 'sk_live_another' }),
    /Stripe does not answer our key/,
  ],
  ['STRIPE_SECRET_KEY', 'no key', set({ STRIPE_SECRET_KEY: 'secret-key' }), /STRIPE_SECRET_KEY is no key/],
  ['STRIPE_WEBHOOK_SECRET', 'no secret of a webhook', set({ STRIPE_WEBHOOK_SECRET: 'sk_live_1' })],
  ['TWILIO_FROM', 'misspelled TWILIO_FORM', set({ TWILIO_FROM: undefined, TWILIO_FORM: '+17045550100' })],
  [
    'ERROR_REPORTS_URL',
    'misspelled ERROR_REPORT_URL',
    set({ ERROR_REPORT_URL: 'https://errors.fairway.golf' }),
  ],
  ['BRAND_COLOR', 'too light', set({ BRAND_COLOR: '#ffd400' }), /BRAND_COLOR: is too light to be read/],
  [
    'LOGO_FILE',
    'absent',
    set({ LOGO_FILE: '/no/such/logo.svg' }),
    /LOGO_FILE cannot be used: there is no file/,
  ],
  ['REQUESTS_AT_ONCE', 'misspelled REQUEST_AT_ONCE', set({ REQUEST_AT_ONCE: '20' })],
  ['DATABASE_POOL_SIZE', 'called DATABASE_POOL', set({ DATABASE_POOL: '20' })],
  ['TWILIO_AUTH_TOKEN', 'another', set({ TWILIO_AUTH_TOKEN: 'another' }), /Twilio refuses our key/],
  ['S3_SECRET_ACCESS_KEY', 'another', set({ S3_SECRET_ACCESS_KEY: 'another' }), /The bucket cannot be used/],
  ['S3_REGION', 'missing', set({ S3_REGION: undefined })],
  ['KLAVIYO_API_KEY', 'another', set({ KLAVIYO_API_KEY: 'pk_another' }), /Klaviyo refuses our key/],
  ['ASSISTANT_API_KEY', 'another', set({ ASSISTANT_API_KEY: 'another' }), /refuses our key/],
  [
    'GOOGLE_CLIENT_SECRET',
    'another',
    set({ GOOGLE_CLIENT_SECRET: 'another' }),
    /Google does not know our client/,
  ],
  [
    'OIDC_CLIENT_SECRET',
    'another',
    set({ OIDC_CLIENT_SECRET: 'another' }),
    /The Club does not know our client for signing in/,
  ],
  ['OIDC_ISSUER', 'another kind of server', (whole) => ({ ...whole, OIDC_ISSUER: whole.APP_URL }), /OpenID/],
  ['OIDC_NAME', 'missing', set({ OIDC_NAME: undefined })],
  ['OIDC_CLIENT_ID', 'misspelled OIDC_CLIENTID', set({ OIDC_CLIENTID: 'x' })],
  ['GEOCODING_URL', 'another kind of server', (whole) => ({ ...whole, GEOCODING_URL: whole.APP_URL })],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'another kind of server',
    (whole) => ({ ...whole, OTEL_EXPORTER_OTLP_ENDPOINT: whole.APP_URL }),
  ],
  [
    'TRAVEL_ROUTING_URL',
    'another kind of server',
    (whole) => ({ ...whole, TRAVEL_ROUTING_URL: whole.APP_URL }),
  ],
  ['SECRETS_KEY', 'changed', set({ SECRETS_KEY: secret() })],
  ['SESSION_SECRET', 'too short', set({ SESSION_SECRET: 'short' })],
  ['SESSION_SECRET', 'can be guessed', set({ SESSION_SECRET: 'x'.repeat(40) })],
  ['VAPID_PRIVATE_KEY', 'no key', set({ VAPID_PRIVATE_KEY: 'private' })],
  ['PORT', 'no number', set({ PORT: 'web' })],
  ['PROCESS_ROLE', 'no role', set({ PROCESS_ROLE: 'job' })],
  ['EMAIL_FROM', 'no address', set({ EMAIL_FROM: 'hello' })],
  ['RATE_LIMITS', 'off', set({ RATE_LIMITS: 'off' })],
  [
    'FILES_FOLDER',
    'no folder but a file',
    (whole) => ({ ...whole, ...noBucket, FILES_FOLDER: join(folder, 'a-file') }),
  ],
  ['FILES_FOLDER', 'read-only', (whole) => ({ ...whole, ...noBucket, FILES_FOLDER: '/proc/sys' })],
  [
    'DATABASE_SESSION_URL',
    'another database',
    (whole) => ({ ...whole, DATABASE_SESSION_URL: otherDatabase }),
  ],
  [
    'DATABASE_SESSION_URL',
    'wrong user',
    (whole) => ({ ...whole, DATABASE_SESSION_URL: asUser('nobody-known', whole) }),
  ],
  [
    'DATABASE_REPLICA_URL',
    'the primary itself',
    (whole) => ({ ...whole, DATABASE_REPLICA_URL: whole.DATABASE_URL }),
  ],
  [
    'DATABASE_REPLICA_URL',
    'another database',
    (whole) => ({ ...whole, DATABASE_REPLICA_URL: otherDatabase }),
  ],
  ['DATABASE_URL', 'no such database', (whole) => ({ ...whole, DATABASE_URL: `${whole.DATABASE_URL}_gone` })],
]
const noBucket: Given = {
  S3_BUCKET: undefined,
  S3_REGION: undefined,
  S3_ACCESS_KEY_ID: undefined,
  S3_SECRET_ACCESS_KEY: undefined,
  S3_ENDPOINT: undefined,
}
function asUser(user: string, { DATABASE_URL = '' }: Given): string {
  const url = new URL(DATABASE_URL)
  url.username = user
  return url.href
}

describe.each(cases)('%s, %s', (name, how, change, words = new RegExp(name)) => {
  test('is named by the doctor and at start-up', async () => {
    const [doctor, start] = [await wrongs(change(given)), await startUp(change(given))]
    rows.push(
      `| ${name} | ${how} | ${doctor.join('<br>')} | ${start.join('<br>')} |`.replaceAll(database.url, '…'),
    )
    expect(doctor.join('\n')).toMatch(words)
    expect(start.join('\n')).toMatch(words)
  })
})

/** What only shows once the proxy is there and events were sent: the doctor looks at it, a process that starts cannot. */
test('believed proxies that are not there, and events that were not taken, are named by the doctor', async () => {
  const hops = await wrongs({ ...given, TRUSTED_PROXY_HOPS: '3' })
  expect(hops.join()).toContain('TRUSTED_PROXY_HOPS is 3, and 1 proxy says where requests come from')
  stripe.undelivered.push({ id: 'evt_1' })
  const missed = await wrongs(given)
  stripe.undelivered.pop()
  expect(missed.join()).toContain('We did not take 1 events of Stripe')
  expect(missed.join()).toContain('STRIPE_WEBHOOK_SECRET')
  rows.push(
    `| TRUSTED_PROXY_HOPS | 3 in place of 1 | ${hops.join('<br>')} | a line of the log at the first request: larger than the number of proxies in front |`,
    `| STRIPE_WEBHOOK_SECRET | of another endpoint | ${missed.join('<br>')} | a line of the log at each event: its signature fits no secret of STRIPE_WEBHOOK_SECRET |`,
  )
})

// Each waits for processes most of the time.
describe.concurrent('the doctor as a command', () => {
  const run = (settings: Given, ...args: string[]) =>
    new Promise<{ code: number | null; text: string; errors: string }>((done) => {
      const env = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
      const child = spawn(process.execPath, ['scripts/doctor.ts', ...args], {
        cwd: root,
        env: env as NodeJS.ProcessEnv,
      })
      let [text, errors] = ['', '']
      child.stdout.on('data', (chunk) => (text += chunk))
      child.stderr.on('data', (chunk) => (errors += chunk))
      child.on('close', (code) => done({ code, text, errors }))
    })

  test('reports and ends with 1 when everything is away', async () => {
    const { code, text, errors } = await run({ ...given, ...Object.fromEntries(refused), APP_URL: nowhere })
    expect({ code, errors }).toEqual({ code: 1, errors: '' })
    for (const [name] of refused) expect(text).toMatch(called[name] ?? new RegExp(name))
    expect(text).toMatch(/\d+ wrong, \d+ to know, \d+ fine\.\n$/)
  })

  test('reports in time when everything takes connections and says nothing', async () => {
    const quiet = refused.map(([name, value]) => [name, value.replace('127.0.0.1:2', silent)])
    const began = performance.now()
    const { code, text } = await run({ ...given, ...Object.fromEntries(quiet), APP_URL: `http://${silent}` })
    expect(code).toBe(1)
    for (const [name = ''] of quiet) expect(text).toMatch(called[name] ?? new RegExp(name))
    // Half a minute, and what a busy machine takes to start a process.
    expect(performance.now() - began).toBeLessThan(55_000)
  })

  test('without any setting ends with 1, and writes lines for a log where it is asked to', async () => {
    expect(await run({})).toMatchObject({
      code: 1,
      errors: '',
      text: expect.stringContaining('DATABASE_URL'),
    })
    const { code, text } = await run({ ...given, SMTP_URL: 'smtp://127.0.0.1:2' }, '--log')
    expect(code).toBe(1)
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string })
    expect(lines.map(({ msg }) => msg).join()).toMatch(/start-up: The mail server/)
  })
})
