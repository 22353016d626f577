import { desc, eq } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { credentialVerifications as records } from '../tables.ts'
import type { Verification } from './schema.ts'

/** Lists every verification record of a coach for admins, newest first, including withdrawn ones. */
export async function listVerifications(db: Queryable, instructorId: string): Promise<Verification[]> {
  const found = await db
    .select({
      id: records.id,
      kind: records.kind,
      credential: records.credential,
      evidence: records.evidence,
      verifiedBy: profiles.fullName,
      verifiedAt: records.verifiedAt,
      expiresOn: records.expiresOn,
      withdrawnAt: records.withdrawnAt,
      withdrawnReason: records.withdrawnReason,
    })
    .from(records)
    .leftJoin(profiles, eq(profiles.id, records.verifiedBy))
    .where(eq(records.instructorId, instructorId))
    .orderBy(desc(records.verifiedAt), records.id)
    .limit(100)
  return found.map((record) => ({
    ...record,
    verifiedAt: toIso(record.verifiedAt),
    withdrawnAt: record.withdrawnAt === null ? null : toIso(record.withdrawnAt),
  }))
}
