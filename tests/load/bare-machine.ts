/**
 * From a Debian machine to a paid lesson: deploy/bare-machine.sh sets the product up under a name, folder, user and database cluster of
 * its own, with PostgreSQL and HAProxy of Debian, web and worker apart, and TLS in front, as docs/operations.md says. The first admin
 * signs up, confirms and is made one by command, the doctor finds nothing wrong, and a browser books a lesson and pays. Stripe, the
 * mail server and the bucket are doubles; every address is on the loopback. Everything is taken away afterwards.
 *
 *   npm run drill -- bare-machine [--keep] [--packages=/folder/node_modules]
 *
 * Run it as root. `packages` are production packages that are installed already, in place of asking the registry again.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { findBrowser } from '../../scripts/test/browser.ts'
import { addCoach } from '../support/people.ts'
import { s3Double } from '../support/s3-double.ts'
import { startSmtpDouble } from '../support/smtp-double.ts'
import { startStripeDouble } from '../support/stripe-double.ts'
import { until as untilOrNot } from './support/invariants.ts'
import { projectRoot } from './support/server.ts'

const { values } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, packages: { type: 'string', default: '' } },
})
const name = 'gsdrill'
const address = '127.0.42.1'
const host = 'lessons.bare-machine.golf'
const appUrl = `https://${host}`
const own = mkdtempSync(join(tmpdir(), 'bare-machine-'))
chmodSync(own, 0o755)
const hostLine = `${address} ${host} # drill of a bare machine\n`
const began = performance.now()
const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`
const say = (words: string) => console.log(`[${seconds()}] ${words}`)

const keys = { accessKeyId: 'drill', secretAccessKey: 'the-key-of-the-drill', region: 'us-east-1' }
const secretKey = 'sk_test_of_the_drill'
const [stripe, smtp, bucket] = [
  await startStripeDouble({ secretKey, now: Date.now }),
  await startSmtpDouble(),
  await s3Double(keys),
]
const authority = makeCertificate()
const setup = {
  ...process.env,
  NAME: name,
  PG_CLUSTER: name,
  PG_PORT: '47420',
  WEB_PORTS: '47401 47402',
  WORKER_PORT: '47403',
  PUBLIC: address,
  BUILD: `${process.execPath} scripts/build.ts`,
  ANSWERS: join(own, 'answers'),
  CERTIFICATE: join(own, 'both.pem'),
  PACKAGES: values.packages,
  NODE_EXTRA_CA_CERTS: authority,
}
const greenside = (...args: string[]) => run(`/usr/local/bin/${name}`, args)

try {
  appendFileSync('/etc/hosts', hostLine)
  writeFileSync(
    setup.ANSWERS,
    Object.entries({
      APP_URL: appUrl,
      COMPANY_NAME: 'Bare Machine Golf Inc.',
      POSTAL_ADDRESS: '1 Main Street, Charlotte, NC 28202',
      SUPPORT_EMAIL: 'help@bare-machine.golf',
      PRIVACY_EMAIL: 'data@bare-machine.golf',
      EMAIL_FROM: 'Bare Machine <hello@bare-machine.golf>',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_API_BASE: stripe.url,
      S3_BUCKET: 'bucket',
      S3_REGION: keys.region,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      S3_ENDPOINT: bucket.endpoint,
    })
      .map(([setting, value]) => `${setting}=${value}\n`)
      .join(''),
  )
  const made = await run('bash', ['deploy/bare-machine.sh'])
  if (made.code !== 0) throw new Error('the machine was not set up')
  say('it serves')
  const context = await openBrowser()
  await seen(context, makeAdmin)
  const { code } = await greenside('doctor')
  if (code !== 0) throw new Error('the doctor found something wrong')
  await seen(context, bookAndPay)
  await context.browser()?.close()
  say('a lesson is booked and paid, from a bare machine')
} finally {
  if (values.keep)
    say(`everything stays; take it away: NAME=${name} PG_CLUSTER=${name} deploy/bare-machine.sh remove`)
  else {
    execFileSync('bash', ['deploy/bare-machine.sh', 'remove'], {
      cwd: projectRoot,
      env: setup,
      stdio: 'inherit',
    })
    writeFileSync('/etc/hosts', readFileSync('/etc/hosts', 'utf8').replaceAll(hostLine, ''))
    rmSync(own, { recursive: true, force: true })
  }
  await Promise.all([stripe.close(), smtp.close(), bucket.close()])
}

/** @throws Error naming what was waited for, when it does not come in a minute */
async function until(what: string, condition: () => Promise<boolean>) {
  if (!(await untilOrNot(condition, { seconds: 60, everyMs: 500 })))
    throw new Error(`waited in vain for ${what}`)
}

/** A program beside this one, whose doubles answer meanwhile; what it says is shown. */
async function run(program: string, args: string[]): Promise<{ code: number | null; said: string }> {
  console.log(`$ ${program} ${args.join(' ')}`)
  const child = spawn(program, args, { cwd: projectRoot, env: setup, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (words: string) => {
    said += words
    process.stdout.write(words)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

/** A phone, so that the checkout opens in the same tab. It knows the drill's authority by ignoring who signed. */
async function openBrowser(): Promise<BrowserContext> {
  const executablePath = await findBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${host} ${address}`],
  })
  const context = await browser.newContext({
    baseURL: appUrl,
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    ignoreHTTPSErrors: true,
    timezoneId: 'America/New_York',
  })
  // Stripe's page: whoever comes there pays at once, Stripe tells us, and leads back.
  await context.route('https://checkout.stripe.com/**', async (route) => {
    const session = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    const asked = stripe.requests.findLast(({ path }) => path === '/v1/checkout/sessions')
    if (!stripe.pay(session)) throw new Error('the checkout was closed')
    await deliverEvents(context)
    const back = (asked?.form.get('success_url') ?? '').replace('{CHECKOUT_SESSION_ID}', session)
    await route.fulfill({ status: 303, headers: { location: back } })
  })
  return context
}

/** A step in the browser; where it fails, a picture says what there was instead. */
async function seen(context: BrowserContext, step: (context: BrowserContext) => Promise<void>) {
  try {
    await step(context)
  } catch (error) {
    const picture = join(tmpdir(), 'bare-machine-failed.png')
    await context
      .pages()
      .at(-1)
      ?.screenshot({ path: picture })
      .catch(() => undefined)
    say(`see ${picture}`)
    throw error
  }
}

/** Stripe's events, by the address and with the secret of the endpoint that `stripe setup` made. */
async function deliverEvents({ request }: BrowserContext) {
  const endpoint = stripe.webhookEndpoints.find(({ isOfConnect }) => !isOfConnect)
  if (!endpoint) throw new Error('nobody set the webhooks up')
  for (const { body, header } of stripe.takeEvents(endpoint.secret)) {
    const { type } = JSON.parse(body) as { type: string }
    if (!endpoint.enabled_events.includes(type)) continue
    const headers = { 'stripe-signature': header, 'content-type': 'application/json' }
    const answer = await request.post(endpoint.url, { data: Buffer.from(body), headers })
    say(`Stripe sends ${type}: ${answer.status()} ${await answer.text()}`)
  }
}

/** The first admin signs up as everybody does, opens the link in the letter, and is made one by command. */
async function makeAdmin(context: BrowserContext) {
  const email = 'owner@bare-machine.golf'
  const page = await context.newPage()
  const created = await context.request.post('/api/accounts', {
    headers: { origin: appUrl },
    data: {
      name: 'Olive Owner',
      email,
      phone: '704 555 0100',
      password: 'fairway-seven-owner',
    },
  })
  if (!created.ok()) throw new Error(`no account: ${created.status()} ${await created.text()}`)
  const early = await greenside('admin', 'grant', email)
  if (early.code === 0) throw new Error('an address that nobody confirmed was made an admin')
  const link = await linkIn(email, /https:\/\/[^\s"]+verify-email[^\s"]+/)
  await page.goto(link)
  const button = page.getByRole('button', { name: 'Confirm my address' })
  await until('the address to be confirmed', async () => {
    // Pressed before the page's scripts run, it does nothing yet.
    if (await button.isEnabled().catch(() => false))
      await button.click({ timeout: 2_000 }).catch(() => undefined)
    return await page.getByText('Your address is confirmed').isVisible()
  })
  const granted = await greenside('admin', 'grant', email)
  if (granted.code !== 0) throw new Error('nobody was made an admin')
  await context.clearCookies()
  await page.close()
}

async function linkIn(email: string, form: RegExp): Promise<string> {
  const find = () => smtp.mailbox(email).flatMap(({ html }) => form.exec(html)?.[0] ?? [])[0]
  await until(`a letter to ${email}`, async () => find() !== undefined)
  return (find() ?? '').replaceAll('&amp;', '&')
}

async function chooseTime(page: Page) {
  const times = page.locator('input[name="time-slot"]')
  await times.first().waitFor()
  await until('a time to be chosen', async () => {
    // Chosen before the page's scripts run, it may be drawn anew without.
    await times
      .last()
      .check({ timeout: 2_000 })
      .catch(() => undefined)
    return await times.last().isChecked()
  })
}

async function bookAndPay(context: BrowserContext) {
  const settings = readFileSync(`/etc/${name}/env`, 'utf8')
  const pool = new pg.Pool({ connectionString: /^DATABASE_URL=(.+)$/m.exec(settings)?.[1] })
  const coach = await addCoach(pool, { name: 'Casey Park' })
  const page = await context.newPage()
  await page.goto(`/instructor/${coach.id}`)
  const email = 'robin@bare-machine.golf'
  await chooseTime(page)
  await page.locator('#instant-book-section').getByRole('button', { name: 'Confirm Booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Your Booking' })
  await dialog.getByLabel('Name', { exact: false }).first().fill('Robin Vale')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Phone').fill('704 555 0142')
  await dialog.getByLabel('Password', { exact: true }).fill('fairway-seven')
  await dialog.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.waitForURL(/payment-(success|confirmation)/)
  await page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: /booked|is confirmed/i })
    .waitFor()
  await page.screenshot({ path: join(tmpdir(), 'bare-machine.png') })
  const { rows } = await pool.query(
    `select b.status, p.payment_status, p.amount_cents, p.terms_version::text from bookings b join payments p on p.booking_id = b.id
     where b.instructor_id = $1`,
    [coach.id],
  )
  await pool.end()
  say(`in the database: ${JSON.stringify(rows)}`)
  const subjects = () => smtp.mailbox(email).map(({ headers }) => headers.get('subject') ?? '')
  await until('the letter that it is booked', async () =>
    subjects().some((one) => one.startsWith('You are booked')),
  )
  say(`letters to the student: ${subjects().join(' · ')}`)
}

function makeCertificate(): string {
  const at = (file: string) => join(own, file)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '60',
    '-subj',
    '/CN=Authority of the drill',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  )
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    `/CN=${host}`,
    '-keyout',
    at('key.pem'),
    '-out',
    at('request.pem'),
  )
  writeFileSync(at('names'), `subjectAltName=DNS:${host}`)
  openssl(
    'x509',
    '-req',
    '-in',
    at('request.pem'),
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-days',
    '60',
    '-extfile',
    at('names'),
    '-out',
    at('certificate.pem'),
  )
  writeFileSync(
    at('both.pem'),
    readFileSync(at('certificate.pem'), 'utf8') + readFileSync(at('key.pem'), 'utf8'),
  )
  chmodSync(at('ca.pem'), 0o644)
  return at('ca.pem')
}
