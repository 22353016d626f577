import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { stripeClient } from '#ports/payments/stripe.ts'
import { testDatabase } from '#tests/support/database.ts'
import { testOperator } from '#tests/support/product.ts'
import { s3Double } from '#tests/support/s3-double.ts'
import { startSmtpDouble } from '#tests/support/smtp-double.ts'
import { startStripeDouble } from '#tests/support/stripe-double.ts'
import { setUpWebhooks } from '../stripe-webhooks.ts'
import { examineDatabase } from './database.ts'
import { examine, reportOf } from './examine.ts'
import type { Given } from './finding.ts'
import { examineMachine } from './machine.ts'
import { examineSettings } from './settings.ts'

const database = testDatabase()
const opened: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})
const kept = <T extends { close(): unknown }>(one: T) => {
  opened.push(one)
  return one
}

const vapid = webPush.generateVAPIDKeys()
const secretKey = 'sk_live_of_the_test'
const random = 'f3a9c1e07b5d2846a0e9d8c7b6f51423'
/** The settings of a correctly configured business. Vendor responses are set up separately. */
const settings: Given = {
  APP_URL: 'https://lessons.fairway.golf',
  TRUSTED_PROXY_HOPS: '1',
  HOST: '127.0.0.1',
  DATABASE_URL: 'postgres://fairway@localhost/fairway',
  SESSION_SECRET: random,
  SECRETS_KEY: `${random}b`,
  METRICS_TOKEN: `${random}c`,
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: 'whsec_1,whsec_2',
  SMTP_URL: 'smtp://127.0.0.1:1',
  CONSULTATION_URL: 'https://cal.fairway.golf/talk',
  VAPID_PUBLIC_KEY: vapid.publicKey,
  VAPID_PRIVATE_KEY: vapid.privateKey,
  ...testOperator,
  EMAIL_FROM: 'Fairway Works <hello@fairway.golf>',
  SUPPORT_EMAIL: 'help@fairway.golf',
  PRIVACY_EMAIL: 'data@fairway.golf',
}

/** Settings with which no other machine is contacted. */
const offline: Given = {
  APP_URL: 'https://127.0.0.1:1',
  EMAIL_FROM: 'hello@localhost',
  STRIPE_API_BASE: 'http://127.0.0.1:1',
}

test('a database that does not archive through pgBackRest although PGBACKREST_STANZA is set', async () => {
  const given = { DATABASE_URL: database.url, PGBACKREST_STANZA: 'greenside' }
  const found = await examineDatabase(given, { isRunning: false })
  expect(found.filter(({ what }) => what.includes('archive'))).toEqual([
    {
      level: 'wrong',
      what: 'PGBACKREST_STANZA is set, and archive_mode of the database is off.',
      todo: expect.stringContaining("archive_command = 'pgbackrest --stanza=greenside archive-push %p'"),
    },
  ])
})

describe('settings', () => {
  test('a business that is in order hears of nothing', () => {
    expect(
      examineSettings({ ...settings, WEATHER_PROVIDER: 'weather.gov' }).filter(
        ({ level }) => level !== 'fine',
      ),
    ).toEqual([])
  })

  const cases: [string, Given, RegExp][] = [
    ['is missing', { STRIPE_WEBHOOK_SECRET: undefined }, /STRIPE_WEBHOOK_SECRET: required/],
    [
      'is half set',
      { S3_BUCKET: 'clips' },
      /S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: needed beside/,
    ],
    ['counts everybody as the proxy', { TRUSTED_PROXY_HOPS: '0' }, /TRUSTED_PROXY_HOPS is 0/],
    ['is not encrypted', { APP_URL: 'http://lessons.fairway.golf' }, /not https/],
    ['is nobody’s address', { APP_URL: 'https://greenside.example' }, /links in letters lead nowhere/],
    [
      'sends from nobody’s domain',
      { EMAIL_FROM: 'G <hello@greenside.example>' },
      /EMAIL_FROM is on a domain/,
    ],
    [
      'answers from nobody’s domain',
      { SUPPORT_EMAIL: 'help@greenside.demo' },
      /SUPPORT_EMAIL is on a domain/,
    ],
    ['lets passwords be guessed', { RATE_LIMITS: 'off' }, /RATE_LIMITS is off/],
    ['has a secret anybody guesses', { SESSION_SECRET: 'x'.repeat(40) }, /SESSION_SECRET can be guessed/],
    ['has the wrong key of Stripe', { STRIPE_SECRET_KEY: 'pk_live_1' }, /publishable/],
    ['speaks in the open', { S3_ENDPOINT: 'http://files.fairway.golf' }, /S3_ENDPOINT is http/],
    ['is a demo for everybody', { DEMO: '1', HOST: '0.0.0.0' }, /everybody knows its passwords.*0\.0\.0\.0/],
  ]
  test.each(cases)('one that %s is told so', (_, change, words) => {
    const found = examineSettings({ ...settings, ...change })
    expect(found).toContainEqual({
      level: 'wrong',
      what: expect.stringMatching(words),
      todo: expect.any(String),
    })
    expect(JSON.stringify(found)).not.toContain(random)
  })
})

test('a disk that is full, or nearly', async () => {
  const of = (free: number) => examineMachine(settings, async () => ({ free, all: 100e9 }))
  const diskIn = async (free: number) => (await of(free)).find(({ what }) => what.includes('disk'))?.level
  expect([await diskIn(50e9), await diskIn(8e9), await diskIn(1e9)]).toEqual([undefined, 'note', 'wrong'])
})

describe('an installation', () => {
  const asked = async (given: Given) => {
    const found = await examine(given)
    return {
      found,
      wrong: found.filter(({ level }) => level === 'wrong').map(({ what }) => what),
      text: reportOf(found),
    }
  }

  test('that is in order has nothing wrong', async () => {
    const given = await inOrder()
    const { wrong, text } = await asked(given)
    // Findings that the test environment causes: local ports, a database without fsync, the state of the disk and the build.
    const ofTests = /APP_URL|EMAIL_FROM|fsync|disk|built/
    expect(wrong.filter((what) => !ofTests.test(what))).toEqual([])
    for (const words of [
      'Every migration of this version has run.',
      'A worker is alive.',
      'Stripe sends us exactly the events we use.',
      'The mail server takes our mail.',
      'The bucket keeps, gives back and removes files, and is not public.',
      'answers, and is ready.',
    ])
      expect(text).toContain(words)
  })

  test('whose vendors and database are not as they should be hears of each, and of no secret', async () => {
    const given = await inOrder()
    await database.pool.query(`update pgboss.version set cron_on = clock_timestamp() - interval '3 hours'`)
    await database.pool.query('create table if not exists hidden_migrations as table schema_migrations')
    await database.pool.query('delete from schema_migrations')
    const pending = await asked({ ...given, SMTP_URL: 'smtp://me:not-the-one@127.0.0.1:1' })
    expect(pending.text).toMatch(/migrations have not run, the first one is 0001/)
    expect(pending.text).toContain('The mail server refuses us, or is not there')
    await database.pool.query('insert into schema_migrations table hidden_migrations')
    await database.pool.query('delete from user_roles')
    const { text } = await asked({
      ...given,
      STRIPE_SECRET_KEY: 'sk_live_another',
      S3_SECRET_ACCESS_KEY: 'another-one',
      APP_URL: 'https://127.0.0.1:1',
    })
    expect(text).toContain('No worker is alive: the last one was heard 3 hours ago.')
    expect(text).toContain('Nobody is an admin.')
    expect(text).toContain('Stripe does not answer our key: Invalid API Key provided')
    expect(text).toContain('The bucket cannot be used: file storage answered 403 (SignatureDoesNotMatch)')
    expect(text).toContain('https://127.0.0.1:1 does not answer')
    for (const secret of ['not-the-one', 'sk_live_another', 'another-one', random]) {
      expect(pending.text).not.toContain(secret)
      expect(text).not.toContain(secret)
    }
  })

  test('whose webhooks send too little is told what follows from it', async () => {
    const given = await inOrder({ webhooks: false })
    const { wrong } = await asked(given)
    expect(wrong.join()).toContain(
      '(platform: missing, connected: missing). A lesson that was paid would not be confirmed.',
    )
  })

  test('whose key may not use customers is told that no card is kept', async () => {
    const { wrong, text } = await asked(await inOrder({ forbidden: '/v1/customers' }))
    expect(text).toContain('Students cannot keep a card for the next lesson')
    expect(text).toContain('Let the restricted key write Customers and Payment Methods.')
    expect(wrong.join()).not.toContain('Stripe')
  })

  test('without a database is still told everything else', async () => {
    const { text } = await asked({
      ...settings,
      ...offline,
      DATABASE_URL: 'postgres://fairway@127.0.0.1:1/fairway',
    })
    expect(text).toContain('The database of DATABASE_URL cannot be reached')
    expect(text).toContain('The mail server refuses us, or is not there')
    expect(text).toMatch(/\d+ wrong, \d+ to know, \d+ fine\.$/)
  })
})

/** A healthy installation: a database, a worker, an admin and vendor doubles. */
async function inOrder({
  webhooks = true,
  forbidden = null,
}: {
  webhooks?: boolean
  forbidden?: string | null
} = {}): Promise<Given> {
  const web = createServer((request, response) =>
    response.writeHead(request.url === '/readyz' ? 200 : 404).end(),
  )
  await new Promise<void>((ready) => web.listen(0, '127.0.0.1', ready))
  opened.push({ close: () => web.close() })
  const appUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  const keys = { accessKeyId: 'doctor', secretAccessKey: 'the-key-of-the-bucket', region: 'us-east-1' }
  const [stripe, smtp, bucket] = [
    kept(await startStripeDouble({ secretKey, now: () => Date.now() })),
    kept(await startSmtpDouble()),
    kept(await s3Double(keys)),
  ]
  // Addresses that the key may not call.
  stripe.forbid(forbidden)
  if (webhooks) await setUpWebhooks(stripeClient({ secretKey, apiBase: stripe.url }), appUrl)
  const { pool } = database
  await pool.query(`update pgboss.version set cron_on = clock_timestamp()`)
  await pool.query(
    `insert into profiles (id, email, full_name, user_type) values (gen_random_uuid(), 'admin@fairway.golf', 'Ada', 'student')
     on conflict do nothing`,
  )
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`set local greenside.admin_by_hand = 'yes'`)
    await client.query(
      `insert into user_roles (user_id, role) select id, 'admin' from profiles where email = 'admin@fairway.golf'
       on conflict do nothing`,
    )
    await client.query('commit')
  } finally {
    client.release()
  }
  return {
    ...settings,
    ...offline,
    APP_URL: appUrl,
    DATABASE_URL: database.url,
    STRIPE_API_BASE: stripe.url,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    S3_BUCKET: 'bucket',
    S3_REGION: keys.region,
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    S3_ENDPOINT: bucket.endpoint,
  }
}
