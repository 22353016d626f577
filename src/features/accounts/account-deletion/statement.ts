import { type SQL, sql } from 'drizzle-orm'
import type { Leaver } from '#platform/own-data.ts'

/** Counters of tries by the person; those by the address only where it was theirs, or anybody could set them back. */
export const eraseCountersStatements = ({ userId, email, emailVerified }: Leaver): SQL[] =>
  [userId, ...(emailVerified ? [email.toLowerCase()] : [])].map(
    (key) => sql`delete from rate_limits where right(key, ${key.length + 1}) = ${`:${key}`}`,
  )

/**
 * What is still to be sent to them is not sent, and what the queues have done says nothing of them any more. Letters to others
 * that are still waiting are changed one by one.
 * @param isAboutThem whether the data of a job is about them
 */
export function eraseJobsStatements(leaver: Leaver, isAboutThem: SQL): SQL[] {
  const { userId, fullName, email, emailVerified } = leaver
  const isForThem = sql`(data ->> 'userId' = ${userId} or data ->> 'readerId' = ${userId}
    or (${emailVerified} and lower(data ->> 'toEmail') = lower(${email}))
    or (name = 'send-account-link' and lower(data ->> 'email') = lower(${email})))`
  return [
    sql`delete from pgboss.job where state in ('created', 'retry') and ${isForThem}`,
    sql`update pgboss.job set data = '{}', output = null where state in ('completed', 'cancelled', 'failed')
      and (${isForThem} or (${namesThem(fullName)} and ${isAboutThem}))`,
  ]
}

/** Jobs whose data has a name in it, as JSON writes it. */
export const namesThem = (fullName: string): SQL =>
  sql`position(${JSON.stringify(fullName).slice(1, -1)} in data::text) > 0`
