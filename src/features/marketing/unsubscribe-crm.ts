import { and, eq, gte, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { AccountEvents } from '#features/accounts/events.ts'
import { profiles } from '#features/accounts/tables.ts'
import type { LetterEvents } from '#features/notifications/events.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services, TransactionServices } from '#ports/services.ts'
import { unsubscribeFromCrmJob } from './jobs.ts'
import { crmSyncs } from './tables.ts'

/** The job contains an email address, so it is deleted a day after it completed or failed. */
const KEPT_SECONDS = 24 * 60 * 60

/**
 * Unsubscribes an address in the marketing tool by a job that retries until it succeeds. Only for verified
 * addresses, so that one cannot unsubscribe others by entering their address.
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
  await jobs.send(tx, unsubscribeFromCrmJob, job, { forgetAfterSeconds: KEPT_SECONDS })
}

/**
 * Unsubscribes the former address of an account by the same job, because later opt-outs concern only the
 * current one.
 */
export async function followEmailChange(
  { jobs, env }: TransactionServices,
  tx: Queryable,
  { userId, previous, wasVerified }: AccountEvents['email_changed'],
): Promise<void> {
  if ((!env.KLAVIYO_API_KEY && !env.isDemo) || !wasVerified) return
  const [person] = await tx
    .select({ since: profiles.createdAt })
    .from(profiles)
    .where(and(eq(profiles.id, userId), env.isDemo ? undefined : eq(profiles.isDemo, false)))
  if (!person) return
  const job = { address: previous, since: person.since.getTime() }
  await jobs.send(tx, unsubscribeFromCrmJob, job, { forgetAfterSeconds: KEPT_SECONDS })
}

/**
 * Unsubscribes an address in the marketing tool, unless no sync can have included it, in which case the tool
 * does not learn of it.
 * @param since when the account was created, milliseconds since 1970, UTC
 * @throws CrmUnavailable when the request failed
 */
export async function unsubscribeFromCrm(
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
