import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '#platform/db.ts'
import type { Attachment } from '../schema.ts'
import { attachmentAddress } from './attachment.ts'

/** One file of an attachment as its row remembers it. */
export const storedFileSchema = z.object({
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  width: z.int(),
  height: z.int(),
})

export type StoredFile = z.infer<typeof storedFileSchema>

/** An attachment's files with their addresses, smallest first. @param stored the row's `files` */
export function readFiles(attachmentId: string, stored: unknown): Attachment['files'] {
  return storedFileSchema
    .array()
    .parse(stored)
    .map(({ name, ...file }) => ({ url: attachmentAddress(attachmentId, name), ...file }))
}

/** What somebody's browser uploaded under an id of its own, sent or not; null while it has not arrived. */
export async function findUpload(
  db: Queryable,
  uploaderId: string,
  clientId: string,
): Promise<Attachment | null> {
  const found = await db.execute<{
    id: string
    kind: Attachment['kind']
    width: number
    height: number
    duration_ms: number | null
    files: unknown
  }>(sql`
    select id, kind, width, height, duration_ms, files from message_attachments
    where uploader_id = ${uploaderId} and client_id = ${clientId}`)
  const row = found.rows[0]
  if (!row) return null
  const { id, kind, width, height, duration_ms: durationMs } = row
  return { id, kind, width, height, durationMs, files: readFiles(id, row.files) }
}

/**
 * Where a file of an attachment is, for those who may have it: its uploader, and once it was sent the two of the conversation.
 * @param name of one of its files; null for strangers and for what is not there
 */
export async function findFile(
  db: Queryable,
  viewerId: string,
  request: { attachmentId: string; name: string },
): Promise<{ key: string; file: StoredFile } | null> {
  const found = await db.execute<{ storage_key: string; files: unknown }>(sql`
    select a.storage_key, a.files from message_attachments a
    where a.id = ${request.attachmentId} and (a.uploader_id = ${viewerId} or exists (select from messages m
      join conversation_participants p on p.conversation_id = m.conversation_id
      where m.id = a.message_id and p.user_id = ${viewerId}))`)
  const row = found.rows[0]
  const file =
    row &&
    storedFileSchema
      .array()
      .parse(row.files)
      .find(({ name }) => name === request.name)
  return row && file ? { key: `${row.storage_key}/${file.name}`, file } : null
}
