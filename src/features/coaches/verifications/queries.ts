import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Verification } from './schema.ts'

/** Every record of what was looked at for a coach, the newest first, those that were withdrawn among them. For admins. */
export async function listVerifications(db: Queryable, instructorId: string): Promise<Verification[]> {
  const found = await db.execute<{
    id: string
    kind: Verification['kind']
    credential: string
    evidence: string
    verified_by: string | null
    verified: string
    expires_on: string | null
    withdrawn: string | null
    withdrawn_reason: string | null
  }>(sql`
    select v.id, v.kind, v.credential, v.evidence, p.full_name as verified_by, extract(epoch from v.verified_at) * 1000 as verified,
      to_char(v.expires_on, 'YYYY-MM-DD') as expires_on, extract(epoch from v.withdrawn_at) * 1000 as withdrawn, v.withdrawn_reason
    from credential_verifications v left join profiles p on p.id = v.verified_by
    where v.instructor_id = ${instructorId} order by v.verified_at desc, v.id limit 100`)
  return found.rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    credential: row.credential,
    evidence: row.evidence,
    verifiedBy: row.verified_by,
    verifiedAt: instant(row.verified),
    expiresOn: row.expires_on,
    withdrawnAt: row.withdrawn === null ? null : instant(row.withdrawn),
    withdrawnReason: row.withdrawn_reason,
  }))
}

const instant = (epochMs: string) => new Date(Math.round(Number(epochMs))).toISOString()
