import { z } from 'zod'
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
