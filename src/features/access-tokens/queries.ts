import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import { findActor } from '#features/accounts/queries.ts'
import type { Actor } from '#platform/actor.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { mayHaveTokens } from './policy.ts'
import type { AccessToken } from './schema.ts'
import { accessTokens } from './tables.ts'
import { tokenPattern } from './token.ts'

/** Rate limit of a token: enough for a running program, too little to scrape the marketplace. */
const CALLS_PER_TOKEN = { points: 120, seconds: 60 }
/** The last use of a token is updated at most once in this many milliseconds. */
const NOTED_EVERY_MS = 60_000

export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Lists a user's tokens, oldest first.
 * @param now milliseconds since 1970, UTC
 */
export async function listTokens(db: Queryable, userId: string, now: number): Promise<AccessToken[]> {
  const rows = await db
    .select()
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(asc(accessTokens.createdAt), asc(accessTokens.id))
  return rows.map((row) => presentToken(row, now))
}

export function presentToken(row: typeof accessTokens.$inferSelect, now: number): AccessToken {
  const { id, name, ending, scopes, createdAt, expiresAt, lastUsedAt } = row
  return {
    id,
    name,
    ending,
    scopes,
    createdAt: toIso(createdAt),
    expiresAt: expiresAt === null ? null : toIso(expiresAt),
    isExpired: expiresAt !== null && expiresAt <= now,
    lastUsedAt: lastUsedAt === null ? null : toIso(lastUsedAt),
  }
}

/**
 * Finds the user a token belongs to and the scopes of the token. Counts the call against the rate limit and
 * records the use.
 * @param token as it was sent
 * @returns null when the token is unknown, revoked or expired, or when its owner may not have tokens
 * @throws AppError too_many
 */
export async function findTokenActor(
  { db, clock, rateLimits }: Pick<Services, 'db' | 'clock' | 'rateLimits'>,
  token: string,
): Promise<Actor | null> {
  if (!tokenPattern.test(token)) return null
  const now = clock.now()
  const [found] = await db
    .select()
    .from(accessTokens)
    .where(
      and(
        eq(accessTokens.hash, tokenHash(token)),
        or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, now)),
      ),
    )
  if (!found) return null
  await rateLimits.count('access-token', found.id, CALLS_PER_TOKEN)
  const owner = await findActor(db, found.userId)
  if (!owner || !mayHaveTokens(owner)) return null
  if (found.lastUsedAt === null || found.lastUsedAt < now - NOTED_EVERY_MS)
    await db
      .update(accessTokens)
      .set({ lastUsedAt: now })
      .where(
        and(
          eq(accessTokens.id, found.id),
          or(isNull(accessTokens.lastUsedAt), lt(accessTokens.lastUsedAt, now)),
        ),
      )
  return { ...owner, token: { id: found.id, scopes: found.scopes } }
}
