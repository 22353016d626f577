import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import { type Refused, refused } from '#platform/errors.ts'
import type { MediaKind } from '#platform/media-kind.ts'
import { inTurn, receiveMedia } from '#platform/receive-media.ts'
import type { SanitizedFile } from '#platform/sanitize-image.ts'
import { strayFiles } from '#platform/tables.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { storeFiles } from '#ports/files/store-files.ts'
import type { Services } from '#ports/services.ts'
import type { Attachment } from '../schema.ts'
import { messageAttachments } from '../tables.ts'
import { attachmentLimits, type UploadRefusal } from './attachment.ts'
import { findUpload, readFiles } from './queries.ts'

type Taking = Pick<Services, 'db' | 'clock' | 'files' | 'rateLimits' | 'log'>
type Taken = { ok: true; attachment: Attachment } | Refused<UploadRefusal>

const UPLOADS_A_MINUTE = { points: 20, seconds: 60 }

/**
 * Takes a picture or video somebody wants to send: looks at its bytes, makes it anew, keeps that and forgets what was sent.
 * It is the uploader's alone until a message carries it.
 * @param clientId a UUID made by the uploader's browser: the same one again, however often and at once, is the same attachment
 * @throws AppError too_many_requests
 */
export async function takeUpload(
  services: Taking,
  uploader: Pick<Actor, 'userId'>,
  body: ReadableStream<Uint8Array>,
  clientId: string | null = null,
): Promise<Taken> {
  await services.rateLimits.count('message-upload', uploader.userId, UPLOADS_A_MINUTE)
  const already = clientId && (await findUpload(services.db, uploader.userId, clientId))
  if (already) {
    await body.cancel()
    return { ok: true, attachment: already }
  }
  if (await hasSentEnough(services, uploader.userId)) return refused('too_many_files')
  const folder = await mkdtemp(join(tmpdir(), 'greenside-upload-'))
  try {
    const path = join(folder, 'given')
    const received = await receiveMedia(body, path, (family) => attachmentLimits[family ?? 'video'].bytes)
    if (!received.ok)
      return refused(received.reason === 'unknown' ? 'not_a_picture_or_video' : received.reason)
    return await inTurn(async () => {
      const made = await sanitize(path, received.kind, folder)
      return made.ok
        ? { ok: true, attachment: await keep(services, { uploaderId: uploader.userId, clientId }, made) }
        : made
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Sanitized = { kind: 'image' | 'video'; files: SanitizedFile[]; durationMs: number | null }

async function sanitize(
  path: string,
  kind: MediaKind,
  folder: string,
): Promise<({ ok: true } & Sanitized) | Refused<UploadRefusal>> {
  // Loaded with the first file: most processes start faster without.
  const { sanitizeImage, UnreadableMedia } = await import('#platform/sanitize-image.ts')
  try {
    if (kind.family === 'image') {
      const files = await sanitizeImage(path, kind, folder, attachmentLimits.image)
      return { ok: true, kind: 'image', files, durationMs: null }
    }
    const { sanitizeVideo } = await import('#platform/sanitize-video.ts')
    const { file, durationMs } = await sanitizeVideo(path, kind, folder, attachmentLimits.video)
    return { ok: true, kind: 'video', files: [file], durationMs }
  } catch (error) {
    if (error instanceof UnreadableMedia) return refused(error.reason)
    throw error
  }
}

async function keep(
  services: Taking,
  by: { uploaderId: string; clientId: string | null },
  made: Sanitized,
): Promise<Attachment> {
  const id = uuidV4()
  const kept = await storeFiles(services, 'message-attachments', made.files)
  const { storageKey, files } = kept
  const { width, height } = files.at(-1) ?? { width: 1, height: 1 }
  const isKept = await services.db.transaction(async (tx) => {
    const { kind, durationMs } = made
    const stored = await tx
      .insert(messageAttachments)
      .values({
        id,
        ...by,
        kind,
        ...kept,
        width,
        height,
        durationMs,
        createdAt: services.clock.now(),
      })
      .onConflictDoNothing({ target: [messageAttachments.uploaderId, messageAttachments.clientId] })
      .returning({ id: messageAttachments.id })
    if (stored.length === 0) return false
    await tx.delete(strayFiles).where(eq(strayFiles.storageKey, storageKey))
    return true
  })
  const { kind, durationMs } = made
  if (isKept) return { id, kind, width, height, durationMs, files: readFiles(id, files) }
  // The same one came twice at once: the other was first, and these files are strays.
  const first = by.clientId && (await findUpload(services.db, by.uploaderId, by.clientId))
  if (!first) throw new Error('an upload that was there a moment ago is gone')
  return first
}

async function hasSentEnough({ db, clock }: Taking, userId: string): Promise<boolean> {
  const dayAgo = new Date(clock.now() - 86_400_000)
  // Raw: three sums over one pass of the rows.
  const found = await db.execute<{ uploads: number; bytes: string; unsent: number }>(sql`
    select count(*) filter (where created_at > ${dayAgo})::int as uploads,
      coalesce(sum(byte_size) filter (where created_at > ${dayAgo}), 0) as bytes,
      count(*) filter (where message_id is null)::int as unsent
    from message_attachments where uploader_id = ${userId} and (created_at > ${dayAgo} or message_id is null)`)
  const { uploads, bytes, unsent } = found.rows[0] ?? { uploads: 0, bytes: '0', unsent: 0 }
  return (
    uploads >= attachmentLimits.uploadsADay ||
    Number(bytes) >= attachmentLimits.bytesADay ||
    unsent >= attachmentLimits.unsent
  )
}
