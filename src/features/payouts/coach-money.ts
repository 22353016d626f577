import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { profiles } from '#features/accounts/tables.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import type { CoachMoney, coachMoneyInput } from './coach-money-schema.ts'
import { findPayoutAccount } from './payout-account.ts'
import { listStatementLines, readStatement } from './statements/queries.ts'

/**
 * A coach's year to the cent, and the lines it is made of: what she sees herself.
 * @param now milliseconds since 1970, UTC
 * @throws AppError no_such_coach
 */
export async function readCoachMoney(
  services: Pick<Services, 'db' | 'answers'>,
  { instructorId, year, month, page }: z.output<typeof coachMoneyInput>,
  now: number,
): Promise<CoachMoney> {
  const { db } = services
  const [coach] = await db
    .select({ name: profiles.fullName, email: profiles.email })
    .from(profiles)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, profiles.id))
    .where(eq(profiles.id, instructorId))
  if (!coach) throw new AppError('not_found', 'no_such_coach', 'There is no such coach.')
  const statement = await readStatement(services, instructorId, year, now)
  const [lines, account] = await Promise.all([
    listStatementLines(db, instructorId, { year: statement.year, month, page }, now),
    findPayoutAccount(db, instructorId),
  ])
  return { coach: { ...coach, account: account?.status ?? 'none' }, statement, lines }
}
