import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { systemClock } from '#platform/clock.ts'
import { s3Files } from '#ports/files/s3.ts'
import { stripeClient } from '#ports/payments/stripe.ts'
import { commandFor } from '../commands.ts'
import { findWebhooks } from '../stripe-webhooks.ts'
import { type Finding, fine, type Given, note, why, within, wrong } from './finding.ts'

const WAIT_MS = 8_000
/** For everything that is asked of one of them. */
const PART_MS = 20_000
/** Stripe's own tolerance for the stamp of an event is five minutes. */
const CLOCK_APART_SECONDS = 30

/** What the providers say, each asked as the product asks it. */
export async function examineVendors(given: Given): Promise<Finding[]> {
  const found = await Promise.all([
    within('Stripe', PART_MS, () => stripe(given)),
    within('The clock of Stripe', PART_MS, () => clock(given)),
    within('The mail server of SMTP_URL', PART_MS, () => mail(given)),
    within('The bucket of S3_BUCKET', PART_MS, () => bucket(given)),
    within('Twilio', PART_MS, () => texts(given)),
  ])
  return found.flat()
}

async function stripe(given: Given): Promise<Finding[]> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase, APP_URL: appUrl } = given
  if (!secretKey || !appUrl) return []
  const client = stripeClient({ secretKey, timeoutMs: WAIT_MS, ...(apiBase ? { apiBase } : {}) })
  try {
    const account = await client.accounts.retrieveCurrent()
    const found: Finding[] = [fine('Stripe takes our key.')]
    if (!account.charges_enabled)
      found.push(
        wrong('Stripe lets this account take no payments yet.', 'Finish what its dashboard asks for.'),
      )
    if (!account.payouts_enabled)
      found.push(note('Stripe pays nothing out to our bank yet.', 'Finish what its dashboard asks for.'))
    const { ours, old, foreign } = await findWebhooks(client, appUrl)
    const bad = ours.filter(({ state }) => state !== 'right')
    if (bad.length > 0)
      found.push(
        wrong(
          `Stripe does not tell us of everything we must know (${bad.map(({ whose, state }) => `${whose}: ${state}`).join(', ')}). A lesson that was paid would not be confirmed.`,
          `Set it right: ${commandFor('stripe', 'setup')}`,
        ),
      )
    else found.push(fine('Stripe sends us exactly the events we use.'))
    if (old.length > 0)
      found.push(
        note(
          'Stripe also sends events of an earlier version.',
          `Remove it: ${commandFor('stripe', 'retire')}`,
        ),
      )
    if (foreign.length > 0)
      found.push(
        note(
          `Stripe sends events twice: ${foreign.join(', ')} was made by hand.`,
          "Remove it in Stripe's dashboard.",
        ),
      )
    return [...found, ...(await savedCards(client)), ...(await undelivered(client, given))]
  } catch (error) {
    return [
      wrong(
        `Stripe does not answer our key: ${why(error)}`,
        'Look at STRIPE_SECRET_KEY, and whether this machine reaches api.stripe.com.',
      ),
    ]
  }
}

/** Whether the key may use customers. Without them, students pay with cards that they type. */
async function savedCards(client: ReturnType<typeof stripeClient>): Promise<Finding[]> {
  try {
    await client.customers.list({ limit: 1 })
    return []
  } catch (error) {
    return [
      note(
        `Students cannot keep a card for the next lesson: ${why(error)}`,
        'Let the restricted key write Customers and Payment Methods.',
      ),
    ]
  }
}

const EVENTS_SINCE_SECONDS = 24 * 3_600
/** Stripe tries again within minutes what was not taken at first, such as during a restart. */
const EVENTS_OLDER_THAN_SECONDS = 600

/** Whether we took the events of the last day: one signed with a secret that is not set here is refused. */
async function undelivered(client: ReturnType<typeof stripeClient>, given: Given): Promise<Finding[]> {
  const secrets = (given.STRIPE_WEBHOOK_SECRET ?? '').split(',').map((secret) => secret.trim())
  if (!secrets.every((secret) => secret.startsWith('whsec_')))
    return [
      wrong(
        'STRIPE_WEBHOOK_SECRET is not the secret of a webhook, which begins with whsec_. A lesson that was paid would not be confirmed.',
        `Make new secrets: ${commandFor('stripe', 'setup')}`,
      ),
    ]
  const now = Math.floor(Date.now() / 1_000)
  const events = await client.events
    .list({
      delivery_success: false,
      created: { gte: now - EVENTS_SINCE_SECONDS, lte: now - EVENTS_OLDER_THAN_SECONDS },
      limit: 100,
    })
    .catch((error: unknown) => error)
  if (events instanceof Error) {
    // A restricted key may not list events; anything else is an outage that the questions before would have shown.
    return [
      note(
        `Whether Stripe's events arrive could not be asked: ${why(events)}`,
        'Let the restricted key read Events, and this is looked at, too.',
      ),
    ]
  }
  const missed = (events as { data: unknown[] }).data.length
  if (missed === 0) return [fine('We took all events of Stripe of the last day.')]
  return [
    wrong(
      `We did not take ${missed === 100 ? '100 or more' : missed} events of Stripe of the last day. Where the log says that signatures fit no secret, STRIPE_WEBHOOK_SECRET is wrong.`,
      `See their answers in Stripe's dashboard under Developers, Webhooks. For new secrets: ${commandFor('stripe', 'setup')}`,
    ),
  ]
}

/** Signatures carry the time: a clock that is off refuses events that are genuine. */
async function clock({
  STRIPE_SECRET_KEY,
  STRIPE_API_BASE = 'https://api.stripe.com',
}: Given): Promise<Finding[]> {
  if (!STRIPE_SECRET_KEY) return []
  const answer = await fetch(STRIPE_API_BASE, { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => null)
  const theirs = Date.parse(answer?.headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return []
  const apart = Math.abs(theirs - Date.now()) / 1000
  if (apart <= CLOCK_APART_SECONDS) return [fine('The clock of this machine is right.')]
  return [
    wrong(
      `The clock of this machine is ${Math.round(apart)} seconds off: events of payments would be refused.`,
      'Let it keep the time by NTP: apt-get install systemd-timesyncd',
    ),
  ]
}

async function mail({ SMTP_URL: url }: Given): Promise<Finding[]> {
  if (!url) return []
  const transport = createTransport({
    url,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    dnsTimeout: WAIT_MS,
  })
  try {
    await transport.verify()
    return [fine('The mail server takes our mail.')]
  } catch (error) {
    return [
      wrong(
        `The mail server refuses us, or is not there: ${why(error)}`,
        'Look at SMTP_URL: host, port, user and password.',
      ),
    ]
  } finally {
    transport.close()
  }
}

/** Writes, lists, reads and removes one small file, as the product does. */
async function bucket(given: Given): Promise<Finding[]> {
  const { S3_BUCKET: name, S3_REGION: region, S3_ENDPOINT: endpoint } = given
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = given
  if (!name || !region || !accessKeyId || !secretAccessKey) return []
  const files = s3Files(
    { bucket: name, region, accessKeyId, secretAccessKey, ...(endpoint ? { endpoint } : {}) },
    systemClock,
  )
  const folder = `doctor/${randomUUID()}`
  const key = `${folder}/probe.txt`
  const own = await mkdtemp(join(tmpdir(), 'doctor-'))
  try {
    await writeFile(join(own, 'probe.txt'), 'The doctor was here.')
    await files.put(key, join(own, 'probe.txt'), 'text/plain')
    const read = await files.open(key)
    const text = read ? await new Response(read.body).text() : ''
    const found: Finding[] = []
    if (text !== 'The doctor was here.')
      found.push(
        wrong(
          'The bucket gives back something else than was put there.',
          'Look at S3_BUCKET and S3_ENDPOINT.',
        ),
      )
    const base = endpoint
      ? `${endpoint.replace(/\/$/, '')}/${name}`
      : `https://${name}.s3.${region}.amazonaws.com`
    const open = await fetch(`${base}/${key}`, { signal: AbortSignal.timeout(WAIT_MS) }).catch(() => null)
    await open?.body?.cancel()
    if (open?.ok)
      found.push(
        wrong('The bucket is public: everybody can read what people upload.', 'Block public access to it.'),
      )
    await files.removeFolder(folder)
    if (await files.open(key))
      found.push(
        wrong(
          'What is removed from the bucket stays there.',
          'Let the key list and delete: s3:ListBucket, s3:DeleteObject.',
        ),
      )
    return found.length > 0
      ? found
      : [fine('The bucket keeps, gives back and removes files, and is not public.')]
  } catch (error) {
    return [
      wrong(
        `The bucket cannot be used: ${why(error)}`,
        'Look at the S3 settings, and at the policy in docs/operations.md.',
      ),
    ]
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

async function texts({
  TWILIO_ACCOUNT_SID: account,
  TWILIO_AUTH_TOKEN: token,
  TWILIO_API_BASE: base = 'https://api.twilio.com',
}: Given): Promise<Finding[]> {
  if (!account || !token) return []
  try {
    const answer = await fetch(`${base}/2010-04-01/Accounts/${account}/Messages.json?PageSize=1`, {
      headers: { authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}` },
      signal: AbortSignal.timeout(WAIT_MS),
    })
    await answer.body?.cancel()
    if (answer.ok) return [fine('Twilio takes our key.')]
    return [
      wrong(
        `Twilio refuses our key (${answer.status}).`,
        'Look at TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN.',
      ),
    ]
  } catch (error) {
    return [
      wrong(
        `Twilio cannot be reached: ${why(error)}`,
        'Look at whether this machine reaches api.twilio.com.',
      ),
    ]
  }
}
