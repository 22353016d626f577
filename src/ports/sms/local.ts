import type pg from 'pg'
import { checkTextMessage, type SmsPort } from './sms.ts'

/** Puts text messages into the outbox table beside the mails. Nothing leaves. */
export function localSms({ pool }: { pool: pg.Pool }): SmsPort {
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
  }
}
