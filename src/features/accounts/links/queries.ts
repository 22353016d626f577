import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { type LinkPurpose, linkRules, maskEmail, stateOfLink } from './link.ts'
import type { SeenLinkState } from './schema.ts'

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

/** Whose a link is that works at the moment; null for any other. @param now milliseconds UTC */
export async function findLinkOwner(
  db: Queryable,
  link: { purpose: LinkPurpose; token: string },
  now: number,
): Promise<string | null> {
  const found = await db.execute<{ user_id: string }>(sql`
    select user_id from account_links where token_hash = ${hashOfToken(link.token)} and purpose = ${link.purpose}
      and used_at is null and expires_at > ${toIso(now)}::timestamptz`)
  return found.rows[0]?.user_id ?? null
}

/**
 * What a link is good for at the moment, and what using it in a browser takes and does; looking does not use it up.
 * @param viewerId who is signed in in the browser that asks
 * @param now milliseconds UTC
 */
export async function readLink(
  db: Queryable,
  link: { purpose: LinkPurpose; token: string },
  viewerId: string | null,
  now: number,
): Promise<SeenLinkState> {
  const found = await db.execute<{
    email: string
    expires: string
    used: string | null
    user_id: string
    is_proven: boolean
    has_password: boolean
  }>(sql`
    select l.email, extract(epoch from l.expires_at) * 1000 as expires, extract(epoch from l.used_at) * 1000 as used, l.user_id,
      p.mailbox_proven_at is not null as is_proven, exists (
        select from credentials c where c.user_id = p.id and c.provider_id = 'credential' and c.password is not null) as has_password
    from account_links l join profiles p on p.id = l.user_id
    where l.token_hash = ${hashOfToken(link.token)} and l.purpose = ${link.purpose}`)
  const row = found.rows[0]
  const isStranger = row !== undefined && row.user_id !== viewerId
  const state = stateOfLink(
    row ? { expiresAt: Number(row.expires), usedAt: row.used === null ? null : Number(row.used) } : null,
    now,
  )
  return {
    state,
    email: row ? maskEmail(row.email) : null,
    needsPassword: isStranger && linkRules[link.purpose].needsHolder,
    endsPassword: isStranger && link.purpose === 'magic-link' && !row.is_proven && row.has_password,
  }
}

/** Whether a link still does what its letter says. @param tokenHash in hexadecimal; now in milliseconds UTC */
export async function isLinkGood(db: Queryable, tokenHash: string, now: number): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from account_links where token_hash = decode(${tokenHash}, 'hex') and used_at is null
      and expires_at > ${new Date(now)}`)
  return found.rows.length > 0
}
