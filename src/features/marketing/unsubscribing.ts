import { and, eq, gte, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import type { LetterEvents } from '#features/notifications/events.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { leaveCrmJob } from './jobs.ts'
import { crmSyncs } from './tables.ts'

/** The job says an address: it is gone a day after it was done or given up. */
const KEPT_SECONDS = 24 * 60 * 60

/**
 * Follows up that somebody wants no emails: the marketing tool is told, later and until it hears it. Only for mailboxes that
 * were proven: nobody unsubscribes somebody else by typing their address.
 */
export async function followDeclined(
  { jobs, env }: TransactionServices,
  tx: Queryable,
  who: LetterEvents['emails_declined'],
): Promise<void> {
  if (!env.KLAVIYO_API_KEY && !env.isDemo) return
  const [person] = await tx
    .select({ address: profiles.email, since: profiles.createdAt })
    .from(profiles)
    .where(
      and(
        'userId' in who ? eq(profiles.id, who.userId) : eq(sql`lower(${profiles.email})`, who.email),
        isNull(profiles.closedAt),
        or(eq(profiles.emailVerified, true), isNotNull(profiles.mailboxProvenAt)),
        env.isDemo ? undefined : eq(profiles.isDemo, false),
      ),
    )
  if (!person) return
  const job = { address: person.address, since: person.since.getTime() }
  await jobs.send(tx, leaveCrmJob, job, { forgetAfterSeconds: KEPT_SECONDS })
}

/**
 * Ends newsletters to an address, unless no sync can have brought it: then the tool is not told of it.
 * @param since when the account was made, milliseconds since 1970, UTC
 * @throws CrmUnavailable when the tool did not take it
 */
export async function leaveCrm(
  { db, crm }: Pick<Services, 'db' | 'crm'>,
  { address, since }: { address: string; since: number },
): Promise<void> {
  if (!crm) return
  const [sync] = await db
    .select({ id: crmSyncs.id })
    .from(crmSyncs)
    .where(or(isNull(crmSyncs.finishedAt), gte(crmSyncs.finishedAt, since)))
    .limit(1)
  if (sync) await crm.unsubscribe(address)
}
