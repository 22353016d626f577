/**
 * Every payment event is delivered five times at once: each of 50 bookings is confirmed once, paid once, and told once to
 * either side. Then forged, unsigned and old events are refused, and change nothing.
 *
 *   node tests/load/webhook-five-times.ts [--bookings=50]
 */
import { createHmac } from 'node:crypto'
import { parseArgs } from 'node:util'
import { signEvent } from '#ports/payments/signed-event.ts'
import { bookSlot } from './support/booking.ts'
import { reportPromises, until } from './support/invariants.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, loadSecret, startServer } from './support/server.ts'
import { listOpenSlots, type OpenSlot } from './support/slots.ts'
import { addStudents, type LoadStudent } from './support/students.ts'

const { values } = parseArgs({ options: { bookings: { type: 'string', default: '50' } } })
const wanted = Number(values.bookings)
const TIMES = 5
/** As the product makes it from its own secret. */
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
  check('one confirmation an event', outcomes['200 confirmed'] === wanted)
  check('all others acknowledged as repeats', outcomes['200 duplicate'] === wanted * (TIMES - 1))
  const sent = await until(
    async () =>
      (await count(`select count(*) from local_vendor.outbox where idempotency_key like
    'email:booking-confirmed-%' and channel = 'email'`)) >=
      wanted * 2,
    { seconds: 90 },
  )
  check('both emails of every booking went out', sent)
  check(
    'one payment row each',
    (await count(
      'select count(*) from payments p join bookings b on b.id = p.booking_id where not b.is_demo',
    )) === wanted,
  )
  check('every promise holds', await reportPromises(database.pool))
  await refuseForgeries(await paidEvent(await holdOne(students[0], slots[wanted])))
} finally {
  await server.stop()
  await database.close()
}
console.log(failures === 0 ? '\nas promised' : `\n${failures} promises BROKEN`)
process.exitCode = failures === 0 ? 0 : 1

async function refuseForgeries(body: string) {
  const now = Date.now()
  const genuine = signEvent(body, webhookSecret, now)
  const forgeries: [string, string, string | undefined][] = [
    ['unsigned', body, undefined],
    ['signed with another secret', body, signEvent(body, 'another-secret-that-is-not-ours-at-all', now)],
    ['one byte changed', body.replace('"usd"', '"usx"'), genuine],
    ['ten minutes old', body, signEvent(body, webhookSecret, now - 600_000)],
    ['ten minutes ahead', body, signEvent(body, webhookSecret, now + 600_000)],
    ['a signature of nothing', body, 't=,v1='],
  ]
  for (const [name, text, signature] of forgeries) {
    const answer = await deliver(text, signature)
    check(
      `${name}: ${answer.status} ${answer.code}`,
      answer.status === 400 && answer.code === 'bad_signature',
    )
  }
  check(
    'none of them confirmed anything',
    (await count(`select count(*) from bookings where status = 'confirmed' and not is_demo`)) === wanted,
  )
  const answer = await deliver(body, genuine)
  check(`the genuine one: ${answer.status} ${answer.outcome}`, answer.outcome === 'confirmed')
}

async function holdOne(student: LoadStudent | undefined, slot: OpenSlot | undefined) {
  return (await bookSlot(server.url, student, slot)).bookingId
}

/** The event that the processor would send when this booking's checkout is paid. */
async function paidEvent(bookingId: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string; amount_cents: number }>(
    'select id, amount_cents from local_vendor.checkouts where booking_id = $1',
    [bookingId],
  )
  const intent = `pi_load_${bookingId}`
  // The processor's own books say the same as its event.
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
