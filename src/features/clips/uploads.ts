import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { requireReach } from '#features/messages/may-reach.ts'
import { DAY } from '#platform/duration.ts'
import { inEncodingTurn } from '#platform/encoding-turns.ts'
import { AppError, type Refused, refused } from '#platform/errors.ts'
import { mediaKind, TELLING_BYTES } from '#platform/media-kind.ts'
import { receivePicture } from '#platform/receive-picture.ts'
import type { SanitizedFile } from '#platform/sanitize-image.ts'
import { strayFiles } from '#platform/tables.ts'
import { inTemporaryFolder } from '#platform/temporary-folder.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { storeFiles } from '#ports/files/store-files.ts'
import type { Services } from '#ports/services.ts'
import {
  findClipRow,
  haveLessons,
  isShared,
  noSuchClip,
  noSuchPair,
  noSuchUpload,
  requireConsent,
} from './access.ts'
import { type ClipRefusal, clipLimits } from './clip.ts'
import { notifyOfClips } from './emails.ts'
import { findClipPair } from './queries.ts'
import type { ClipsOfGolfer } from './schema.ts'
import { clips, clipUploads } from './tables.ts'

export type Taking = Pick<Services, 'db' | 'clock' | 'files' | 'rateLimits' | 'jobs' | 'answers'>

export const STARTS_A_MINUTE = { points: 30, seconds: 60 }
const POSTERS_A_MINUTE = { points: 30, seconds: 60 }
const POSTER = { bytes: 4 * 1024 * 1024, pixels: 20_000_000 }

/**
 * Starts an upload for a coach and a student with a lesson together. Parts are sent with the tus protocol,
 * then {@link finishUpload} creates the clip.
 * @returns the upload's id
 * @throws AppError not_found when the two have no lesson together or the lesson is not theirs;
 * clips_not_allowed for a child; too_many_requests
 */
export async function startUpload(
  services: Taking,
  uploaderId: string,
  wanted: ClipsOfGolfer & {
    bookingId: string | null
    videoReviewId?: string | null
    title: string
    bytes: number
  },
): Promise<{ ok: true; uploadId: string } | Refused<ClipRefusal>> {
  const { db } = services
  await services.rateLimits.count('clip-upload', uploaderId, STARTS_A_MINUTE)
  const { instructorId, studentId, golferId, bookingId, videoReviewId = null, title, bytes } = wanted
  const pair = { instructorId, studentId, golferId }
  if (!(await isShared(db, pair))) throw noSuchPair()
  if (videoReviewId) await requireReview(services, uploaderId, { ...pair, videoReviewId })
  else if (!(await findClipPair(db, uploaderId, pair)) || !(await haveLessons(db, pair, bookingId)))
    throw noSuchPair()
  await requireConsent(db, uploaderId, pair)
  if (bytes > clipLimits.video.bytes) return refused('too_large')
  return await beginUpload(services, uploaderId, {
    ...pair,
    bookingId,
    videoReviewId,
    title,
    bytes,
    voiceOverOf: null,
  })
}

/**
 * Refuses clips for a video review that is not the uploader's, or that is sent already.
 * @throws AppError no_such_pair
 */
async function requireReview(
  { db, answers }: Pick<Taking, 'db' | 'answers'>,
  uploaderId: string,
  { videoReviewId, ...pair }: ClipsOfGolfer & { videoReviewId: string },
): Promise<void> {
  if (uploaderId !== pair.studentId) throw noSuchPair()
  const review = await answers.review_to_fill(db, { videoReviewId, studentId: uploaderId })
  if (review?.instructorId !== pair.instructorId || review.golferId !== pair.golferId) throw noSuchPair()
}

/**
 * Creates an upload's row, within the limits per user and per pair. The caller must check that the two share
 * clips.
 */
export async function beginUpload(
  { db, clock }: Taking,
  uploaderId: string,
  wanted: ClipsOfGolfer & {
    bookingId: string | null
    videoReviewId?: string | null
    title: string
    bytes: number
    voiceOverOf: string | null
  },
): Promise<
  { ok: true; uploadId: string } | Refused<'too_many_clips' | 'too_many_of_review' | 'too_many_today'>
> {
  const {
    instructorId,
    studentId,
    golferId,
    bookingId,
    videoReviewId = null,
    title,
    bytes,
    voiceOverOf,
  } = wanted
  await requireReach(db, wanted)
  const refusal = await db.transaction(async (tx) => {
    // Serializes concurrent uploads, so that each one is counted.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`clips:${uploaderId}`}, 0))`)
    // Raw: four aggregates in one pass over the rows.
    const found = await tx.execute<{
      begun: number
      bytes: string
      arriving: number
      kept: number
      of_review: number
    }>(sql`
      select count(*) filter (where created_at > ${new Date(clock.now() - DAY)})::int as begun,
        coalesce(sum(byte_size) filter (where created_at > ${new Date(clock.now() - DAY)}), 0) as bytes,
        count(*) filter (where clip_id is null)::int as arriving,
        (select count(*)::int from clips c where c.instructor_id = ${instructorId} and c.student_id = ${studentId}) as kept,
        (select count(*)::int from clips c where c.review_id = ${videoReviewId}::uuid)
          + count(*) filter (where review_id = ${videoReviewId}::uuid and clip_id is null)::int as of_review
      from clip_uploads where uploader_id = ${uploaderId}`)
    const {
      begun,
      bytes: sent,
      arriving,
      kept,
      of_review: ofReview,
    } = found.rows[0] ?? { begun: 0, bytes: '0', arriving: 0, kept: 0, of_review: 0 }
    if (videoReviewId && ofReview >= clipLimits.clipsAReview) return 'too_many_of_review' as const
    if (voiceOverOf === null && kept >= clipLimits.clipsAPair) return 'too_many_clips' as const
    if (
      begun >= clipLimits.uploadsADay ||
      Number(sent) + bytes > clipLimits.bytesADay ||
      arriving >= clipLimits.arriving
    )
      return 'too_many_today' as const
    const id = uuidV4()
    await tx.insert(clipUploads).values({
      id,
      instructorId,
      studentId,
      golferId,
      bookingId,
      videoReviewId,
      uploaderId,
      title,
      storageKey: `clip-uploads/${uuidV4()}`,
      byteSize: bytes,
      voiceOverOf,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    })
    return { id }
  })
  return typeof refusal === 'string' ? refused(refusal) : { ok: true, uploadId: refusal.id }
}

/** The user's own upload; null for other users' uploads. */
export async function findClipUpload(db: Services['db'], uploaderId: string, uploadId: string) {
  const [row] = await db
    .select()
    .from(clipUploads)
    .where(and(eq(clipUploads.id, uploadId), eq(clipUploads.uploaderId, uploaderId)))
  return row ?? null
}

/**
 * Stores a part of an upload. When two requests write at the same offset, one of them wins.
 * @param offset in bytes: where the part begins
 * @returns total bytes received; null when the upload is no longer at this offset
 */
export async function storePart(
  { db, clock, files }: Pick<Services, 'db' | 'clock' | 'files'>,
  uploadId: string,
  offset: number,
  part: { path: string; bytes: number },
): Promise<number | null> {
  const [upload] = await db.select().from(clipUploads).where(eq(clipUploads.id, uploadId))
  if (!upload || upload.received !== offset) return null
  const name = uuidV4()
  await files.put(`${upload.storageKey}/${name}`, part.path, 'application/octet-stream')
  const received = offset + part.bytes
  const moved = await db
    .update(clipUploads)
    .set({ received, parts: sql`array_append(${clipUploads.parts}, ${name})`, updatedAt: clock.now() })
    .where(and(eq(clipUploads.id, uploadId), eq(clipUploads.received, offset)))
    .returning({ id: clipUploads.id })
  return moved.length > 0 ? received : null
}

/**
 * Cancels an unfinished upload.
 * @returns false when it is another user's, or already became a clip
 */
export async function cancelUpload(
  db: Services['db'],
  uploaderId: string,
  uploadId: string,
): Promise<boolean> {
  const gone = await db
    .delete(clipUploads)
    .where(
      and(eq(clipUploads.id, uploadId), eq(clipUploads.uploaderId, uploaderId), isNull(clipUploads.clipId)),
    )
    .returning({ id: clipUploads.id })
  return gone.length > 0
}

/**
 * Creates a clip from a completed upload: validates the bytes, re-encodes them and discards the original.
 * Idempotent. A rejected upload is deleted.
 * @throws AppError no_such_upload, clips_not_allowed, not_taking_messages
 */
export async function finishUpload(
  services: Taking,
  uploaderId: string,
  uploadId: string,
): Promise<{ ok: true; clipId: string } | Refused<ClipRefusal>> {
  const upload = await findClipUpload(services.db, uploaderId, uploadId)
  if (!upload || upload.voiceOverOf) throw noSuchUpload()
  if (upload.clipId) return { ok: true, clipId: upload.clipId }
  if (upload.received !== upload.byteSize) return refused('not_complete')
  await requireReachStill(services.db, upload)
  return await inTemporaryFolder('clip', async (folder) => {
    return await inEncodingTurn(uploaderId, async () => {
      const path = join(folder, 'given')
      await assemble(services, upload, path)
      const made = await sanitize(path, folder)
      if (!made.ok) {
        await cancelUpload(services.db, uploaderId, uploadId)
        return made
      }
      return { ok: true, clipId: await keep(services, upload, made) }
    })
  })
}

/**
 * Deletes an upload when its two people may not reach each other since it began.
 * @throws AppError not_taking_messages, conversation_suspended
 */
export async function requireReachStill(
  db: Services['db'],
  upload: typeof clipUploads.$inferSelect,
): Promise<void> {
  try {
    await requireReach(db, upload)
  } catch (error) {
    await cancelUpload(db, upload.uploaderId, upload.id)
    throw error
  }
}

/**
 * Joins the parts of a completed upload into one file.
 * @throws AppError no_such_upload when a part is missing
 */
export async function assemble(
  { files }: Pick<Services, 'files'>,
  { storageKey, parts }: Pick<typeof clipUploads.$inferSelect, 'storageKey' | 'parts'>,
  path: string,
): Promise<void> {
  for (const part of parts) {
    const opened = await files.open(`${storageKey}/${part}`)
    if (!opened) throw noSuchUpload()
    await pipeline(Readable.from(opened.body), createWriteStream(path, { flags: 'a' }))
  }
}

interface Sanitized {
  kind: 'image' | 'video'
  files: SanitizedFile[]
  durationUs: number | null
  frameTimes: number[]
}

async function sanitize(
  path: string,
  folder: string,
): Promise<({ ok: true } & Sanitized) | Refused<ClipRefusal>> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(TELLING_BYTES), 0, TELLING_BYTES, 0)
  const { size } = await file.stat()
  await file.close()
  const kind = mediaKind(buffer.subarray(0, bytesRead))
  if (!kind) return refused('not_a_picture_or_video')
  if (size > clipLimits[kind.family].bytes) return refused('too_large')
  const { sanitizeImage, UnreadableMedia } = await import('#platform/sanitize-image.ts')
  try {
    if (kind.family === 'image') {
      const files = await sanitizeImage(path, kind, folder, clipLimits.image)
      return { ok: true, kind: 'image', files, durationUs: null, frameTimes: [] }
    }
    const { readFrameTimes } = await import('#platform/frame-times.ts')
    const { sanitizeVideo } = await import('#platform/sanitize-video.ts')
    const made = await sanitizeVideo(path, kind, folder, clipLimits.video, true)
    const frameTimes = await readFrameTimes(made.file.path, clipLimits.video.frames)
    const durationUs = Math.max(made.durationMs * 1_000, (frameTimes.at(-1) ?? 0) + 1_000)
    return { ok: true, kind: 'video', files: [made.file], durationUs, frameTimes }
  } catch (error) {
    if (error instanceof UnreadableMedia) return refused(error.reason)
    throw error
  }
}

async function keep(
  services: Taking,
  upload: typeof clipUploads.$inferSelect,
  made: Sanitized,
): Promise<string> {
  const id = uuidV4()
  const kept = await storeFiles(services, 'clips', made.files)
  const { width, height } = kept.files.at(-1) ?? { width: 1, height: 1 }
  return await services.db.transaction(async (tx) => {
    const [held] = await tx.select().from(clipUploads).where(eq(clipUploads.id, upload.id)).for('update')
    if (!held) throw noSuchUpload()
    // A concurrent request finished first, so this request's files are stray.
    if (held.clipId) return held.clipId
    const { instructorId, studentId, golferId, bookingId, videoReviewId, uploaderId, title } = upload
    // One of the two may have blocked the other in the meantime, or the guardian withdrawn the consent.
    await requireReach(tx, upload)
    await requireConsent(tx, uploaderId, upload)
    const at = services.clock.now()
    await tx.insert(clips).values({
      id,
      instructorId,
      studentId,
      golferId,
      bookingId,
      videoReviewId,
      uploaderId,
      title,
      kind: made.kind,
      ...kept,
      width,
      height,
      durationUs: made.durationUs,
      frameTimes: made.frameTimes,
      createdAt: at,
    })
    // The parts are no longer needed.
    await tx.insert(strayFiles).values({ storageKey: upload.storageKey }).onConflictDoNothing()
    await tx
      .update(clipUploads)
      .set({ clipId: id, parts: [], updatedAt: at })
      .where(eq(clipUploads.id, upload.id))
    await tx.delete(strayFiles).where(eq(strayFiles.storageKey, kept.storageKey))
    // The coach is notified of the clips of a review when all of them are sent.
    if (!videoReviewId)
      await notifyOfClips(services, tx, { instructorId, studentId }, { byId: uploaderId, at }, 'soon')
    return id
  })
}

/**
 * Stores a video's poster image, created by the uploader's browser, replacing an existing one.
 * @throws AppError no_such_clip, unreadable, too_large, too_many_requests
 */
export async function storePoster(
  services: Taking,
  uploaderId: string,
  clipId: string,
  body: ReadableStream<Uint8Array>,
): Promise<void> {
  const { db, files, rateLimits } = services
  await rateLimits.count('clip-poster', uploaderId, POSTERS_A_MINUTE)
  const clip = await findClipRow(db, uploaderId, clipId)
  if (!clip || clip.uploaderId !== uploaderId || clip.kind !== 'video') {
    await body.cancel()
    throw noSuchClip()
  }
  const taken = await receivePicture(uploaderId, body, POSTER, async (made) => {
    const named = made.map((file) => ({ ...file, name: `poster-${file.name}` }))
    for (const file of named) await files.put(`${clip.storageKey}/${file.name}`, file.path, file.type)
    await db
      .update(clips)
      .set({ poster: named.map(({ path: _, ...file }) => file) })
      .where(eq(clips.id, clipId))
    return { ok: true as const }
  })
  if (taken.ok) return
  if (taken.reason === 'too_large') throw new AppError('too_large', 'too_large', 'The picture is too large.')
  throw new AppError('bad_input', 'unreadable', 'This picture cannot be read.')
}
