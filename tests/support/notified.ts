import { notifyOfMessage, sendDigest } from '#features/messages/digests/commands.ts'
import { sendMessageDigest, sendMessageNotification } from '#features/messages/digests/jobs.ts'
import { deliverEmail, deliverSms } from '#features/notifications/delivery.ts'
import { sendPush, sendTemplatedEmail, sendTemplatedSms } from '#features/notifications/jobs.ts'
import { deliverPush } from '#features/notifications/push.ts'
import type { Services } from '#ports/services.ts'
import type { testProduct } from './product.ts'

type Product = ReturnType<typeof testProduct>

const handlers: Record<string, (services: Services, data: unknown) => Promise<unknown>> = {
  [sendTemplatedEmail.name]: (services, data) =>
    deliverEmail(services, sendTemplatedEmail.payload.parse(data)),
  [sendTemplatedSms.name]: (services, data) => deliverSms(services, sendTemplatedSms.payload.parse(data)),
  [sendPush.name]: (services, data) => deliverPush(services, sendPush.payload.parse(data)),
  [sendMessageNotification.name]: (services, data) =>
    notifyOfMessage(services, sendMessageNotification.payload.parse(data).messageId),
  [sendMessageDigest.name]: (services, data) => sendDigest(services, sendMessageDigest.payload.parse(data)),
}

/**
 * Does what a worker would at this moment of the product's clock: every message that is due, and what follows from it. Each
 * twice, as after a crash. A job that was put off is due by the product's clock, the others at once. @returns how many failed
 */
export async function workOff(product: Product): Promise<number> {
  const { pool } = product.database
  let failed = 0
  for (;;) {
    const due = await pool.query<{ name: string; data: unknown }>(
      `update pgboss.job set state = 'completed', completed_on = current_instant() where name = any ($1) and state in ('created', 'retry')
         and (start_after between created_on - interval '1 second' and created_on + interval '1 second' or start_after <= $2::timestamptz)
       returning name, data`,
      [Object.keys(handlers), new Date(product.clock.now())],
    )
    if (due.rows.length === 0) return failed
    for (const { name, data } of due.rows)
      for (let time = 0; time < 2; time++)
        await handlers[name]?.(product.services, data).catch(() => {
          failed++
        })
  }
}

/** What the outbox holds for a person: emails by subject, texts by their words, oldest first. */
export async function outboxOf(
  product: Product,
  person: { email?: string; phone?: string },
): Promise<{ channel: string; subject: string | null; body_text: string; body_html: string | null }[]> {
  const { rows } = await product.database.pool.query(
    `select channel, subject, body_text, body_html, calendar_file, unsubscribe_url from local_vendor.outbox
     where recipient = any ($1) order by position`,
    [[person.email, person.phone].filter(Boolean)],
  )
  return rows
}
