import { lt } from 'drizzle-orm'
import { DAY } from '#platform/duration.ts'
import type { Services } from '#ports/services.ts'
import { practiceEntries, workspaceComments, workspaceNotes } from './tables.ts'

/**
 * Deletes notes, comments and practice entries that were removed more than a day ago. Until then, their authors can restore them.
 * @returns how many
 */
export async function deleteRemovedItems({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const until = clock.now() - DAY
  let deleted = 0
  for (const table of [workspaceComments, workspaceNotes, practiceEntries])
    deleted += (await db.delete(table).where(lt(table.removedAt, until))).rowCount ?? 0
  return deleted
}
