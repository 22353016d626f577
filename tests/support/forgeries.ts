import { randomBytes } from 'node:crypto'
import { signEvent } from '#ports/payments/signed-event.ts'
import { enterStudent, openCoach, send, type Target } from './target.ts'

const kinds = [
  'no signature',
  'rubbish for a signature',
  'signed by somebody else',
  'signed too long ago',
  'signed in the future',
  'one byte changed',
  'the signature of another event',
  'another account',
  'a wrong amount',
  'a wrong currency',
  'another booking',
  'a session of nobody’s',
] as const
type Kind = (typeof kinds)[number]

/**
 * Sends events that claim that a held lesson was paid; all must be rejected. Events with a wrong amount, currency, account or booking have
 * a valid signature.
 * @param secret signs valid events for this target
 * @returns the number of attempts by kind, and every event that was accepted
 */
export async function tryForgeries(target: Target, secret: string, count: number) {
  const { services } = target
  const pool = services.db.$client
  const coach = await openCoach(target)
  const student = await enterStudent(target)
  const start = new Date(Math.ceil(services.clock.now() / 86_400_000 + 2) * 86_400_000 + 15 * 3_600_000)
  const held = await send(
    target,
    '/api/bookings',
    { instructorId: coach.id, start: start.toISOString(), durationMinutes: 60 },
    { cookie: student.cookie },
  )
  if (held.status !== 201) throw new Error(`not held: ${JSON.stringify(held.json)}`)
  const bookingId = String(held.json.bookingId)
  const sessionId = String(held.json.checkoutUrl).split('/').at(-1) ?? ''
  const tried = new Map<Kind, number>()
  const believed: string[] = []
  for (let at = 0; at < count; at++) {
    const kind = kinds[at % kinds.length] ?? 'no signature'
    const { body, header } = forge(kind, { bookingId, sessionId, secret, now: services.clock.now(), at })
    const answer = await send(
      target,
      '/webhooks/payments',
      body,
      header ? { 'stripe-signature': header } : {},
    )
    tried.set(kind, (tried.get(kind) ?? 0) + 1)
    const outcome = answer.json?.outcome
    if (
      answer.status === 200 &&
      !['not_ours', 'no_booking', 'rejected_mismatch', 'nothing_to_do'].includes(outcome)
    )
      believed.push(`${kind}: ${outcome}`)
  }
  const { rows } = await pool.query(
    `select (select count(*)::int from bookings where status <> 'pending') as moved,
      (select count(*)::int from payments where payment_status <> 'pending') as paid,
      (select count(*)::int from ledger_transactions) as booked`,
  )
  return { tried: Object.fromEntries(tried), believed, books: rows[0] }
}

interface Genuine {
  bookingId: string
  sessionId: string
  secret: string
  /** Milliseconds since 1970, UTC. */
  now: number
  at: number
}

function forge(kind: Kind, { bookingId, sessionId, secret, now, at }: Genuine) {
  const amount = kind === 'a wrong amount' ? at % 8_500 : 8_500
  const session = {
    id: kind === 'a session of nobody’s' ? `cs_local_${randomBytes(8).toString('hex')}` : sessionId,
    object: 'checkout.session',
    client_reference_id: kind === 'another booking' ? crypto.randomUUID() : bookingId,
    metadata: { booking_id: kind === 'another booking' ? crypto.randomUUID() : bookingId },
    amount_total: amount,
    currency: kind === 'a wrong currency' ? (['cad', 'eur', 'jpy', 'mxn'][at % 4] ?? 'eur') : 'usd',
    payment_status: 'paid',
    payment_intent: `pi_forged_${at}`,
  }
  const event = {
    id: `evt_forged_${at}_${randomBytes(6).toString('hex')}`,
    object: 'event',
    type: 'checkout.session.completed',
    created: Math.floor(now / 1000),
    ...(kind === 'another account' ? { account: 'acct_of_somebody' } : {}),
    data: { object: session },
  }
  const body = JSON.stringify(event)
  const genuine = signEvent(body, secret, now)
  switch (kind) {
    case 'no signature':
      return { body, header: '' }
    case 'rubbish for a signature':
      return {
        body,
        header: ['t=1,v1=abc', 'v1=', randomBytes(40).toString('hex'), 't=NaN,v1=NaN,v0=x'][at % 4],
      }
    case 'signed by somebody else':
      return { body, header: signEvent(body, `whsec_${randomBytes(12).toString('hex')}`, now) }
    case 'signed too long ago':
      return { body, header: signEvent(body, secret, now - (301 + at) * 1000) }
    case 'signed in the future':
      return { body, header: signEvent(body, secret, now + (302 + at) * 1000) }
    case 'one byte changed': {
      const place = body.indexOf('"amount_total"') + 16
      return {
        body: `${body.slice(0, place)}${(Number(body[place]) + 1) % 10}${body.slice(place + 1)}`,
        header: genuine,
      }
    }
    case 'the signature of another event':
      return { body, header: signEvent(body.replace('evt_', 'evt-'), secret, now) }
    default:
      return { body, header: genuine }
  }
}
