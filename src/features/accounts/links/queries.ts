import { createHash } from 'node:crypto'
import { and, eq, exists, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { credentials, profiles } from '../tables.ts'
import { type LinkPurpose, linkRules, maskEmail, stateOfLink } from './link.ts'
import type { SeenLinkState } from './schema.ts'
import { accountLinks } from './tables.ts'

/** Emailed links do not open suspended or closed accounts. */
export const leadsToOpenAccount = (db: Queryable) =>
  exists(
    db
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, accountLinks.userId), profiles.isOpen)),
  )

const worksAt = (db: Queryable, now: number) =>
  and(isNull(accountLinks.usedAt), gt(accountLinks.expiresAt, now), leadsToOpenAccount(db))

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

/** The owner of a currently valid link; null otherwise. @param now milliseconds UTC */
export async function findLinkOwner(
  db: Queryable,
  link: { purpose: LinkPurpose; token: string },
  now: number,
): Promise<string | null> {
  const [found] = await db
    .select({ userId: accountLinks.userId })
    .from(accountLinks)
    .where(
      and(
        eq(accountLinks.tokenHash, hashOfToken(link.token)),
        eq(accountLinks.purpose, link.purpose),
        worksAt(db, now),
      ),
    )
  return found?.userId ?? null
}

/**
 * The state of a link, and what using it in a browser requires and does. Does not use the link.
 * @param viewerId the signed-in user of the requesting browser
 * @param now milliseconds UTC
 */
export async function readLink(
  db: Queryable,
  link: { purpose: LinkPurpose; token: string },
  viewerId: string | null,
  now: number,
): Promise<SeenLinkState> {
  const [row] = await db
    .select({
      email: accountLinks.email,
      expiresAt: accountLinks.expiresAt,
      usedAt: accountLinks.usedAt,
      userId: accountLinks.userId,
      isOpen: profiles.isOpen,
      provenAt: profiles.mailboxProvenAt,
      credentialId: credentials.id,
    })
    .from(accountLinks)
    .innerJoin(profiles, eq(profiles.id, accountLinks.userId))
    .leftJoin(
      credentials,
      and(
        eq(credentials.userId, profiles.id),
        eq(credentials.providerId, 'credential'),
        isNotNull(credentials.password),
      ),
    )
    .where(and(eq(accountLinks.tokenHash, hashOfToken(link.token)), eq(accountLinks.purpose, link.purpose)))
  const isStranger = row !== undefined && row.userId !== viewerId
  const state = stateOfLink(row?.isOpen ? row : null, now)
  return {
    state,
    email: row ? maskEmail(row.email) : null,
    needsPassword: isStranger && linkRules[link.purpose].needsHolder,
    endsPassword: isStranger && link.purpose === 'magic-link' && !row.provenAt && row.credentialId !== null,
  }
}

/** Whether a link still does what its email says. @param tokenHash in hexadecimal; now in milliseconds UTC */
export async function isLinkGood(db: Queryable, tokenHash: string, now: number): Promise<boolean> {
  const found = await db
    .select({ userId: accountLinks.userId })
    .from(accountLinks)
    .where(and(eq(accountLinks.tokenHash, Buffer.from(tokenHash, 'hex')), worksAt(db, now)))
  return found.length > 0
}
