import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { requireReach } from '#features/messages/may-reach.ts'
import type { Queryable } from '#platform/db.ts'
import { inEncodingTurn } from '#platform/encoding-turns.ts'
import { AppError, type Refused, refused } from '#platform/errors.ts'
import { strayFiles } from '#platform/tables.ts'
import { inTemporaryFolder } from '#platform/temporary-folder.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { storeFiles } from '#ports/files/store-files.ts'
import type { Services } from '#ports/services.ts'
import { type ClipRow, findClipRow, noSuchClip, noSuchUpload } from '../access.ts'
import { notifyOfClips } from '../emails.ts'
import { clipUploads, clipVoiceOvers } from '../tables.ts'
import {
  assemble,
  beginUpload,
  cancelUpload,
  findClipUpload,
  requireReachStill,
  STARTS_A_MINUTE,
  type Taking,
} from '../uploads.ts'
import { type VoiceOverTimeline, voiceOverLimits } from './timeline.ts'

export type VoiceOverRefusal =
  | 'too_large'
  | 'too_long'
  | 'unreadable'
  | 'not_complete'
  | 'other_timeline'
  | 'too_many_today'

const MB = 1024 * 1024
export const voiceOverRefusalTexts: Record<VoiceOverRefusal, string> = {
  too_large: `A voice-over may have ${voiceOverLimits.bytes / MB} MB.`,
  too_long: `A voice-over may last ${voiceOverLimits.seconds / 60} minutes.`,
  unreadable: 'This recording is damaged or in a format we cannot read. Please record it again.',
  not_complete: 'The recording has not finished uploading.',
  other_timeline: 'This recording belongs to another clip. Please record it again.',
  too_many_today: 'You have reached today’s limit. Please record more tomorrow.',
}

/**
 * Starts the upload of a voice-over's audio. Parts are sent with the tus protocol, then {@link
 * finishVoiceOver} creates the voice-over.
 * @throws AppError no_such_clip for users who may not see the clip; too_many_requests
 */
export async function startVoiceOver(
  services: Taking,
  authorId: string,
  { clipId, bytes }: { clipId: string; bytes: number },
): Promise<{ ok: true; uploadId: string } | Refused<VoiceOverRefusal>> {
  await services.rateLimits.count('clip-upload', authorId, STARTS_A_MINUTE)
  const clip = await findClipRow(services.db, authorId, clipId)
  if (!clip) throw noSuchClip()
  if (bytes > voiceOverLimits.bytes) return refused('too_large')
  const { instructorId, studentId, golferId, bookingId } = clip
  const begun = await beginUpload(services, authorId, {
    instructorId,
    studentId,
    golferId,
    bookingId,
    title: 'Voice-over',
    bytes,
    voiceOverOf: clipId,
  })
  // The limit per pair counts clips, and a voice-over is not a clip.
  return begun.ok ? begun : refused('too_many_today')
}

/**
 * Creates a voice-over from a completed upload, replacing the author's earlier one on this clip. Idempotent; the
 * summary of the last request counts, unless a newer recording has replaced the voice-over.
 * @throws AppError no_such_upload, no_such_clip, not_taking_messages
 */
export async function finishVoiceOver(
  services: Taking,
  authorId: string,
  { uploadId, timeline, summary }: { uploadId: string; timeline: VoiceOverTimeline; summary: string },
): Promise<{ ok: true; voiceOverId: string } | Refused<VoiceOverRefusal>> {
  const upload = await findClipUpload(services.db, authorId, uploadId)
  if (!upload?.voiceOverOf) throw noSuchUpload()
  const clip = await findClipRow(services.db, authorId, upload.voiceOverOf)
  if (!clip) throw noSuchClip()
  if (upload.clipId) {
    const kept = await findOwn(services.db, clip.id, authorId)
    if (!kept) throw noSuchUpload()
    if (isOfUpload(kept, upload)) await correctSummary(services, clip, kept, summary)
    return { ok: true, voiceOverId: kept.id }
  }
  if (upload.received !== upload.byteSize) return refused('not_complete')
  if (!fits(timeline, clip)) return refused('other_timeline')
  await requireReachStill(services.db, upload)
  return await inTemporaryFolder('voice', async (folder) => {
    return await inEncodingTurn(authorId, async () => {
      const path = join(folder, 'given')
      await assemble(services, upload, path)
      const { sanitizeAudio } = await import('#platform/sanitize-audio.ts')
      const { UnreadableMedia } = await import('#platform/sanitize-image.ts')
      try {
        const sound = await sanitizeAudio(path, folder, voiceOverLimits)
        return {
          ok: true,
          voiceOverId: await keep(services, { upload, clip, authorId, timeline, summary }, sound),
        }
      } catch (error) {
        if (!(error instanceof UnreadableMedia)) throw error
        await cancelUpload(services.db, authorId, uploadId)
        return refused(error.reason === 'too_long' ? 'too_long' : 'unreadable')
      }
    })
  })
}

/** A picture has no playback, and positions must lie within the video. */
function fits({ moves }: VoiceOverTimeline, { durationUs }: Pick<ClipRow, 'durationUs'>): boolean {
  return moves.every(([, us, rate]) => us <= (durationUs ?? 0) && (durationUs !== null || rate === 0))
}

async function keep(
  services: Taking,
  made: {
    upload: typeof clipUploads.$inferSelect
    clip: ClipRow
    authorId: string
    timeline: VoiceOverTimeline
    summary: string
  },
  sound: { name: string; path: string; type: string; bytes: number; durationMs: number },
): Promise<string> {
  const { upload, clip, authorId, timeline, summary } = made
  const { durationMs, ...given } = sound
  const { storageKey, files } = await storeFiles(services, 'clip-voice-overs', [given])
  const [file] = files
  if (!file) throw new Error('a sound that was given was not stored')
  return await services.db.transaction(async (tx) => {
    const [held] = await tx.select().from(clipUploads).where(eq(clipUploads.id, upload.id)).for('update')
    if (!held) throw noSuchUpload()
    // Sharing may have ended in the meantime, or one of the two may have blocked the other.
    if (!(await findClipRow(tx, authorId, clip.id))) throw noSuchClip()
    await requireReach(tx, clip)
    const before = await findOwn(tx, clip.id, authorId)
    // A concurrent request finished first, so this request's file is stray.
    if (held.clipId && before) {
      if (isOfUpload(before, held))
        await correctSummary({ db: tx, clock: services.clock }, clip, before, summary)
      return before.id
    }
    if (before) await tx.delete(clipVoiceOvers).where(eq(clipVoiceOvers.id, before.id))
    const id = uuidV4()
    // The same instant in both rows: `isOfUpload`.
    const now = services.clock.now()
    await tx.insert(clipVoiceOvers).values({
      id,
      clipId: clip.id,
      authorId,
      storageKey,
      file,
      durationMs,
      timeline,
      summary,
      createdAt: now,
      updatedAt: now,
    })
    // The parts are no longer needed.
    await tx.insert(strayFiles).values({ storageKey: upload.storageKey }).onConflictDoNothing()
    await tx
      .update(clipUploads)
      .set({ clipId: clip.id, parts: [], updatedAt: now })
      .where(eq(clipUploads.id, upload.id))
    await tx.delete(strayFiles).where(eq(strayFiles.storageKey, storageKey))
    await notifyOfClips(services, tx, clip, { byId: authorId, at: now }, 'soon')
    return id
  })
}

/** Whether the voice-over was created from the upload. A newer recording may have replaced that one. */
const isOfUpload = (
  kept: Pick<typeof clipVoiceOvers.$inferSelect, 'createdAt'>,
  upload: Pick<typeof clipUploads.$inferSelect, 'updatedAt'>,
) => kept.createdAt === upload.updatedAt

/** Saves the summary of a request that was sent again with other words. */
async function correctSummary(
  { db, clock }: { db: Queryable; clock: Services['clock'] },
  clip: ClipRow,
  kept: { id: string; summary: string },
  summary: string,
): Promise<void> {
  if (kept.summary === summary) return
  await requireReach(db, clip)
  await db
    .update(clipVoiceOvers)
    .set({ summary, updatedAt: clock.now() })
    .where(eq(clipVoiceOvers.id, kept.id))
}

async function findOwn(db: Pick<Services['db'], 'select'>, clipId: string, authorId: string) {
  const [row] = await db
    .select()
    .from(clipVoiceOvers)
    .where(and(eq(clipVoiceOvers.clipId, clipId), eq(clipVoiceOvers.authorId, authorId)))
  return row ?? null
}

type Changing = Pick<Services, 'db' | 'clock'>

/**
 * Sets the text summary of a voice-over.
 * @throws AppError no_such_voice_over; not_yours for another user's; not_taking_messages
 */
export async function summarizeVoiceOver(
  services: Changing,
  userId: string,
  { clipId, voiceOverId, summary }: { clipId: string; voiceOverId: string; summary: string },
): Promise<void> {
  await own(services, userId, { clipId, voiceOverId })
  const clip = await findClipRow(services.db, userId, clipId)
  if (!clip) throw noSuchVoiceOver()
  await requireReach(services.db, clip)
  await services.db
    .update(clipVoiceOvers)
    .set({ summary, updatedAt: services.clock.now() })
    .where(eq(clipVoiceOvers.id, voiceOverId))
}

/**
 * Deletes the user's own voice-over; its file is deleted afterwards.
 * @throws AppError no_such_voice_over; not_yours for another user's
 */
export async function removeVoiceOver(
  services: Changing,
  userId: string,
  ids: { clipId: string; voiceOverId: string },
): Promise<void> {
  await own(services, userId, ids)
  await services.db.delete(clipVoiceOvers).where(eq(clipVoiceOvers.id, ids.voiceOverId))
}

async function own({ db }: Changing, userId: string, ids: { clipId: string; voiceOverId: string }) {
  const found = await findVoiceOver(db, userId, ids)
  if (!found) throw noSuchVoiceOver()
  if (found.authorId !== userId)
    throw new AppError('not_allowed', 'not_yours', 'Only the person who recorded this can change it.')
}

export const noSuchVoiceOver = () =>
  new AppError('not_found', 'no_such_voice_over', 'There is no such voice-over.')

/** A voice-over on a clip that the viewer may see; null otherwise. */
export async function findVoiceOver(
  db: Services['db'],
  viewerId: string,
  { clipId, voiceOverId }: { clipId: string; voiceOverId: string },
): Promise<typeof clipVoiceOvers.$inferSelect | null> {
  const clip = await findClipRow(db, viewerId, clipId)
  if (!clip) return null
  const [row] = await db
    .select()
    .from(clipVoiceOvers)
    .where(and(eq(clipVoiceOvers.id, voiceOverId), eq(clipVoiceOvers.clipId, clipId)))
  return row ?? null
}
