import { and, eq, inArray, isNull, lt, notExists } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import { doEach } from '#platform/each-item.ts'
import { strayFiles } from '#platform/tables.ts'
import type { Services } from '#ports/services.ts'
import { messageAttachments } from '../tables.ts'
import { cleanAttachmentsJob } from './jobs.ts'

const UNSENT_FOR_MS = 24 * 3_600_000
/** Younger ones may still be arriving. */
const STRAY_FOR_MS = 3_600_000
const FOLDERS_A_TIME = 200

/** Holds the uploads a message is to carry until the transaction ends. @returns false when one is not the sender's to send */
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

/** Gives uploads to the message they were made for, in the order they were chosen. */
export async function attachFiles(
  tx: Queryable,
  messageId: string,
  attachmentIds: readonly string[],
): Promise<void> {
  for (const [ordinal, id] of attachmentIds.entries())
    await tx.update(messageAttachments).set({ messageId, ordinal }).where(eq(messageAttachments.id, id))
}

/** Takes back what was uploaded and not sent; its files follow. @returns false when it is not theirs, or was sent */
export async function discardUpload(
  db: Queryable,
  uploaderId: string,
  attachmentId: string,
): Promise<boolean> {
  const gone = await db
    .delete(messageAttachments)
    .where(
      and(
        eq(messageAttachments.id, attachmentId),
        eq(messageAttachments.uploaderId, uploaderId),
        isNull(messageAttachments.messageId),
      ),
    )
    .returning({ id: messageAttachments.id })
  return gone.length > 0
}

/** Removes uploads that were not sent within a day, and files of which there is no attachment any more. @returns folders removed */
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
