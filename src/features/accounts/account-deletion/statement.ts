import { type SQL, sql } from 'drizzle-orm'
import { type Leaver, leaverNames } from '#platform/own-data.ts'

/**
 * Deletes the rate limit counters of a person. Counters by email address are deleted only if the address was
 * confirmed; otherwise anyone could reset them.
 */
export const eraseCountersStatements = ({ userId, email, emailVerified }: Leaver): SQL[] =>
  [userId, ...(emailVerified ? [email.toLowerCase()] : [])].map(
    (key) => sql`delete from rate_limits where right(key, ${key.length + 1}) = ${`:${key}`}`,
  )

/**
 * Deletes queued messages to a person and the data of finished jobs about them. Queued emails to other people
 * are edited one by one.
 * @param isAboutThem whether a job's data is about the person
 */
export function eraseJobsStatements(leaver: Leaver, isAboutThem: SQL): SQL[] {
  const { userId, email, emailVerified } = leaver
  const isForThem = sql`(data ->> 'userId' = ${userId} or data ->> 'readerId' = ${userId}
    or (${emailVerified} and lower(data ->> 'toEmail') = lower(${email}))
    or (name = 'send-account-link' and lower(data ->> 'email') = lower(${email})))`
  return [
    sql`delete from pgboss.job where state in ('created', 'retry') and ${isForThem}`,
    sql`update pgboss.job set data = '{}', output = null where state in ('completed', 'cancelled', 'failed')
      and (${isForThem} or (${namesThem(leaver)} and ${isAboutThem}))`,
  ]
}

/** Matches jobs whose JSON data contains the name of the person, or of one of the other people in the account. */
export const namesThem = (leaver: Leaver): SQL =>
  sql`(${sql.join(
    leaverNames(leaver).map((name) => sql`position(${JSON.stringify(name).slice(1, -1)} in data::text) > 0`),
    sql` or `,
  )})`
