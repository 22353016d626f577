import { and, count, eq, gt, gte, lt, min, sql, sum } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { HOUR } from '#platform/duration.ts'
import { toIso } from '#platform/time.ts'
import { vendorNames } from '#platform/vendor-names.ts'
import type { VendorCall } from '#platform/vendor-watch.ts'
import type { AttentionSource, Services } from '#ports/services.ts'
import type { VendorShown } from './schema.ts'
import { vendorCalls, vendorCircuits, vendorHealth } from './tables.ts'

/** The current hour, and those before it. */
const HOURS_COUNTED = 24
/**
 * A process with an open circuit reports it every fifteen seconds; one that has not reported for longer than
 * this has ended.
 */
const SILENT_AFTER_MS = 60_000

/** Adds calls to the counters, in one transaction. */
export async function saveVendorCalls(db: Services['db'], calls: readonly VendorCall[]): Promise<void> {
  const ordered = calls.toSorted((a, b) => (a.vendor < b.vendor ? -1 : a.vendor > b.vendor ? 1 : a.at - b.at))
  await db.transaction(async (tx) => {
    // Every process updates the vendors in the same order, to avoid deadlocks.
    for (const [vendor, theirs] of Map.groupBy(ordered, (call) => call.vendor)) {
      for (const [hour, some] of Map.groupBy(theirs, ({ at }) => at - (at % HOUR)))
        await addToHour(tx, { vendor, hour, calls: some.length, failures: some.filter(isFailure).length })
      const [success, failure] = [theirs.findLast((call) => !isFailure(call)), theirs.findLast(isFailure)]
      await noteLast(tx, vendor, success?.at ?? null, failure ?? null)
    }
  })
}

const isFailure = ({ error }: VendorCall) => error !== null

const addToHour = (tx: Queryable, row: typeof vendorCalls.$inferInsert) =>
  tx
    .insert(vendorCalls)
    .values(row)
    .onConflictDoUpdate({
      target: [vendorCalls.vendor, vendorCalls.hour],
      set: {
        calls: sql`${vendorCalls.calls} + excluded.calls`,
        failures: sql`${vendorCalls.failures} + excluded.failures`,
      },
    })

async function noteLast(
  tx: Queryable,
  vendor: string,
  lastSuccessAt: number | null,
  failure: VendorCall | null,
) {
  const isNewer = sql`excluded.last_failure_at >= coalesce(${vendorHealth.lastFailureAt}, '-infinity')`
  await tx
    .insert(vendorHealth)
    .values({ vendor, lastSuccessAt, lastFailureAt: failure?.at ?? null, lastError: failure?.error ?? null })
    .onConflictDoUpdate({
      target: vendorHealth.vendor,
      set: {
        lastSuccessAt: sql`greatest(${vendorHealth.lastSuccessAt}, excluded.last_success_at)`,
        lastFailureAt: sql`greatest(${vendorHealth.lastFailureAt}, excluded.last_failure_at)`,
        lastError: sql`case when ${isNewer} then excluded.last_error else ${vendorHealth.lastError} end`,
      },
    })
}

/**
 * Records since when the circuit of a process is open, or with null that it is closed.
 * @param now milliseconds since 1970, UTC
 */
export async function saveCircuit(
  db: Queryable,
  process: { vendor: string; processId: string },
  openedAt: number | null,
  now: number,
): Promise<void> {
  await db
    .delete(vendorCircuits)
    .where(
      openedAt === null
        ? and(eq(vendorCircuits.vendor, process.vendor), eq(vendorCircuits.processId, process.processId))
        : lt(vendorCircuits.seenAt, now - HOUR),
    )
  if (openedAt === null) return
  await db
    .insert(vendorCircuits)
    .values({ ...process, openedAt, seenAt: now })
    .onConflictDoUpdate({
      target: [vendorCircuits.vendor, vendorCircuits.processId],
      set: { openedAt, seenAt: now },
    })
}

/** Removes the circuits of a process that shuts down. */
export async function removeProcess(db: Queryable, processId: string): Promise<void> {
  await db.delete(vendorCircuits).where(eq(vendorCircuits.processId, processId))
}

/** Lists every vendor with its recent calls, across all processes. */
export async function readVendors({ db, vendors, clock }: Services): Promise<VendorShown[]> {
  await vendors.flush()
  const now = clock.now()
  const since = now - (now % HOUR) - (HOURS_COUNTED - 1) * HOUR
  const [health, calls, circuits] = await Promise.all([
    db.select().from(vendorHealth),
    db
      .select({
        vendor: vendorCalls.vendor,
        calls: sum(vendorCalls.calls).mapWith(Number),
        failures: sum(vendorCalls.failures).mapWith(Number),
      })
      .from(vendorCalls)
      .where(gte(vendorCalls.hour, since))
      .groupBy(vendorCalls.vendor),
    db
      .select({
        vendor: vendorCircuits.vendor,
        openedAt: min(vendorCircuits.openedAt),
        processes: count(),
      })
      .from(vendorCircuits)
      .where(gt(vendorCircuits.seenAt, now - SILENT_AFTER_MS))
      .groupBy(vendorCircuits.vendor),
  ])
  const iso = (at: number | null | undefined) => (at === null || at === undefined ? null : toIso(at))
  const ordered = vendors.list.toSorted((a, b) => vendorNames.indexOf(a.name) - vendorNames.indexOf(b.name))
  return ordered.map(({ name, provider, isReal, hasCircuit }) => {
    const last = health.find(({ vendor }) => vendor === name)
    const counted = calls.find(({ vendor }) => vendor === name)
    const open = circuits.find(({ vendor }) => vendor === name)
    return {
      name,
      provider,
      isReal,
      lastSuccess: iso(last?.lastSuccessAt),
      lastFailure: iso(last?.lastFailureAt),
      lastError: last?.lastError ?? null,
      calls: counted?.calls ?? 0,
      failures: counted?.failures ?? 0,
      circuit: hasCircuit ? (open ? ('open' as const) : ('closed' as const)) : null,
      openSince: iso(open?.openedAt),
      openIn: open?.processes ?? 0,
    }
  })
}

export const restingVendors: AttentionSource = {
  id: 'vendors',
  label: 'Vendors that do not answer',
  href: '/?tab=system#vendors',
  async read(db) {
    const seenLately = gt(
      vendorCircuits.seenAt,
      sql`current_instant() - make_interval(secs => ${SILENT_AFTER_MS / 1_000})`,
    )
    const open = await db
      .select({ vendor: vendorCircuits.vendor, openedAt: min(vendorCircuits.openedAt) })
      .from(vendorCircuits)
      .where(seenLately)
      .groupBy(vendorCircuits.vendor)
    return {
      count: open.length,
      oldest: open.length > 0 ? Math.min(...open.map(({ openedAt }) => openedAt ?? 0)) : null,
    }
  },
}
