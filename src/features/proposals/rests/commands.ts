import { sql } from 'drizzle-orm'
import { postToLedger } from '#features/payouts/ledger/commands.ts'
import type { Queryable } from '#platform/db.ts'
import { errorWords } from '#platform/logged-error.ts'
import type { Services } from '#ports/services.ts'
import { restReleasedLines } from '../credits/credit.ts'

interface Rest extends Record<string, unknown> {
  id: string
  booking_id: string
  rest_cents: number
  intent: string | null
  account_id: string
}

/**
 * Sends coaches their share of lessons that were paid in a package and never taken, after the package ended. Each has a key
 * of its own, so that a second run sends nothing twice; one that fails waits for the next hour.
 * @returns how many were sent
 */
export async function sendPackageRests(services: Services): Promise<number> {
  let sent = 0
  for (const rest of await listRests(services.db)) {
    try {
      const { transferId } = await services.payments.transfer({
        key: `package-rest:${rest.id}`,
        bookingId: rest.booking_id,
        paymentIntentId: rest.intent,
        accountId: rest.account_id,
        amountCents: rest.rest_cents,
      })
      if (await services.db.transaction((tx) => record(services, tx, rest, transferId))) sent++
    } catch (error) {
      const reason = errorWords(error)
      await services.db.execute(sql`update lesson_packages set last_error = ${reason} where id = ${rest.id}`)
      services.log.warn({ err: error, packageId: rest.id }, 'the rest of a package could not be sent now')
    }
  }
  return sent
}

async function record({ clock }: Services, tx: Queryable, rest: Rest, transferId: string): Promise<boolean> {
  const at = clock.now()
  const marked = await tx.execute(sql`
    update lesson_packages set rest_transfer_id = ${transferId}, rest_sent_at = ${new Date(at)}, last_error = null
    where id = ${rest.id} and rest_transfer_id is null returning id`)
  if (marked.rows.length === 0) return false
  return await postToLedger(tx, {
    key: `package_rest:${rest.id}`,
    kind: 'released',
    bookingId: rest.booking_id,
    at,
    lines: restReleasedLines(rest.rest_cents),
  })
}

async function listRests(db: Queryable): Promise<Rest[]> {
  const found = await db.execute<Rest>(sql`
    select k.id, p.booking_id, k.rest_cents, p.stripe_payment_intent_id as intent, a.provider_account_id as account_id
    from lesson_packages k join payments p on p.id = k.payment_id
    join payout_accounts a on a.instructor_id = k.instructor_id and a.status = 'active'
    where k.rest_cents > 0 and k.rest_transfer_id is null and k.ended_at is not null order by k.ended_at limit 200`)
  return found.rows
}
