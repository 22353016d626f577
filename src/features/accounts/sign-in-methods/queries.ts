import { and, eq, isNotNull, ne, or } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { type ProviderId, providerIds } from '#platform/provider-ids.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { credentials, passkeys, profiles } from '../tables.ts'
import type { SignInMethods } from './schema.ts'

/** The provider's name; one that is not offered any more has a general one. */
export const providerName = ({ identity }: Pick<Services, 'identity'>, provider: ProviderId): string =>
  identity?.providers.find(({ id }) => id === provider)?.name ??
  (provider === 'google' ? 'Google' : 'Another provider')

/** Whether the account holder has ever proved access to the account's mailbox. */
export async function hasProvenAddress(db: Queryable, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(and(eq(profiles.id, userId), isNotNull(profiles.mailboxProvenAt)))
  return found.length > 0
}

/** Whether an account has a password, a connected provider or a passkey. */
export async function hasSignInMethod(db: Queryable, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: credentials.id })
    .from(credentials)
    .where(
      and(
        eq(credentials.userId, userId),
        or(isNotNull(credentials.password), ne(credentials.providerId, 'credential')),
      ),
    )
  return found.length > 0 || (await hasPasskey(db, userId))
}

export async function hasPasskey(db: Queryable, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1)
  return found.length > 0
}

/** How a user can sign in, and what they can add. */
export async function listSignInMethods(services: Services, userId: string): Promise<SignInMethods> {
  const { db, identity } = services
  const rows = await db.select().from(credentials).where(eq(credentials.userId, userId))
  const keys = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt, passkeys.id)
  const connections = new Map(rows.map((row) => [row.providerId, row]))
  return {
    hasPassword: rows.some(({ providerId, password }) => providerId === 'credential' && password !== null),
    mayAdd: await hasProvenAddress(db, userId),
    providers: providerIds
      .filter((id) => connections.has(id) || identity?.providers.some((offered) => offered.id === id))
      .map((id) => {
        const row = connections.get(id)
        return {
          id,
          name: providerName(services, id),
          isConnected: row !== undefined,
          email: row?.email ?? null,
        }
      }),
    passkeys: keys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      addedAt: toIso(createdAt.getTime()),
      usedAt: lastUsedAt === null ? null : toIso(lastUsedAt),
    })),
  }
}
