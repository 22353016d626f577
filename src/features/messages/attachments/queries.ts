import { and, eq, exists, or } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '#platform/db.ts'
import type { StoredFile } from '#platform/sanitize-image.ts'
import { mayRead } from '../conversations/access.ts'
import type { Attachment } from '../schema.ts'
import { conversationParticipants, messageAttachments, messages } from '../tables.ts'
import { attachmentAddress } from './attachment.ts'

/** One file of an attachment, as stored in its row. */
export const storedFileSchema = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
})

/** An attachment's files with their URLs, smallest first. @param stored the row's `files` */
export function readFiles(attachmentId: string, stored: unknown): Attachment['files'] {
  return storedFileSchema
    .array()
    .parse(stored)
    .map(({ name, ...file }) => ({ url: attachmentAddress(attachmentId, name), ...file }))
}

/** The upload with a client-generated id, sent or unsent; null if it has not arrived. */
export async function findUpload(
  db: Queryable,
  uploaderId: string,
  clientId: string,
): Promise<Attachment | null> {
  const [row] = await db
    .select()
    .from(messageAttachments)
    .where(and(eq(messageAttachments.uploaderId, uploaderId), eq(messageAttachments.clientId, clientId)))
  if (!row) return null
  const { id, kind, width, height, durationMs } = row
  return { id, kind, width, height, durationMs, files: readFiles(id, row.files) }
}

/**
 * Finds a file of an attachment if the viewer has access: the uploader, and after sending both participants
 * of the conversation.
 * @param name of one of its files
 * @returns null for other viewers and for missing files
 */
export async function findFile(
  db: Queryable,
  viewerId: string,
  request: { attachmentId: string; name: string },
): Promise<{ key: string; file: StoredFile } | null> {
  const sentToThem = db
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(conversationParticipants, eq(conversationParticipants.conversationId, messages.conversationId))
    .where(and(eq(messages.id, messageAttachments.messageId), mayRead(viewerId)))
  const [row] = await db
    .select({ storageKey: messageAttachments.storageKey, files: messageAttachments.files })
    .from(messageAttachments)
    .where(
      and(
        eq(messageAttachments.id, request.attachmentId),
        or(eq(messageAttachments.uploaderId, viewerId), exists(sentToThem)),
      ),
    )
  const file =
    row &&
    storedFileSchema
      .array()
      .parse(row.files)
      .find(({ name }) => name === request.name)
  return row && file ? { key: `${row.storageKey}/${file.name}`, file } : null
}
