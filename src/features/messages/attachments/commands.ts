import { sql } from 'drizzle-orm'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'

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
  const found = await tx.execute(sql`
    select from message_attachments where id in (${listed(attachmentIds)}) and uploader_id = ${senderId}
      and message_id is null for update`)
  return found.rows.length === attachmentIds.length
}

/** Gives uploads to the message they were made for, in the order they were chosen. */
export async function attachFiles(
  tx: Queryable,
  messageId: string,
  attachmentIds: readonly string[],
): Promise<void> {
  for (const [ordinal, id] of attachmentIds.entries())
    await tx.execute(
      sql`update message_attachments set message_id = ${messageId}, ordinal = ${ordinal} where id = ${id}`,
    )
}

const listed = (ids: readonly string[]) =>
  sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )

/** Takes back what was uploaded and not sent; its files follow. @returns false when it is not theirs, or was sent */
export async function discardUpload(
  db: Queryable,
  uploaderId: string,
  attachmentId: string,
): Promise<boolean> {
  const gone = await db.execute(sql`
    delete from message_attachments where id = ${attachmentId} and uploader_id = ${uploaderId} and message_id is null
    returning 1`)
  return gone.rows.length > 0
}

/** Removes uploads that were not sent within a day, and files of which there is no attachment any more. @returns folders removed */
export async function cleanAttachments(services: Pick<Services, 'db' | 'clock' | 'files'>): Promise<number> {
  const { db, clock, files } = services
  const now = clock.now()
  await db.execute(sql`
    delete from message_attachments where message_id is null and created_at < ${new Date(now - UNSENT_FOR_MS)}`)
  const stray = await db.execute<{ storage_key: string }>(sql`
    select s.storage_key from stray_files s where s.since < ${new Date(now - STRAY_FOR_MS)}
      and not exists (select from message_attachments a where a.storage_key = s.storage_key)
    order by s.since limit ${FOLDERS_A_TIME}`)
  for (const { storage_key: folder } of stray.rows) {
    await files.removeFolder(folder)
    await db.execute(sql`delete from stray_files where storage_key = ${folder}`)
  }
  return stray.rows.length
}
