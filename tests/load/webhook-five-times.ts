/**
 * Delivers every payment event five times at once: each of 50 bookings must be confirmed once, paid once, and announced once to each side.
 * Does the same for refunds, refunds returned by the bank, restrictions of a coach's account, bounced emails and failed texts. Then sends
 * forged, unsigned and old events, which must be refused without any changes.
 *
 *   node tests/load/webhook-five-times.ts [--bookings=50]
 */
import { createHmac } from 'node:crypto'
import { parseArgs } from 'node:util'
import { signMailgunEvent } from '#ports/email/mailgun-events.ts'
import { signEvent } from '#ports/payments/signed-event.ts'
import { localSmsSignature } from '#ports/sms/local.ts'
import { bookSlot } from './support/booking.ts'
import { reportPromises, until } from './support/invariants.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, loadSecret, startServer } from './support/server.ts'
import { listOpenSlots, type OpenSlot } from './support/slots.ts'
import { addStudents, type LoadStudent } from './support/students.ts'

const { values } = parseArgs({ options: { bookings: { type: 'string', default: '50' } } })
const wanted = Number(values.bookings)
const TIMES = 5
/** Derived from the session secret in the same way as in the product. */
const webhookSecret = createHmac('sha256', loadSecret).update('local payment events').digest('hex')

buildProduct()
const database = await openLoadDatabase('webhooks', { coaches: 1200, fresh: true })
const server = await startServer({ databaseUrl: database.url })
let failures = 0
try {
  const students = await addStudents(database.pool, wanted)
  const slots = await listOpenSlots(database.pool, server.url, wanted + 1)
  const bodies: string[] = []
  for (const [i, student] of students.entries()) {
    const booked = await bookSlot(server.url, student, slots[i])
    bodies.push(await paidEvent(booked.bookingId))
  }
  const outcomes: Record<string, number> = {}
  await Promise.all(
    bodies.flatMap((body) =>
      Array.from({ length: TIMES }, async () => {
        const answer = await deliver(body, signEvent(body, webhookSecret, Date.now()))
        const key = `${answer.status} ${answer.outcome ?? answer.code}`
        outcomes[key] = (outcomes[key] ?? 0) + 1
      }),
    ),
  )
  console.log(`${wanted} events, each ${TIMES} times at once:`, outcomes)
  check('one confirmation per event', outcomes['200 confirmed'] === wanted)
  check('all others acknowledged as duplicates', outcomes['200 duplicate'] === wanted * (TIMES - 1))
  const sent = await until(
    async () =>
      (await count(`select count(*) from local_vendor.outbox where idempotency_key like
    'email:booking-confirmed-%' and channel = 'email'`)) >=
      wanted * 2,
    { seconds: 90 },
  )
  check('both emails of every booking were sent', sent)
  check(
    'one payment row per booking',
    (await count(
      'select count(*) from payments p join bookings b on b.id = p.booking_id where not b.is_demo',
    )) === wanted,
  )
  check('all invariants hold', await reportPromises(database.pool))
  await refundAndSendBack(10)
  await restrictAnAccount()
  await bounceAndFail(10)
  await refuseForgeries(await paidEvent(await holdOne(students[0], slots[wanted])))
} finally {
  await server.stop()
  await database.close()
}
console.log(failures === 0 ? '\nall checks passed' : `\n${failures} checks FAILED`)
process.exitCode = failures === 0 ? 0 : 1

/** Delivers each event five times at once. @returns the number of responses by outcome */
async function deliverFiveTimes(events: object[]): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {}
  await Promise.all(
    events.flatMap((event) =>
      Array.from({ length: TIMES }, async () => {
        const body = JSON.stringify(event)
        const answer = await deliver(body, signEvent(body, webhookSecret, Date.now()))
        const key = `${answer.status} ${answer.outcome ?? answer.code}`
        outcomes[key] = (outcomes[key] ?? 0) + 1
      }),
    ),
  )
  return outcomes
}

function eventOf(id: string, type: string, object: object, rest: object = {}) {
  const created = Math.floor(Date.now() / 1000)
  return { id: `evt_load_${id}`, object: 'event', type, created, data: { object }, ...rest }
}

/** Refunds lessons at the processor, then has the banks return all refunds: both must be recorded once. */
async function refundAndSendBack(lessons: number) {
  const { rows } = await database.pool.query<{ id: string; intent: string; amount_cents: number }>(
    `select booking_id as id, stripe_payment_intent_id as intent, amount_cents from payments
     where stripe_payment_intent_id like 'pi_load_%' limit $1`,
    [lessons],
  )
  const refunds = (status: string) =>
    rows.map(({ id, intent, amount_cents }) => {
      const failed = status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}
      const object = { id: `re_load_${id}`, amount: amount_cents, payment_intent: intent, status, ...failed }
      return eventOf(`${status}_${id}`, status === 'failed' ? 'refund.failed' : 'refund.created', object)
    })
  const inBooks = (kind: string) =>
    count(
      `select count(*) from ledger_transactions where kind = '${kind}' and business_key like '%re_load_%'`,
    )
  const sent = await deliverFiveTimes(refunds('succeeded'))
  check(
    'each refund is recorded once',
    sent['200 refunded'] === lessons && (await inBooks('refunded')) === lessons,
  )
  const back = await deliverFiveTimes(refunds('failed'))
  check(
    'each returned refund is reversed once',
    back['200 refund_returned'] === lessons && (await inBooks('refund_returned')) === lessons,
  )
  check(
    'each returned refund is owed once, and waits for an admin',
    (await count(
      `select count(*) from payment_refunds where business_key like 'returned:re_load_%' and status = 'failed'`,
    )) === lessons,
  )
}

/** The processor restricts a coach's account: the state must be read once and the coach notified once. */
async function restrictAnAccount() {
  await database.pool.query(
    `insert into local_vendor.accounts (id, idempotency_key, email, blocked_by) values ('acct_load', 'load', 'load@coaches.test', 'review')`,
  )
  await database.pool.query(
    `insert into payout_accounts (instructor_id, provider_account_id, status)
     select user_id, 'acct_load', 'active' from instructor_profiles limit 1
     on conflict (instructor_id) do update set provider_account_id = 'acct_load', status = 'active'`,
  )
  const event = eventOf('account', 'account.updated', { id: 'acct_load' }, { account: 'acct_load' })
  const heard = await deliverFiveTimes([event])
  check('one account lookup per event', heard['200 account_looked_at'] === 1)
  const restricted = await until(
    async () =>
      (await count(
        `select count(*) from payout_accounts where provider_account_id = 'acct_load' and status = 'restricted'`,
      )) === 1,
    { seconds: 60 },
  )
  check('the account is restricted', restricted)
  check(
    'its coach is notified once',
    (await count(`select count(*) from notifications where kind = 'payout_account'`)) === 1,
  )
}

/** Reports bounced emails and failed texts: each report must be processed once, and each address suppressed once. */
async function bounceAndFail(letters: number) {
  const { rows } = await database.pool.query<{ recipient: string; provider_id: string }>(
    `select recipient_email as recipient, provider_id from email_logs where provider_id is not null
     and template_key = 'booking-confirmed-student' limit $1`,
    [letters],
  )
  const emailKey = createHmac('sha256', loadSecret).update('local email events').digest('hex')
  const heard: Record<string, number> = {}
  const count5 = async (path: string, body: string, headers: Record<string, string>) =>
    Promise.all(
      Array.from({ length: TIMES }, async () => {
        const answer = await fetch(`${server.url}${path}`, { method: 'POST', body, headers })
        const { outcome = '' } = answer.status === 200 ? ((await answer.json()) as { outcome: string }) : {}
        const key = `${path} ${answer.status} ${outcome}`.trim()
        heard[key] = (heard[key] ?? 0) + 1
      }),
    )
  await Promise.all(
    rows.map(async ({ recipient, provider_id: messageId }, at) => {
      const data = {
        event: 'failed',
        severity: 'permanent',
        id: `bounce-${at}`,
        timestamp: Date.now() / 1000,
        recipient,
        message: { headers: { 'message-id': messageId } },
        'delivery-status': { code: 550, message: 'no such user', 'bounce-type': 'hard' },
      }
      const signed = { key: emailKey, token: `token-${at}`, now: Date.now() }
      await count5('/webhooks/email', signMailgunEvent(data, signed), { 'content-type': 'application/json' })
      const fields = {
        MessageSid: `SM${at}`,
        To: `+1704555${1000 + at}`,
        MessageStatus: 'failed',
        ErrorCode: '21610',
      }
      const signature = localSmsSignature(loadSecret, `${server.url}/webhooks/sms-status`, fields)
      await count5('/webhooks/sms-status', new URLSearchParams(fields).toString(), {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': signature,
      })
    }),
  )
  console.log(`${rows.length} bounced emails and as many texts, each reported ${TIMES} times at once:`, heard)
  check('each bounce is recorded once', heard['/webhooks/email 200 taken'] === rows.length && rows.length > 0)
  check(
    'the email log says so',
    (await count(`select count(*) from email_logs where delivery = 'undelivered'`)) === rows.length,
  )
  check(
    'each address is blocked once',
    (await count('select count(*) from suppressed_addresses where lifted_at is null')) === rows.length,
  )
  check('every text is acknowledged', heard['/webhooks/sms-status 204'] === rows.length * TIMES)
  check(
    'texts to its number end once',
    (await count(`select count(*) from sms_consents where wording like 'STOP, as the provider%'`)) ===
      rows.length,
  )
}

async function refuseForgeries(body: string) {
  const now = Date.now()
  const genuine = signEvent(body, webhookSecret, now)
  const forgeries: [string, string, string | undefined][] = [
    ['unsigned', body, undefined],
    ['signed with another secret', body, signEvent(body, 'another-secret-that-is-not-ours-at-all', now)],
    ['one byte changed', body.replace('"usd"', '"usx"'), genuine],
    ['ten minutes old', body, signEvent(body, webhookSecret, now - 600_000)],
    ['ten minutes ahead', body, signEvent(body, webhookSecret, now + 600_000)],
    ['an empty signature', body, 't=,v1='],
  ]
  for (const [name, text, signature] of forgeries) {
    const answer = await deliver(text, signature)
    check(
      `${name}: ${answer.status} ${answer.code}`,
      answer.status === 400 && answer.code === 'bad_signature',
    )
  }
  check(
    'no forged event confirmed anything',
    (await count(`select count(*) from bookings where status = 'confirmed' and not is_demo`)) === wanted,
  )
  const answer = await deliver(body, genuine)
  check(`the valid event: ${answer.status} ${answer.outcome}`, answer.outcome === 'confirmed')
}

async function holdOne(student: LoadStudent | undefined, slot: OpenSlot | undefined) {
  return (await bookSlot(server.url, student, slot)).bookingId
}

/** The event that the processor sends when this booking's checkout is paid. */
async function paidEvent(bookingId: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string; amount_cents: number }>(
    'select id, amount_cents from local_vendor.checkouts where booking_id = $1',
    [bookingId],
  )
  const intent = `pi_load_${bookingId}`
  // Makes the processor's records consistent with the event.
  await database.pool.query(
    `update local_vendor.checkouts set status = 'complete', payment_intent_id = $2 where booking_id = $1`,
    [bookingId, intent],
  )
  return JSON.stringify({
    id: `evt_load_${bookingId}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(Date.now() / 1000),
    data: {
      object: {
        id: rows[0]?.id,
        object: 'checkout.session',
        metadata: { booking_id: bookingId },
        amount_total: rows[0]?.amount_cents,
        currency: 'usd',
        payment_status: 'paid',
        payment_intent: intent,
      },
    },
  })
}

async function deliver(body: string, signature: string | undefined) {
  const answer = await fetch(`${server.url}/webhooks/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature ? { 'stripe-signature': signature } : {}) },
    body,
  })
  const said = (await answer.json()) as { outcome?: string; code?: string }
  return { status: answer.status, ...said }
}

async function count(query: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: string }>(query)
  return Number(rows[0]?.count)
}

function check(promise: string, kept: boolean) {
  console.log(`  ${kept ? 'ok    ' : 'BROKEN'} ${promise}`)
  if (!kept) failures++
}
