import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import {
  checkTextMessage,
  type InboundRequest,
  readInboundFields,
  readStatusFields,
  type SmsPort,
  SmsSignatureError,
} from './sms.ts'

/**
 * Stores text messages in the outbox table, next to the emails. No data leaves.
 * @param secret signs simulated inbound messages in the demo and in tests
 */
export function localSms({ pool, secret }: { pool: pg.Pool; secret: string }): SmsPort {
  return {
    name: 'local',
    async send(message) {
      checkTextMessage(message)
      const key = `sms:${message.key}`
      await pool.query(
        `insert into local_vendor.outbox (idempotency_key, channel, recipient, body_text)
         values ($1, 'sms', $2, $3) on conflict (idempotency_key) do nothing`,
        [key, message.to, message.text],
      )
      const { rows } = await pool.query<{ id: string }>(
        'select id from local_vendor.outbox where idempotency_key = $1',
        [key],
      )
      const [kept] = rows
      if (!kept) throw new Error(`the outbox lost ${key}`)
      return kept
    },
    async readInbound(request) {
      verify(secret, request)
      return readInboundFields(request.fields)
    },
    async readStatus(request) {
      verify(secret, request)
      return readStatusFields(request.fields)
    },
  }
}

function verify(secret: string, { url, fields, signature = '' }: InboundRequest): void {
  const expected = Buffer.from(localSmsSignature(secret, url, fields))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new SmsSignatureError()
}

/** Computed like Twilio's: over the URL and the sorted fields. */
export function localSmsSignature(secret: string, url: string, fields: Record<string, string>): string {
  const signed = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], url)
  return createHmac('sha256', secret).update(signed).digest('base64')
}
