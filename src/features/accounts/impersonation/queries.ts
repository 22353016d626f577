import { and, count, desc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import type { Env } from '#platform/env.ts'
import { literally } from '#platform/like-pattern.ts'
import { toIso } from '#platform/time.ts'
import { effectiveRole } from '../account.ts'
import { isAccount } from '../admin-list.ts'
import { findActor } from '../queries.ts'
import { findSecured } from '../second-factors/queries.ts'
import { profiles, userRoles } from '../tables.ts'
import { type AdminVisit, PEOPLE_A_PAGE, type Person } from './schema.ts'
import { impersonations } from './tables.ts'

const MOST_VISITS = 50

/**
 * The effective user of a session: its own, or the person its admin is impersonating; null if there is none.
 * Impersonation ends after an hour, or if the person closes their account or becomes an admin.
 * @param now milliseconds since 1970, UTC
 */
export async function findEffective(
  db: Queryable,
  session: { id: string; userId: string },
  env: Pick<Env, 'ADMIN_TWO_FACTOR'>,
  now: number,
): Promise<Actor | null> {
  const self = await findSecured(db, session, env)
  if (self?.role !== 'admin') return self
  const [acting] = await db
    .select()
    .from(impersonations)
    .where(
      and(
        eq(impersonations.sessionId, session.id),
        isNull(impersonations.endedAt),
        gt(impersonations.endsAt, now),
      ),
    )
  const subject = acting ? await findActor(db, acting.subjectId) : null
  if (!acting || !subject || subject.role === 'admin') return self
  return {
    ...subject,
    impersonatedBy: self.userId,
    mayAct: acting.actsSince !== null,
    actingUntil: acting.endsAt,
  }
}

/** A page of people with an account, searched by name or email, newest first. */
export async function findPeople(
  db: Queryable,
  { query, page }: { query: string; page: number },
): Promise<{ total: number; people: Person[] }> {
  const like = `%${literally(query)}%`
  const wanted = and(
    isNull(profiles.closedAt),
    isAccount,
    query ? or(sql`${profiles.fullName} ilike ${like}`, sql`${profiles.email} ilike ${like}`) : undefined,
  )
  const [rows, [counted]] = await Promise.all([
    db
      .select({
        userId: profiles.id,
        fullName: profiles.fullName,
        email: profiles.email,
        userType: profiles.userType,
        isDemo: profiles.isDemo,
        createdAt: profiles.createdAt,
        roles: sql<
          string[]
        >`array(select ${userRoles.role} from ${userRoles} where ${userRoles.userId} = ${profiles.id})`,
      })
      .from(profiles)
      .where(wanted)
      .orderBy(desc(profiles.createdAt), profiles.id)
      .limit(PEOPLE_A_PAGE)
      .offset((page - 1) * PEOPLE_A_PAGE),
    db.select({ total: count() }).from(profiles).where(wanted),
  ])
  return {
    total: counted?.total ?? 0,
    people: rows.map(({ userType, roles, createdAt, ...person }) => ({
      ...person,
      role: effectiveRole(userType, roles),
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** When staff viewed an account, newest first. @param now milliseconds since 1970, UTC */
export async function listVisits(db: Queryable, userId: string, now: number): Promise<AdminVisit[]> {
  const rows = await db
    .select()
    .from(impersonations)
    .where(eq(impersonations.subjectId, userId))
    .orderBy(desc(impersonations.startedAt))
    .limit(MOST_VISITS)
  return rows.map((row) => {
    const endedAt = row.endedAt ?? (row.endsAt <= now ? row.endsAt : null)
    return {
      id: row.id,
      reason: row.reason,
      startedAt: toIso(row.startedAt),
      endedAt: endedAt === null ? null : toIso(endedAt),
      couldAct: row.actsSince !== null,
    }
  })
}
