import type pg from 'pg'
import { newSecret, secretSealer } from '#features/webhooks/signing.ts'
import { DAY, HOUR } from '#platform/duration.ts'
import { scenario } from './scenarios.ts'

const tokenId = '70ce0001-0000-4000-8000-000000000001'
const endpointId = '3eb00001-0000-4000-8000-000000000001'

/** Webhook deliveries to Maya's club: the event, its age in hours, and the response. */
const told: readonly [
  event: string,
  hoursAgo: number,
  attempts: number,
  status: number | null,
  fault: string | null,
][] = [
  ['booking.confirmed', 147, 1, 204, null],
  ['payment.received', 147, 1, 204, null],
  ['booking.moved', 121, 2, 204, null],
  ['booking.completed', 99, 1, 204, null],
  ['booking.confirmed', 75, 11, null, 'timeout'],
  ['booking.cancelled', 51, 1, 410, null],
]

/**
 * Inserts an access token and a webhook endpoint for a demo coach. The token cannot be used: its stored hash is 32 zero bytes. The
 * endpoint's host does not exist. It is disabled after a 410 response, so nothing is sent from this machine.
 * @param secret the secret from which the encryption key for webhook secrets is derived
 */
export async function insertBuilders(client: pg.ClientBase, now: number, secret: string): Promise<void> {
  const ago = (hours: number) => new Date(now - hours * HOUR)
  await client.query(
    `insert into access_tokens (id, user_id, name, hash, ending, scopes, created_at, expires_at, last_used_at)
     values ($1, $2, 'Lesson board of the club', $3, 'demo', $4, $5, $6, $7)`,
    [
      tokenId,
      scenario.maya.id,
      Buffer.alloc(32),
      ['profile:read', 'bookings:read'],
      ago(26 * 24),
      new Date(now + 64 * DAY),
      ago(2),
    ],
  )
  const sealer = secretSealer({ SESSION_SECRET: secret, SECRETS_KEY: undefined })
  const events = [...new Set(told.map(([event]) => event))]
  await client.query(
    `insert into webhook_endpoints (id, user_id, url, events, secret, created_at, failing_since, disabled_at)
     values ($1, $2, 'https://hooks.longleaf-hollow.example/greenside', $3, $4, $5, $6, $7)`,
    [
      endpointId,
      scenario.maya.id,
      events,
      sealer.seal(newSecret(), endpointId),
      ago(26 * 24),
      ago(75),
      ago(51),
    ],
  )
  for (const [nth, [event, hours, attempts, status, fault]] of told.entries()) {
    const body = { type: event, timestamp: ago(hours).toISOString(), data: { demo: true } }
    await client.query(
      `insert into webhook_deliveries (id, endpoint_id, event, body, created_at, attempts, last_attempt_at, last_status, last_fault, delivered_at)
       values ($1, $2, $3, $4, $5, $6, $5, $7, $8, $9)`,
      [
        `3eb0000d-0000-4000-8000-${String(nth).padStart(12, '0')}`,
        endpointId,
        event,
        JSON.stringify(body),
        ago(hours),
        attempts,
        status,
        fault,
        status === 204 ? ago(hours) : null,
      ],
    )
  }
}
