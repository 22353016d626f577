import { randomBytes } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { lockAccount } from '#features/accounts/access.ts'
import type { Actor } from '#platform/actor.ts'
import { recordOwnChange } from '#platform/audit-log.ts'
import { DAY } from '#platform/duration.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { mayHaveTokens } from './policy.ts'
import { presentToken, tokenHash } from './queries.ts'
import type { AccessToken, NewToken } from './schema.ts'
import { accessTokens } from './tables.ts'
import { lifetimes, MOST_TOKENS, TOKEN_PREFIX } from './token.ts'

const MADE_PER_PERSON = { points: 20, seconds: 3_600 }

/**
 * Creates a personal access token. The token is returned once; only its hash is stored.
 * @throws AppError no_tokens_for_role, too_many_tokens
 */
export async function makeToken(
  services: Services,
  actor: Actor,
  input: NewToken,
): Promise<{ made: AccessToken; token: string }> {
  if (!mayHaveTokens(actor))
    throw new AppError('conflict', 'no_tokens_for_role', 'Only students and coaches can have access tokens.')
  await services.rateLimits.count('make-access-token', actor.userId, MADE_PER_PERSON)
  const token = `${TOKEN_PREFIX}${randomBytes(32).toString('base64url')}`
  const now = services.clock.now()
  const days = lifetimes[input.lifetime]
  return await services.db.transaction(async (tx) => {
    await lockAccount(tx, actor.userId)
    const [held] = await tx
      .select({ tokens: count() })
      .from(accessTokens)
      .where(eq(accessTokens.userId, actor.userId))
    if ((held?.tokens ?? 0) >= MOST_TOKENS)
      throw new AppError(
        'conflict',
        'too_many_tokens',
        `You have ${MOST_TOKENS} access tokens. Revoke one that you no longer use first.`,
      )
    const [row] = await tx
      .insert(accessTokens)
      .values({
        userId: actor.userId,
        name: input.name,
        hash: tokenHash(token),
        ending: token.slice(-4),
        scopes: input.scopes,
        createdAt: now,
        expiresAt: days === null ? null : now + days * DAY,
      })
      .returning()
    if (!row) throw new Error('the token was not kept')
    await recordOwnChange(tx, now, {
      userId: actor.userId,
      target: 'accessTokens.make',
      ids: { tokenId: row.id },
      after: { scopes: input.scopes, lifetime: input.lifetime },
    })
    return { made: presentToken(row, now), token }
  })
}

/**
 * Revokes a token, so that the next call with it is refused.
 * @throws AppError no_such_token, also for the token of another user
 */
export async function revokeToken(services: Services, userId: string, tokenId: string): Promise<void> {
  const now = services.clock.now()
  await services.db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(accessTokens)
      .where(and(eq(accessTokens.id, tokenId), eq(accessTokens.userId, userId)))
      .returning({ scopes: accessTokens.scopes })
    if (!gone) throw new AppError('not_found', 'no_such_token', 'This token no longer exists.')
    await recordOwnChange(tx, now, {
      userId,
      target: 'accessTokens.revoke',
      ids: { tokenId },
      before: { scopes: gone.scopes },
    })
  })
}
