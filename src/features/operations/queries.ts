import { and, count, desc, eq, gt, gte, isNull, sql } from 'drizzle-orm'
import { effectiveRole } from '#features/accounts/account.ts'
import { countUsers, isAccount } from '#features/accounts/admin-list.ts'
import { profiles, userRoles } from '#features/accounts/tables.ts'
import { readTotalRevenue } from '#features/bookings/revenue.ts'
import { conversations } from '#features/messages/tables.ts'
import { lessonProposals } from '#features/proposals/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { dateIn, OFFICE_ZONE } from '#platform/time.ts'
import type { AdminOverview } from './schema.ts'

const NEWEST = 10
/** A conversation counts as active this long after its last message. */
const ACTIVE_MS = 30 * 86_400_000

/**
 * Reads the figures at the top of the admin home page, and the newest accounts.
 * @param now milliseconds since 1970, UTC
 */
export async function readOverview(db: Queryable, now: number): Promise<AdminOverview> {
  const midnight = sql`${dateIn(now, OFFICE_ZONE)}::date::timestamp at time zone ${OFFICE_ZONE}`
  const [users, newToday, revenue, [talks], [proposals], newest] = await Promise.all([
    countUsers(db),
    countUsers(db, gte(profiles.createdAt, midnight)),
    readTotalRevenue(db),
    db
      .select({ n: count() })
      .from(conversations)
      .where(gt(conversations.lastMessageAt, now - ACTIVE_MS)),
    db.select({ n: count() }).from(lessonProposals).where(eq(lessonProposals.status, 'pending')),
    db
      .select({
        userId: profiles.id,
        fullName: profiles.fullName,
        email: profiles.email,
        userType: profiles.userType,
        createdAt: profiles.createdAt,
        roles: sql<
          string[]
        >`array(select ${userRoles.role} from ${userRoles} where ${userRoles.userId} = ${profiles.id})`,
      })
      .from(profiles)
      .where(and(isNull(profiles.closedAt), isAccount))
      .orderBy(desc(profiles.createdAt), desc(profiles.id))
      .limit(NEWEST),
  ])
  return {
    users,
    newToday,
    revenue,
    activeConversations: talks?.n ?? 0,
    pendingProposals: proposals?.n ?? 0,
    newest: newest.map(({ userType, roles, createdAt, ...person }) => ({
      ...person,
      role: effectiveRole(userType, roles),
      createdAt: createdAt.toISOString(),
    })),
  }
}
