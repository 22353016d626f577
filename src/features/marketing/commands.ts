import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Audit } from '#platform/audit-log.ts'
import { AppError } from '#platform/errors.ts'
import { type CrmPort, CrmUnavailable } from '#ports/crm/crm.ts'
import type { Services } from '#ports/services.ts'
import { isSyncRunning, nextPeople } from './queries.ts'
import { crmSyncs } from './tables.ts'

const SYNCS_PER_ADMIN = { points: 12, seconds: 60 * 60 }

/**
 * Syncs every user who did not unsubscribe to the marketing tool, in batches; one sync at a time. If the tool
 * becomes unavailable, the remaining users count as failed, and the next sync includes them.
 * @throws AppError no_crm, sync_running, too_many_requests; CrmUnavailable when no users were synced
 */
export async function syncEverybody(
  services: Services,
  by: { actor: Actor; audit: Audit },
): Promise<{ synced: number; failed: number }> {
  const { db, clock, crm } = services
  await services.rateLimits.count('crm-sync', by.actor.userId, SYNCS_PER_ADMIN)
  if (!crm)
    throw new AppError('conflict', 'no_crm', 'Set KLAVIYO_API_KEY on the server to sync with Klaviyo.')
  const syncId = await begin(services)
  const result = { synced: 0, failed: 0 }
  let trouble: unknown
  try {
    trouble = await bring(services, crm, result)
  } finally {
    await db.transaction(async (tx) => {
      await tx
        .update(crmSyncs)
        .set({ ...result, finishedAt: clock.now() })
        .where(eq(crmSyncs.id, syncId))
      await by.audit.record(tx, { ids: { syncId }, after: { ...result } })
    })
  }
  if (trouble && result.synced === 0) throw trouble
  return result
}

async function begin({ db, clock }: Services): Promise<string> {
  return await db.transaction(async (tx) => {
    // Raw: an advisory lock serializes concurrent requests, so that the second sees the running sync.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('crm-sync', 0))`)
    if (await isSyncRunning(tx, clock.now()))
      throw new AppError('conflict', 'sync_running', 'A sync is already running. Wait until it finishes.')
    const [made] = await tx.insert(crmSyncs).values({ startedAt: clock.now() }).returning({ id: crmSyncs.id })
    if (!made) throw new Error('the sync was not written down')
    return made.id
  })
}

/**
 * Adds to `result` as it goes.
 * @returns the error of the tool, if any
 */
async function bring(
  { db, env }: Services,
  crm: CrmPort,
  result: { synced: number; failed: number },
): Promise<CrmUnavailable | undefined> {
  let trouble: CrmUnavailable | undefined
  let people = await nextPeople(db, env.isDemo, null)
  while (people.length > 0) {
    try {
      // Stops at the first error, instead of calling an unavailable tool for every batch.
      if (trouble) throw trouble
      const { synced, failed } = await crm.upsert(people)
      result.synced += synced
      result.failed += failed
    } catch (error) {
      if (!(error instanceof CrmUnavailable)) throw error
      trouble = error
      result.failed += people.length
    }
    people = await nextPeople(db, env.isDemo, people.at(-1)?.id ?? null)
  }
  return trouble
}
