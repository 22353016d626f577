import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { signEvent } from './signed-event.ts'

/** Sends one event and returns the HTTP status. May throw if the receiver cannot be reached. */
export type PostEvent = (url: string, body: string, headers: Record<string, string>) => Promise<number>

/** Why an event was not accepted: the receiver's HTTP status, or the network error. */
export type Refusal = { status: number } | { err: unknown }

/** Like Stripe's live mode: https://docs.stripe.com/webhooks#retries */
const GIVES_UP_AFTER_MS = 3 * 86_400_000

/** An id such as `evt_local_` and 144 random bits; used for events, sessions, payments and refunds. */
export const newId = (prefix: string) => `${prefix}_local_${randomBytes(18).toString('base64url')}`

/**
 * Stores an event in Stripe's format, to be sent later. Pass the transaction of the change that it reports,
 * so that neither is committed without the other.
 * @param now milliseconds since 1970, UTC
 * @param account the connected account that it concerns; omitted for our own
 */
export async function recordEvent(
  tx: pg.ClientBase,
  type: string,
  object: object,
  now: number,
  account?: string,
) {
  const event = {
    id: newId('evt'),
    object: 'event',
    type,
    created: Math.floor(now / 1000),
    data: { object },
    ...(account ? { account } : {}),
  }
  await tx.query(
    `insert into local_vendor.events (id, type, payload, created_at)
     values ($1, $2, $3, timestamptz 'epoch' + $4 * interval '1 millisecond')`,
    [event.id, type, JSON.stringify(event), now],
  )
}

interface Sender {
  pool: pg.Pool
  secret: string
  url: string
  onRefused?: ((why: Refusal) => void) | undefined
}

/**
 * Sends every pending event once, oldest first. Each is locked by a transaction while it is sent; if the
 * sender dies, the event stays pending. An event may therefore arrive twice, as from the real processor. Uses
 * one connection of the pool while the receiver may need another.
 */
export async function sendEvents(
  { pool, secret, url, onRefused }: Sender,
  readClock: () => number,
  post: PostEvent,
): Promise<{ delivered: number; failed: number }> {
  const tried: string[] = []
  let delivered = 0
  for (;;) {
    const outcome = await inPoolTransaction(pool, async (tx) => {
      const { rows } = await tx.query<{ id: string; payload: object }>(
        `select id, payload from local_vendor.events
         where delivered_at is null and id <> all($1)
           and created_at > timestamptz 'epoch' + $2 * interval '1 millisecond'
         order by created_at, id limit 1 for update skip locked`,
        [tried, readClock() - GIVES_UP_AFTER_MS],
      )
      const [event] = rows
      if (!event) return 'none_left'
      tried.push(event.id)
      const body = JSON.stringify(event.payload)
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': signEvent(body, secret, readClock()),
      }
      const refusal = await post(url, body, headers).then(refusalOf, (err: unknown) => ({ err }))
      if (refusal) onRefused?.(refusal)
      await tx.query(
        `update local_vendor.events set attempts = attempts + 1, delivered_at =
         case when $2 then timestamptz 'epoch' + $3 * interval '1 millisecond' end where id = $1`,
        [event.id, !refusal, readClock()],
      )
      return refusal ? 'failed' : 'delivered'
    })
    if (outcome === 'none_left') return { delivered, failed: tried.length - delivered }
    if (outcome === 'delivered') delivered += 1
  }
}

/** Runs the work in a transaction on one connection. */
export async function inPoolTransaction<T>(
  pool: pg.Pool,
  work: (tx: pg.ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Sends over HTTP with a timeout of ten seconds. A keep-alive connection may be closed by the receiver just
 * as it is used; the request is then repeated at once over a new connection instead of with the next minute's
 * events.
 */
export const postByHttp: PostEvent = async (url, body, headers) => {
  const signal = AbortSignal.timeout(10_000)
  const send = () => fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })
  const answer = await send().catch((error: unknown) => {
    if (signal.aborted) throw error
    return send()
  })
  await answer.body?.cancel()
  return answer.status
}

const refusalOf = (status: number): Refusal | null => (status >= 200 && status < 300 ? null : { status })
