import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { type LinkPurpose, type LinkState, maskEmail, stateOfLink } from './link.ts'

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest()

/** What a link is good for at the moment; looking does not use it up. @param now milliseconds UTC */
export async function readLink(
  db: Queryable,
  link: { purpose: LinkPurpose; token: string },
  now: number,
): Promise<{ state: LinkState; email: string | null }> {
  const found = await db.execute<{ email: string; expires: string; used: string | null }>(sql`
    select email, extract(epoch from expires_at) * 1000 as expires, extract(epoch from used_at) * 1000 as used
    from account_links where token_hash = ${hashOfToken(link.token)} and purpose = ${link.purpose}`)
  const row = found.rows[0]
  const state = stateOfLink(
    row ? { expiresAt: Number(row.expires), usedAt: row.used === null ? null : Number(row.used) } : null,
    now,
  )
  return { state, email: row ? maskEmail(row.email) : null }
}

/** Whether a link still does what its letter says. @param tokenHash in hexadecimal; now in milliseconds UTC */
export async function isLinkGood(db: Queryable, tokenHash: string, now: number): Promise<boolean> {
  const found = await db.execute(sql`
    select 1 from account_links where token_hash = decode(${tokenHash}, 'hex') and used_at is null
      and expires_at > ${new Date(now)}`)
  return found.rows.length > 0
}
