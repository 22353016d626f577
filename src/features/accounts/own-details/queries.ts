import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { findSuppression } from '#features/notifications/suppressions.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { credentials, profiles } from '../tables.ts'
import type { OwnAccount } from './schema.ts'

/** @throws AppError no_such_account */
export async function getOwnAccount(db: Queryable, userId: string): Promise<OwnAccount> {
  const [row] = await db
    .select({ profile: profiles, credentialId: credentials.id })
    .from(profiles)
    .leftJoin(
      credentials,
      and(
        eq(credentials.userId, profiles.id),
        eq(credentials.providerId, 'credential'),
        isNotNull(credentials.password),
      ),
    )
    .where(and(eq(profiles.id, userId), isNull(profiles.closedAt)))
  if (!row) throw new AppError('not_found', 'no_such_account', 'This account no longer exists.')
  const { profile, credentialId } = row
  return {
    name: profile.fullName,
    email: profile.email,
    isEmailVerified: profile.emailVerified,
    emailTrouble: await findSuppression(db, profile.email),
    phone: profile.phone ?? '',
    city: profile.city ?? '',
    sharesPhone: profile.sharesPhone,
    sharesEmail: profile.sharesEmail,
    hasPassword: credentialId !== null,
  }
}
