import { createHmac, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { welcome, welcomeKind } from '#features/accounts/letters.ts'
import { sendLetter } from '#features/notifications/commands.ts'
import { applyReports } from '#features/notifications/delivery-reports.ts'
import { fillIn } from '#features/notifications/letter.ts'
import { bareMessageId } from '#ports/email/email.ts'
import { signMailgunEvent } from '#ports/email/mailgun-events.ts'
import { lettersTo, tokenFor } from '../support/mail.ts'
import { testNow, testProduct } from '../support/product.ts'

const product = testProduct()

/**
 * Delivery events of the mail provider: delivered, bounced and reported as spam, and their effects on the
 * recipients.
 */

type Person = Awaited<ReturnType<typeof product.student>>
let admin: Person

beforeAll(async () => {
  admin = await product.admin()
})
beforeEach(() => product.clock.moveTo(testNow))

const { query } = product

interface Told {
  event?: string
  id?: string
  email: string
  messageId?: string
  token?: string
  /** Milliseconds since 1970, UTC. */
  at?: number
  status?: object
}

/** Builds a webhook as the provider sends it. */
function bodyOf({ event = 'failed', id = randomUUID(), token = randomUUID(), ...told }: Told): string {
  const key = createHmac('sha256', product.services.env.SESSION_SECRET)
    .update('local email events')
    .digest('hex')
  const at = told.at ?? product.clock.now()
  const data = {
    event,
    severity: 'permanent',
    id,
    timestamp: at / 1000,
    recipient: told.email,
    message: { headers: { 'message-id': told.messageId ?? 'somewhere@else' } },
    'delivery-status': told.status ?? {
      code: 550,
      message: `5.1.1 <${told.email}>: no such user`,
      'bounce-type': 'hard',
    },
  }
  return signMailgunEvent(data, { key, token, now: product.clock.now() })
}
const post = async (body: string) => await product.visitor().send('POST', '/webhooks/email', body, {})
const tell = async (told: Told) => (await post(bodyOf(told))).json.outcome

let letters = 0
/**
 * Enqueues a letter to a person and sends it.
 * @returns its log entry
 */
async function write(person: Person) {
  const key = `test-letter:${++letters}:${person.userId}`
  await product.services.db.transaction((tx) =>
    sendLetter(product.services, tx, {
      key,
      kind: welcomeKind,
      userId: person.userId,
      letter: fillIn(welcome, { full_name: 'Sam' }),
    }),
  )
  await product.sendMessages()
  return async () =>
    (
      await query(
        'select id, status, provider_id, delivery, delivery_note, error_message from email_logs where dedupe_key = $1',
        [key],
      )
    )[0]
}
const troubleOf = async (person: Person) => (await person.get('/api/me')).json.emailTrouble
const listed = async (email: string) =>
  (await admin.get(`/api/admin/lists/suppressed-addresses?${new URLSearchParams({ q: email })}`)).json.rows
const proveAnew = async (person: Person) => {
  expect((await person.post('/api/me/email/verification')).status).toBe(200)
  await product.sendMessages()
  const body = JSON.stringify({ token: await tokenFor(product.database.pool, person.email, '/verify-email') })
  const json = { 'content-type': 'application/json' }
  expect((await person.send('PUT', '/api/email-verifications', body, json)).status).toBe(200)
}

describe('an email', () => {
  test('is sent, then delivered: the log and metrics distinguish the two', async () => {
    const sam = await product.student()
    const log = await write(sam)
    const sent = await log()
    expect(sent).toMatchObject({ status: 'sent', delivery: null, provider_id: expect.any(String) })
    const shown = async () => (await admin.get(`/api/admin/message-logs/email/${sent.id}`)).json.status
    const figure = async (status: string) =>
      (await admin.get('/api/admin/message-logs/email/figures')).json.figures.find(
        (one: { status: string }) => one.status === status,
      )?.count ?? 0
    expect(await shown()).toBe('sent')
    const before = await figure('delivered')
    const messageId = bareMessageId(sent.provider_id)
    expect(await tell({ event: 'delivered', email: sam.email, messageId })).toBe('taken')
    expect(await shown()).toBe('delivered')
    expect(await figure('delivered')).toBe(before + 1)
    expect(await troubleOf(sam)).toBeUndefined()
  })

  test('that bounces is logged with the reason, without any address, and can be found there', async () => {
    const sam = await product.student()
    const log = await write(sam)
    await tell({ email: sam.email, messageId: (await log()).provider_id })
    expect(await log()).toMatchObject({
      status: 'sent',
      delivery: 'undelivered',
      delivery_note: '550 5.1.1 <…>: no such user',
    })
    const view = new URLSearchParams({ 'filters[status]': 'undelivered', q: sam.email })
    const { rows } = (await admin.get(`/api/admin/lists/email-logs?${view}`)).json
    expect(rows).toMatchObject([
      { cells: { status: 'undelivered', errorMessage: '550 5.1.1 <…>: no such user' } },
    ])
    expect(await troubleOf(sam)).toBe('bounced')
  })

  test('that was rejected for its content does not mark the address as bad', async () => {
    const sam = await product.student()
    const log = await write(sam)
    await tell({
      email: sam.email,
      messageId: (await log()).provider_id,
      status: { code: 554, message: 'spam?' },
    })
    expect(await log()).toMatchObject({ delivery: 'undelivered' })
    expect(await troubleOf(sam)).toBeUndefined()
    expect(await (await write(sam))()).toMatchObject({ status: 'sent' })
  })

  test('with early, duplicate and out-of-order events ends in one state', async () => {
    const order = fc.shuffledSubarray(['delivered', 'failed', 'complained', 'name'], { minLength: 4 })
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (steps, twice) => {
        const sam = await product.student()
        const log = await write(sam)
        const { id, provider_id: messageId } = await log()
        // The state while the provider's response has not arrived yet.
        await query('update email_logs set provider_id = null, status = $2 where id = $1', [id, 'sending'])
        const bodies = new Map<string, string>()
        for (const step of [...steps, ...(twice ? steps : [])]) {
          if (step === 'name') {
            await query(`update email_logs set provider_id = $2, status = 'sent' where id = $1`, [
              id,
              messageId,
            ])
            await applyReports(product.services.db, 'email', messageId)
            continue
          }
          const body = bodies.get(step) ?? bodyOf({ event: step, email: sam.email, messageId })
          bodies.set(step, body)
          expect((await post(body)).status).toBe(200)
        }
        expect(await log()).toMatchObject({ status: 'sent', delivery: 'complained' })
        expect(await troubleOf(sam)).toBe('complained')
        expect(await listed(sam.email)).toHaveLength(1)
      }),
      { numRuns: 10 },
    )
  }, 60_000)
})

describe('a bouncing address', () => {
  test('gets only emails that test whether it works; the log says why; the banner appears and disappears accordingly', async () => {
    const sam = await product.student()
    await product.sendMessages()
    await tell({ email: sam.email.toUpperCase() })
    expect(await troubleOf(sam)).toBe('bounced')
    expect((await sam.get('/api/me/account')).json.emailTrouble).toBe('bounced')
    const before = (await lettersTo(product.database.pool, sam.email)).length
    expect(await (await write(sam))()).toMatchObject({
      status: 'skipped',
      error_message: 'not sent: letters to this address come back',
    })
    expect(await lettersTo(product.database.pool, sam.email)).toHaveLength(before)

    await proveAnew(sam)
    expect(await troubleOf(sam)).toBeUndefined()
    expect(await listed(sam.email)).toEqual([])
    expect(await (await write(sam))()).toMatchObject({ status: 'sent' })
    expect(await lettersTo(product.database.pool, sam.email)).toHaveLength(before + 2)
  })

  test('is not blocked again by an old bounce after it was reconfirmed, but is by a new one', async () => {
    const sam = await product.student()
    const early = product.clock.now()
    await tell({ email: sam.email })
    product.clock.advance(60_000)
    await proveAnew(sam)
    product.clock.advance(60_000)
    await tell({ email: sam.email, at: early + 1_000 })
    expect(await troubleOf(sam)).toBeUndefined()
    await tell({ email: sam.email, at: product.clock.now() })
    expect(await troubleOf(sam)).toBe('bounced')
  })

  test('is left behind when the person changes to another address', async () => {
    const sam = await product.student()
    await tell({ email: sam.email })
    const newEmail = `new-${randomUUID()}@students.test`
    await sam.post('/api/me/email', { newEmail, password: 'fairway-seven' })
    await product.sendMessages()
    const body = JSON.stringify({ token: await tokenFor(product.database.pool, newEmail, '/confirm-email') })
    const changed = await sam.send('PUT', '/api/email-changes', body, { 'content-type': 'application/json' })
    expect(changed.status, changed.text).toBe(200)
    expect(await troubleOf(sam)).toBeUndefined()
    expect(await listed(sam.email)).toHaveLength(1)
  })

  test('is shown to admins, who can lift the block once with a reason', async () => {
    const sam = await product.student('Sam Bounces')
    await tell({ email: sam.email })
    const [row] = await listed(sam.email)
    expect(row).toMatchObject({ cells: { email: sam.email, reason: 'bounced', holder: 'Sam Bounces' } })
    const act = (more: object) =>
      admin.post('/api/admin/lists/suppressed-addresses/acts/lift', { ids: [row.id], shown: 1, ...more })
    expect((await act({})).status).toBe(400)
    const reason = 'She called: her mailbox was full'
    const lifted = await Promise.all([act({ reason }), act({ reason })])
    // The second request finds the suppression lifted, before it starts or after waiting for the lock.
    expect(lifted.map(({ status }) => status)).toEqual([200, 200])
    expect(lifted.flatMap(({ json }) => json.changed ?? [])).toEqual([row.id])
    expect(await listed(sam.email)).toEqual([])
    expect(await (await write(sam))()).toMatchObject({ status: 'sent' })
    expect(
      await query(`select reason, before, after from audit_log where ids ->> 'suppressed-addresses' = $1`, [
        row.id,
      ]),
    ).toEqual([
      { reason, before: { suppressed: 'bounced' }, after: expect.objectContaining({ suppressed: null }) },
    ])
    product.clock.advance(40_000)
    expect(await troubleOf(sam), 'what a page knows of its viewer lasts half a minute').toBeUndefined()
  })
})

test('a person who marked an email as spam gets no more, and must agree before emails resume', async () => {
  const sam = await product.student()
  await tell({ event: 'complained', email: sam.email })
  expect(await troubleOf(sam)).toBe('complained')
  expect(await (await write(sam))()).toMatchObject({
    status: 'skipped',
    error_message: 'not sent: its reader called a letter of ours spam',
  })
  await tell({ email: sam.email })
  expect(await troubleOf(sam), 'it bounces as well').toBe('complained')
  await proveAnew(sam)
  expect(await troubleOf(sam)).toBeUndefined()
})

describe('an unsigned event', () => {
  test.each<[string, (body: string) => string]>([
    ['without a signature', (body) => JSON.stringify({ 'event-data': JSON.parse(body)['event-data'] })],
    [
      'with one made up',
      (body) => body.replace(/"signature":"[0-9a-f]{64}"/, `"signature":"${'0'.repeat(64)}"`),
    ],
    ['with another token', (body) => body.replace(/"token":"[^"]+"/, '"token":"another"')],
    ['no JSON', () => 'event=failed'],
    ['nothing', () => ''],
  ])('is refused and changes nothing: %s', async (_case, forge) => {
    const sam = await product.student()
    const answer = await post(forge(bodyOf({ email: sam.email })))
    expect([answer.status, answer.json.code]).toEqual([406, 'bad_signature'])
    expect(await troubleOf(sam)).toBeUndefined()
  })

  test('a valid signature works only for its own event', async () => {
    const [sam, kim] = [await product.student(), await product.student()]
    const token = randomUUID()
    expect(await tell({ email: sam.email, token })).toBe('taken')
    const reused = await post(bodyOf({ email: kim.email, token }))
    expect(reused.status).toBe(406)
    expect(await troubleOf(kim)).toBeUndefined()
  })
})
