import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { profiles, userRoles } from '#features/accounts/tables.ts'
import { addressSubscriptions, notificationPreferences } from '#features/notifications/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { CRM_BATCH, type CrmProfile } from '#ports/crm/crm.ts'
import type { Services } from '#ports/services.ts'
import { crmSyncs } from './tables.ts'

/** A sync that has run longer than this has died. */
export const LONGEST_SYNC_MS = 30 * 60_000

/**
 * Condition: users with a verified email address and an open account. Demo accounts are excluded on the real site. The
 * index `profiles_known_to_crm` has the same condition.
 */
const isKnown = (isDemo: boolean): SQL | undefined =>
  and(
    profiles.isOpen,
    or(sql`${profiles.emailVerified}`, isNotNull(profiles.mailboxProvenAt)),
    not(eq(profiles.userType, 'admin')),
    isDemo ? undefined : eq(profiles.isDemo, false),
  )

/** Condition: the user has the role of an admin. */
const isAdmin = (db: Queryable): SQL =>
  inArray(profiles.id, db.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.role, 'admin')))

/** Condition: as {@link isKnown}, without admins. */
const mayBeKnown = (db: Queryable, isDemo: boolean): SQL | undefined => and(isKnown(isDemo), not(isAdmin(db)))

/** Condition: the user turned off an email in the settings or with the link in a letter. */
function optedOut(db: Queryable): SQL {
  const turnedOff = db
    .select({ one: sql`1` })
    .from(notificationPreferences)
    .where(
      and(
        eq(notificationPreferences.userId, profiles.id),
        eq(notificationPreferences.channel, 'email'),
        eq(notificationPreferences.enabled, false),
      ),
    )
  const stopped = db
    .select({ one: sql`1` })
    .from(addressSubscriptions)
    .where(
      and(
        eq(addressSubscriptions.email, sql`lower(${profiles.email})`),
        isNotNull(addressSubscriptions.stoppedAt),
      ),
    )
  return or(exists(turnedOff), exists(stopped)) ?? sql`true`
}

/** SQL: the ids of users as in {@link optedOut}. */
const idsOfOptedOut = sql`(
  select n.user_id from notification_preferences n where n.channel = 'email' and not n.enabled
  union
  select p.id from address_subscriptions s join profiles p on lower(p.email) = s.email where s.stopped_at is not null
)`

/**
 * Reads the next batch of users, ordered by id.
 * @param after the last id of the previous batch
 */
export async function nextPeople(
  db: Queryable,
  isDemo: boolean,
  after: string | null,
): Promise<(CrmProfile & { id: string })[]> {
  const rows = await db
    .select({
      id: profiles.id,
      email: profiles.email,
      fullName: profiles.fullName,
      city: profiles.city,
      userType: profiles.userType,
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .where(and(mayBeKnown(db, isDemo), not(optedOut(db)), after ? gt(profiles.id, after) : undefined))
    .orderBy(asc(profiles.id))
    .limit(CRM_BATCH)
  return rows.map(({ userType, createdAt, ...person }) => ({
    ...person,
    role: userType === 'instructor' ? 'coach' : 'student',
    since: createdAt.getTime(),
  }))
}

/** Reads the data of the CRM tab. */
export async function readCrmState({ db, env, crm, clock }: Services) {
  const countWhere = (condition: SQL | undefined) => db.select({ n: count() }).from(profiles).where(condition)
  // All accounts are counted in an index; admins and users who opted out are few, and found by their ids.
  const [[known], [admins], [out]] = await Promise.all([
    countWhere(isKnown(env.isDemo)),
    countWhere(and(isKnown(env.isDemo), isAdmin(db))),
    countWhere(and(mayBeKnown(db, env.isDemo), sql`${profiles.id} in ${idsOfOptedOut}`)),
  ])
  const [last] = await db
    .select()
    .from(crmSyncs)
    .where(isNotNull(crmSyncs.finishedAt))
    .orderBy(desc(crmSyncs.startedAt))
    .limit(1)
  return {
    provider: crm?.name ?? null,
    people: (known?.n ?? 0) - (admins?.n ?? 0) - (out?.n ?? 0),
    optedOut: out?.n ?? 0,
    last: last?.finishedAt ? { at: toIso(last.finishedAt), synced: last.synced, failed: last.failed } : null,
    isRunning: await isSyncRunning(db, clock.now()),
  }
}

/** @param now milliseconds since 1970, UTC */
export async function isSyncRunning(db: Queryable, now: number): Promise<boolean> {
  const [running] = await db
    .select({ id: crmSyncs.id })
    .from(crmSyncs)
    .where(and(isNull(crmSyncs.finishedAt), gt(crmSyncs.startedAt, now - LONGEST_SYNC_MS)))
    .limit(1)
  return running !== undefined
}
