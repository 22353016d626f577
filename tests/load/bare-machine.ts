/**
 * From a Debian machine to a paid lesson. deploy/bare-machine.sh installs the product under a separate name, folder, user and database
 * cluster, with Debian's PostgreSQL and HAProxy, separate web and worker processes, and TLS, as described in docs/operations.md. The first
 * admin signs up, confirms the address and is granted the role by a command; the doctor finds no problems; a coach signs up and goes live;
 * and a browser books a lesson with the coach and pays. Stripe, the mail server and the bucket are doubles, and all addresses are loopback.
 * Everything is removed afterwards.
 *
 *   npm run drill -- bare-machine [--keep] [--machine=/srv/bare] [--packages=/folder/node_modules]
 *
 * Run it as root. With `machine`, everything runs in a separate Debian, created by debootstrap in that folder and booted with systemd
 * (needs Debian's debootstrap and systemd-container); otherwise, on this machine. `packages` is a folder of installed packages that
 * replaces a download from the registry; `packages=copy` copies this project's packages.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { findBrowser } from '../../scripts/test/browser.ts'
import { s3Double } from '../support/s3-double.ts'
import { startSmtpDouble } from '../support/smtp-double.ts'
import { startStripeDouble } from '../support/stripe-double.ts'
import { makeCertificate } from './support/certificate.ts'
import { coachDraft } from './support/coach-draft.ts'
import { bootDebian, cloneInto } from './support/debian-machine.ts'
import { until as untilOrNot } from './support/invariants.ts'
import { projectRoot } from './support/server.ts'

const { values } = parseArgs({
  options: {
    keep: { type: 'boolean', default: false },
    machine: { type: 'string', default: '' },
    packages: { type: 'string', default: '' },
  },
})
const name = 'gsdrill'
const address = '127.0.42.1'
const host = 'lessons.bare-machine.golf'
const appUrl = `https://${host}`
// The path is visible inside the machine, without the machine's folder as prefix.
const root = values.machine
if (root) mkdirSync(join(root, 'srv'), { recursive: true })
const own = mkdtempSync(join(root ? join(root, 'srv') : tmpdir(), 'bare-machine-'))
const within = (path: string) => path.slice(root.length)
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
const authority = makeCertificate(own, host)
// NODE_EXTRA_CA_CERTS accepts only one file, so the authorities for the registry are added to ours.
const { NODE_EXTRA_CA_CERTS: known } = process.env
if (known) appendFileSync(authority, `\n${readFileSync(known, 'utf8')}`)
const setup = {
  NAME: name,
  PG_CLUSTER: name,
  PG_PORT: '47420',
  WEB_PORTS: '47401 47402',
  WORKER_PORT: '47403',
  PUBLIC: address,
  ANSWERS: within(join(own, 'answers')),
  CERTIFICATE: within(join(own, 'both.pem')),
  NODE_EXTRA_CA_CERTS: within(authority),
}
const machine = root ? await bootDebian(root, say) : null
const source = machine ? cloneInto(root, { withPackages: values.packages === 'copy' }) : projectRoot
const here = machine
  ? { PACKAGES: values.packages === 'copy' ? `${source}/node_modules` : '' }
  : { ...process.env, BUILD: `${process.execPath} scripts/build.ts`, PACKAGES: values.packages }
const greenside = (...args: string[]) => run(`/usr/local/bin/${name}`, args)
const script = (...args: string[]) => run('bash', [`${source}/deploy/bare-machine.sh`, ...args])

try {
  for (const folder of new Set(['', root])) appendFileSync(`${folder}/etc/hosts`, hostLine)
  if (machine) await prepare()
  writeFileSync(
    join(own, 'answers'),
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
  const made = await script()
  if (made.code !== 0) throw new Error('the machine was not set up')
  say('the server is up')
  const context = await openBrowser()
  await seen(context, makeAdmin)
  const { code } = await greenside('doctor')
  if (code !== 0) throw new Error('the doctor found something wrong')
  const coachId = await seen(context, becomeCoach)
  await seen(context, (there) => bookAndPay(there, coachId))
  await context.browser()?.close()
  say('a lesson was booked and paid, starting from a bare machine')
} finally {
  if (values.keep)
    say(`keeping everything; to remove it: NAME=${name} PG_CLUSTER=${name} deploy/bare-machine.sh remove`)
  else {
    await script('remove')
    for (const folder of new Set(['', root]))
      writeFileSync(
        `${folder}/etc/hosts`,
        readFileSync(`${folder}/etc/hosts`, 'utf8').replaceAll(hostLine, ''),
      )
    rmSync(own, { recursive: true, force: true })
    await machine?.stop()
  }
  await Promise.all([stripe.close(), smtp.close(), bucket.close()])
}

/** @throws Error naming the condition if it is not met within a minute */
async function until(what: string, condition: () => Promise<boolean>) {
  if (!(await untilOrNot(condition, { seconds: 60, everyMs: 500 })))
    throw new Error(`timed out waiting for ${what}`)
}

/** Runs the manual steps of docs/operations.md that precede the script: the quoted line that installs Debian's packages, and the build. */
async function prepare() {
  const guide = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')
  const line = /^apt-get update .*$/m.exec(guide)?.[0]
  for (const words of [line ?? 'false', `cd ${source} && node scripts/bootstrap.mjs build`]) {
    const { code } = await run('sh', ['-c', words])
    if (code !== 0) throw new Error(`failed: ${words}`)
    say('done')
  }
}

/** Runs a program on this machine or inside the Debian, asynchronously, so that the doubles keep answering, and prints its output. */
async function run(program: string, args: string[]): Promise<{ code: number | null; said: string }> {
  console.log(`$ ${program} ${args.join(' ')}`)
  const given = Object.entries({ ...setup, ...here, DEBIAN_FRONTEND: 'noninteractive' })
  const [command = '', ...rest] = machine
    ? [...machine.prefix, ...given.map(([key, value]) => `${key}=${value}`), program, ...args]
    : [program, ...args]
  const env = machine ? process.env : Object.fromEntries(given)
  const child = spawn(command, rest, { cwd: projectRoot, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (words: string) => {
    said += words
    process.stdout.write(words)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

/** A phone, so that the checkout opens in the same tab. Certificate errors are ignored, because our authority is not trusted. */
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
  // Replaces Stripe's checkout page: pays immediately, delivers the webhook events, and redirects back.
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

/** Runs a step in the browser, with a screenshot if it fails. */
async function seen<T>(context: BrowserContext, step: (context: BrowserContext) => Promise<T>): Promise<T> {
  try {
    return await step(context)
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

/** Delivers Stripe's events to the endpoint that `stripe setup` created, signed with its secret. */
async function deliverEvents({ request }: BrowserContext) {
  const endpoint = stripe.webhookEndpoints.find(({ isOfConnect }) => !isOfConnect)
  if (!endpoint) throw new Error('the webhooks were not set up')
  for (const { body, header } of stripe.takeEvents(endpoint.secret)) {
    const { type } = JSON.parse(body) as { type: string }
    if (!endpoint.enabled_events.includes(type)) continue
    const headers = { 'stripe-signature': header, 'content-type': 'application/json' }
    const answer = await request.post(endpoint.url, { data: Buffer.from(body), headers })
    say(`Stripe sends ${type}: ${answer.status()} ${await answer.text()}`)
  }
}

/** The first admin signs up normally, follows the link in the email, and is granted the role by a command. */
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
  if (early.code === 0) throw new Error('an unconfirmed address was made an admin')
  const link = await linkIn(email, /https:\/\/[^\s"]+verify-email[^\s"]+/)
  await page.goto(link)
  const button = page.getByRole('button', { name: 'Confirm my address' })
  await until('the address to be confirmed', async () => {
    // A click before hydration has no effect.
    if (await button.isEnabled().catch(() => false))
      await button.click({ timeout: 2_000 }).catch(() => undefined)
    return await page.getByText('Your address is confirmed').isVisible()
  })
  const granted = await greenside('admin', 'grant', email)
  if (granted.code !== 0) throw new Error('no admin was created')
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
    // Hydration may reset a selection made before it.
    await times
      .last()
      .check({ timeout: 2_000 })
      .catch(() => undefined)
    return await times.last().isChecked()
  })
}

/** A coach signs up, completes the onboarding and goes live. @returns the coach's id */
async function becomeCoach({ request }: BrowserContext): Promise<string> {
  const send = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const answer = await request.fetch(path, { method, headers: { origin: appUrl }, data })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return (await answer.json()) as { ok?: boolean }
  }
  await send('POST', '/api/accounts', {
    name: 'Casey Park',
    email: 'casey@bare-machine.golf',
    phone: '704 555 0111',
    password: 'fairway-seven-coach',
    userType: 'instructor',
  })
  await send('PUT', '/api/coach-draft', coachDraft('Casey Park', '28202'))
  const live = await send('POST', '/api/coach-draft/live', {})
  if (live.ok !== true) throw new Error(`the coach is not live: ${JSON.stringify(live)}`)
  const me = (await (await request.get('/api/me')).json()) as { userId: string }
  return me.userId
}

async function bookAndPay(context: BrowserContext, coachId: string) {
  await context.clearCookies()
  const settings = readFileSync(`${root}/etc/${name}/env`, 'utf8')
  const pool = new pg.Pool({ connectionString: /^DATABASE_URL=(.+)$/m.exec(settings)?.[1] })
  const page = await context.newPage()
  await page.goto(`/instructor/${coachId}`)
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
    [coachId],
  )
  await pool.end()
  say(`in the database: ${JSON.stringify(rows)}`)
  const subjects = () => smtp.mailbox(email).map(({ headers }) => headers.get('subject') ?? '')
  await until('the letter that it is booked', async () =>
    subjects().some((one) => one.startsWith('You are booked')),
  )
  say(`emails to the student: ${subjects().join(' · ')}`)
}
