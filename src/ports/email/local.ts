import type pg from 'pg'
import { checkMail, type EmailPort } from './email.ts'
import { readMailgunEvent } from './mailgun-events.ts'

/**
 * Stores mails in the outbox table, where a developer, a demo visitor or a test can read them. No data
 * leaves.
 * @param secret signs simulated delivery events, as a provider signs its webhooks
 */
export function localEmail({ pool, secret }: { pool: pg.Pool; secret: string }): EmailPort {
  return {
    name: 'local',
    readEvent: (rawBody, now) => readMailgunEvent(rawBody, [secret], now),
    close: () => undefined,
    async send(mail) {
      checkMail(mail)
      const key = `email:${mail.key}`
      await pool.query(
        `insert into local_vendor.outbox (idempotency_key, channel, recipient, subject, body_html, body_text,
           calendar_file, unsubscribe_url)
         values ($1, 'email', $2, $3, $4, $5, $6, $7) on conflict (idempotency_key) do nothing`,
        [
          key,
          mail.to.email,
          mail.subject,
          mail.html,
          mail.text,
          mail.calendar?.text ?? null,
          mail.unsubscribeUrl ?? null,
        ],
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
