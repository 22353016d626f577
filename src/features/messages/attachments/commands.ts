import { and, eq, inArray, isNull, lt, notExists, or } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { strayFiles } from '#platform/tables.ts'
import type { Services } from '#ports/services.ts'
import { messageAttachments } from '../tables.ts'
import { cleanAttachmentsJob } from './jobs.ts'

const UNSENT_FOR_MS = 24 * 3_600_000
/** The minimum age of stray files. Newer ones may belong to an upload in progress. */
const STRAY_FOR_MS = 3_600_000
const FOLDERS_A_TIME = 200

/**
 * Locks the uploads for a message until the transaction ends.
 * @returns false if the sender may not send one of them
 */
export async function lockOwnFiles(
  tx: Queryable,
  senderId: string,
  attachmentIds: readonly string[],
): Promise<boolean> {
  if (attachmentIds.length === 0) return true
  const found = await tx
    .select({ id: messageAttachments.id })
    .from(messageAttachments)
    .where(
      and(
        inArray(messageAttachments.id, [...attachmentIds]),
        eq(messageAttachments.uploaderId, senderId),
        isNull(messageAttachments.messageId),
      ),
    )
    .for('update')
  return found.length === attachmentIds.length
}

/** Attaches uploads to a message, in the order they were chosen. */
export async function attachFiles(
  tx: Queryable,
  messageId: string,
  attachmentIds: readonly string[],
): Promise<void> {
  for (const [ordinal, id] of attachmentIds.entries())
    await tx.update(messageAttachments).set({ messageId, ordinal }).where(eq(messageAttachments.id, id))
}

/**
 * Discards an unsent upload; its files are deleted later.
 * @param attachmentId or the id that the uploader's browser generated for the file
 * @returns false if it belongs to another user or was already sent
 */
export async function discardUpload(
  db: Queryable,
  uploaderId: string,
  attachmentId: string,
): Promise<boolean> {
  const gone = await db
    .delete(messageAttachments)
    .where(
      and(
        or(eq(messageAttachments.id, attachmentId), eq(messageAttachments.clientId, attachmentId)),
        eq(messageAttachments.uploaderId, uploaderId),
        isNull(messageAttachments.messageId),
      ),
    )
    .returning({ id: messageAttachments.id })
  return gone.length > 0
}

/**
 * Deletes uploads that were not sent within a day, and files without an attachment.
 * @returns the number of folders removed
 */
export async function cleanAttachments(
  services: Pick<Services, 'db' | 'clock' | 'files' | 'log'>,
): Promise<number> {
  const { db, clock, files } = services
  const now = clock.now()
  await db
    .delete(messageAttachments)
    .where(and(isNull(messageAttachments.messageId), lt(messageAttachments.createdAt, now - UNSENT_FOR_MS)))
  const named = db
    .select({ id: messageAttachments.id })
    .from(messageAttachments)
    .where(eq(messageAttachments.storageKey, strayFiles.storageKey))
  const stray = await db
    .select({ folder: strayFiles.storageKey })
    .from(strayFiles)
    .where(and(lt(strayFiles.since, now - STRAY_FOR_MS), notExists(named)))
    .orderBy(strayFiles.since)
    .limit(FOLDERS_A_TIME)
  return await doEach(services, {
    name: cleanAttachmentsJob.name,
    items: stray.map(({ folder }) => folder),
    idOf: (folder) => folder,
    async work(folder) {
      await files.removeFolder(folder)
      await db.delete(strayFiles).where(eq(strayFiles.storageKey, folder))
    },
  })
}
