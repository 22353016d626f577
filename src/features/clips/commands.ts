import { and, count, eq, lt, sql } from 'drizzle-orm'
import { requireReach } from '#features/messages/may-reach.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Services } from '#ports/services.ts'
import { clipLimits, type Position } from './clip.ts'
import { notifyOfClips } from './emails.ts'
import { type ClipRow, findClipRow, haveLessons, listModelSwings, mayBeModel, mayDelete } from './queries.ts'
import type { DrawingInput, Pair } from './schema.ts'
import { clipComments, clipDrawings, clipPositions, clipSharingEnded, clips, clipUploads } from './tables.ts'

type Changing = Pick<Services, 'db' | 'clock' | 'jobs' | 'answers'>

const FORGOTTEN_AFTER_MS = 24 * 3_600_000

const noSuchClip = () => new AppError('not_found', 'no_such_clip', 'There is no such clip.')

/** The clip in a transaction that nobody else changes it in. @throws AppError no_such_clip for those it does not belong to */
async function lockClip(tx: Queryable, viewerId: string, clipId: string): Promise<ClipRow> {
  const row = await findClipRow(tx, viewerId, clipId)
  if (!row) throw noSuchClip()
  const held = await tx.select({ id: clips.id }).from(clips).where(eq(clips.id, clipId)).for('update')
  if (held.length === 0) throw noSuchClip()
  return row
}

/** Gives a clip another name. @throws AppError no_such_clip */
export async function renameClip(
  { db }: Changing,
  userId: string,
  { clipId, title }: { clipId: string; title: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockClip(tx, userId, clipId)
    await tx.update(clips).set({ title }).where(eq(clips.id, clipId))
  })
}

/**
 * A coach keeps a video among the model swings, or takes it out. Nobody else sees it because of that.
 * @throws AppError no_such_clip; not_yours for pictures and for what a student added; too_many_models
 */
export async function setModelSwing(
  { db, clock }: Changing,
  userId: string,
  { clipId, isModel }: { clipId: string; isModel: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    const clip = await lockClip(tx, userId, clipId)
    if (!mayBeModel(clip, userId))
      throw new AppError('not_allowed', 'not_yours', 'Only a video you added yourself can be a model swing.')
    if (isModel === (clip.modelSince !== null)) return
    const most = clipLimits.modelSwingsACoach
    if (isModel && (await listModelSwings(tx, userId)).length >= most)
      throw new AppError('conflict', 'too_many_models', `You can keep ${most} model swings.`)
    await tx
      .update(clips)
      .set({ modelSince: isModel ? clock.now() : null })
      .where(eq(clips.id, clipId))
  })
}

/**
 * Puts a clip on the card of a lesson of the two, or takes it off.
 * @throws AppError no_such_clip; no_such_lesson when the lesson is not theirs or was called off
 */
export async function setLesson(
  { db }: Changing,
  userId: string,
  { clipId, bookingId }: { clipId: string; bookingId: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const clip = await lockClip(tx, userId, clipId)
    if (bookingId !== null && !(await haveLessons(tx, clip, bookingId)))
      throw new AppError('not_found', 'no_such_lesson', 'There is no such lesson.')
    await tx.update(clips).set({ bookingId }).where(eq(clips.id, clipId))
  })
}

/** Deletes a clip with all that is on it; its files follow. @throws AppError no_such_clip, not_yours */
export async function deleteClip({ db }: Changing, userId: string, clipId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockClip(tx, userId, clipId)
    if (!mayDelete(row, userId))
      throw new AppError(
        'not_allowed',
        'not_yours',
        'Only the student or whoever added a clip can delete it.',
      )
    await tx.delete(clips).where(eq(clips.id, clipId))
  })
}

/**
 * Draws something on a clip, or changes what its author drew. The id is the browser's own: saved twice it is there once.
 * @throws AppError no_such_clip; not_yours for somebody else's drawing; too_many_drawings
 */
export async function saveDrawing(
  services: Changing,
  userId: string,
  { clipId, drawingId, drawing }: { clipId: string; drawingId: string; drawing: DrawingInput },
): Promise<void> {
  const { db, clock } = services
  await db.transaction(async (tx) => {
    const clip = await lockClip(tx, userId, clipId)
    await requireReach(tx, clip)
    const [known] = await tx.select().from(clipDrawings).where(eq(clipDrawings.id, drawingId))
    const { shape, points, color, text, fromUs, untilUs } = drawing
    const values = { shape, points, color, text, fromUs, untilUs, updatedAt: clock.now() }
    if (known) {
      if (known.clipId !== clipId) throw noSuchClip()
      if (known.authorId !== userId) throw notYours()
      await tx.update(clipDrawings).set(values).where(eq(clipDrawings.id, drawingId))
      return
    }
    await checkCount(tx, clipDrawings, clipId, clipLimits.drawingsAClip, 'drawings')
    await tx
      .insert(clipDrawings)
      .values({ id: drawingId, clipId, authorId: userId, createdAt: clock.now(), ...values })
    await notifyOfClips(services, tx, clip, userId, 'later')
  })
}

const notYours = () =>
  new AppError('not_allowed', 'not_yours', 'Only the person who drew this can change it.')

/** Takes a drawing away; one that is gone already is no error. @throws AppError no_such_clip, not_yours */
export async function removeDrawing(
  { db }: Changing,
  userId: string,
  { clipId, drawingId }: { clipId: string; drawingId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockClip(tx, userId, clipId)
    const ofClip = and(eq(clipDrawings.id, drawingId), eq(clipDrawings.clipId, clipId))
    const [known] = await tx.select({ authorId: clipDrawings.authorId }).from(clipDrawings).where(ofClip)
    if (!known) return
    if (known.authorId !== userId) throw notYours()
    await tx.delete(clipDrawings).where(ofClip)
  })
}

/** Marks a moment of the swing, in place of where it was marked; null takes the mark away. @throws AppError no_such_clip, no_such_moment */
export async function markPosition(
  { db, clock }: Changing,
  userId: string,
  { clipId, position, atUs }: { clipId: string; position: Position; atUs: number | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    const clip = await lockClip(tx, userId, clipId)
    if (atUs === null) {
      await tx
        .delete(clipPositions)
        .where(and(eq(clipPositions.clipId, clipId), eq(clipPositions.position, position)))
      return
    }
    if (clip.durationUs === null || atUs > clip.durationUs)
      throw new AppError('bad_input', 'no_such_moment', 'This clip has no such moment.')
    const values = { atUs, markedBy: userId, markedAt: clock.now() }
    await tx
      .insert(clipPositions)
      .values({ clipId, position, ...values })
      .onConflictDoUpdate({ target: [clipPositions.clipId, clipPositions.position], set: values })
  })
}

/** Says something about a clip, or a moment of it. The id is the browser's own: sent twice it is there once. @throws AppError no_such_clip, too_many_comments */
export async function addComment(
  services: Changing,
  userId: string,
  {
    clipId,
    clipCommentId,
    ...said
  }: { clipId: string; clipCommentId: string; atUs: number | null; content: string },
): Promise<void> {
  const { db, clock } = services
  await db.transaction(async (tx) => {
    const clip = await lockClip(tx, userId, clipId)
    await requireReach(tx, clip)
    await checkCount(tx, clipComments, clipId, clipLimits.commentsAClip, 'comments')
    const stored = await tx
      .insert(clipComments)
      .values({ id: clipCommentId, clipId, authorId: userId, createdAt: clock.now(), ...said })
      .onConflictDoNothing()
      .returning({ id: clipComments.id })
    if (stored.length > 0) await notifyOfClips(services, tx, clip, userId, 'soon')
  })
}

/** Takes back what one said; what is gone already is no error. @throws AppError no_such_clip, not_yours */
export async function removeComment(
  { db }: Changing,
  userId: string,
  { clipId, clipCommentId }: { clipId: string; clipCommentId: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockClip(tx, userId, clipId)
    const ofClip = and(eq(clipComments.id, clipCommentId), eq(clipComments.clipId, clipId))
    const [known] = await tx.select({ authorId: clipComments.authorId }).from(clipComments).where(ofClip)
    if (!known) return
    if (known.authorId !== userId)
      throw new AppError('not_allowed', 'not_yours', 'Only the person who wrote this can delete it.')
    await tx.delete(clipComments).where(ofClip)
  })
}

/** A student ends sharing clips with a coach, or begins again. What is there stays, and the student alone sees it meanwhile. */
export async function setSharing({ db, clock }: Changing, pair: Pair, share: boolean): Promise<void> {
  if (share) {
    const { instructorId, studentId } = pair
    await db
      .delete(clipSharingEnded)
      .where(and(eq(clipSharingEnded.instructorId, instructorId), eq(clipSharingEnded.studentId, studentId)))
    return
  }
  await db
    .insert(clipSharingEnded)
    .values({ ...pair, endedAt: clock.now() })
    .onConflictDoNothing()
}

/** Removes uploads that were left half way, and those that became a clip; their parts follow. @returns how many */
export async function sweepClipUploads({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const gone = await db
    .delete(clipUploads)
    .where(lt(clipUploads.updatedAt, clock.now() - FORGOTTEN_AFTER_MS))
    .returning({ id: clipUploads.id })
  return gone.length
}

async function checkCount(
  tx: Queryable,
  table: typeof clipDrawings | typeof clipComments,
  clipId: string,
  most: number,
  what: 'drawings' | 'comments',
): Promise<void> {
  const [found] = await tx.select({ n: count() }).from(table).where(sql`${table.clipId} = ${clipId}`)
  if ((found?.n ?? 0) >= most)
    throw new AppError('conflict', `too_many_${what}`, `A clip may have ${most} ${what}.`)
}
