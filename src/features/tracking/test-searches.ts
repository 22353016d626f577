import { and, eq, inArray, ne } from 'drizzle-orm'
import type { ActedOn } from '#platform/admin-list.ts'
import type { Audit } from '#platform/audit-log.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { searchHistory } from './tables.ts'

/**
 * Marks a search as a test, or removes the mark.
 * @throws AppError no_such_search
 */
export async function markSearch(
  services: Services,
  audit: Audit,
  { searchId, isTest }: { searchId: string; isTest: boolean },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ isTest: searchHistory.isTest })
      .from(searchHistory)
      .where(eq(searchHistory.id, searchId))
      .for('update')
    if (!found) throw new AppError('not_found', 'no_such_search', 'This search is no longer available.')
    await tx.update(searchHistory).set({ isTest }).where(eq(searchHistory.id, searchId))
    await audit.record(tx, { before: { isTest: found.isTest }, after: { isTest } })
  })
}

/**
 * Marks searches as tests, or removes the mark.
 * @returns the searches that changed
 */
export async function markSearches(tx: Queryable, ids: string[], isTest: boolean): Promise<ActedOn[]> {
  const marked = await tx
    .update(searchHistory)
    .set({ isTest })
    .where(and(inArray(searchHistory.id, ids), ne(searchHistory.isTest, isTest)))
    .returning({ id: searchHistory.id })
  return marked.map(({ id }) => ({ id, before: { isTest: !isTest }, after: { isTest } }))
}
