import { and, eq, inArray, isNull, notExists, or, type SQL, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { bookings } from '#features/bookings/tables.ts'
import { findOwnGolfer } from '#features/golfers/queries.ts'
import { golfers } from '#features/golfers/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ClipPair, ClipsOfGolfer, GolferOfClips } from './schema.ts'
import { clipSharingEnded, clips } from './tables.ts'

/** The row that records the end of sharing between a coach and a student. */
const sharingEnded = (db: Queryable, pair: { instructorId: SQL | string; studentId: SQL | string }) =>
  db
    .select({ one: sql`1` })
    .from(clipSharingEnded)
    .where(
      and(
        sql`${clipSharingEnded.instructorId} = ${pair.instructorId}`,
        sql`${clipSharingEnded.studentId} = ${pair.studentId}`,
      ),
    )

/** Clips of children whose guardian does not allow clips. */
const notAllowed = (db: Queryable) =>
  db
    .select({ one: sql`1` })
    .from(golfers)
    .where(and(eq(golfers.id, clips.golferId), eq(golfers.relation, 'child'), isNull(golfers.clipsAllowedAt)))

/**
 * The condition for clips a user may see: the student always, the coach while the student shares and, for a child, while the student
 * allows clips; clips of a video review once they are sent.
 */
export const mayBeSeenBy = (db: Queryable, viewerId: string) =>
  or(
    eq(clips.studentId, viewerId),
    and(
      eq(clips.instructorId, viewerId),
      eq(clips.isUnsent, false),
      notExists(notAllowed(db)),
      notExists(
        sharingEnded(db, {
          instructorId: sql`${clips.instructorId}`,
          studentId: sql`${clips.studentId}`,
        }),
      ),
    ),
  )

export type ClipRow = typeof clips.$inferSelect

/** A clip, if the viewer may see it; null otherwise. */
export async function findClipRow(db: Queryable, viewerId: string, clipId: string): Promise<ClipRow | null> {
  const [row] = await db
    .select()
    .from(clips)
    .where(and(eq(clips.id, clipId), mayBeSeenBy(db, viewerId)))
  return row ?? null
}

/** Whether the student has not ended sharing. */
export async function isShared(db: Queryable, { instructorId, studentId }: ClipPair): Promise<boolean> {
  return (await sharingEnded(db, { instructorId, studentId })).length === 0
}

/** One of the student's golfers, and whether clips of the golfer are allowed; null when there is no such golfer. */
export async function findGolferOfClips(
  db: Queryable,
  studentId: string,
  golferId: string,
): Promise<GolferOfClips | null> {
  const found = await findOwnGolfer(db, studentId, golferId)
  return found
    ? {
        id: found.id,
        name: found.name,
        isAllowed: found.relation === 'adult' || found.clipsAllowedAt !== null,
      }
    : null
}

/**
 * Refuses a clip of a child whose guardian does not allow clips.
 * @throws AppError clips_not_allowed, no_such_pair
 */
export async function requireConsent(
  db: Queryable,
  uploaderId: string,
  { studentId, golferId }: Pick<ClipsOfGolfer, 'studentId' | 'golferId'>,
): Promise<void> {
  if (!golferId) return
  const golfer = await findGolferOfClips(db, studentId, golferId)
  if (!golfer) throw noSuchPair()
  if (golfer.isAllowed) return
  throw new AppError(
    'conflict',
    'clips_not_allowed',
    uploaderId === studentId
      ? `You have not allowed clips of ${golfer.name}. Allow them in Profile Settings first.`
      : `Clips of ${golfer.name} are not allowed yet. The parent can allow them in Profile Settings.`,
  )
}

/** Thrown for a clip that does not exist, or not for this user and purpose. */
export const noSuchClip = () => new AppError('not_found', 'no_such_clip', 'There is no such clip.')

/** Thrown for an upload that does not exist, is not the user's, or is incomplete. */
export const noSuchUpload = () => new AppError('not_found', 'no_such_upload', 'There is no such upload.')

/** Thrown when two people have no lesson together. */
export const noSuchPair = () =>
  new AppError('not_found', 'no_such_pair', 'You can share clips with people you have a lesson with.')

/**
 * Whether two users have a past or future lesson together and both accounts are open.
 * @param golferId the golfer who plays; null for the student
 * @param bookingId requires this lesson of theirs
 */
export async function haveLessons(
  db: Queryable,
  { instructorId, studentId, golferId }: ClipsOfGolfer,
  bookingId: string | null = null,
): Promise<boolean> {
  const [row] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.instructorId))
    .where(
      and(
        eq(bookings.instructorId, instructorId),
        eq(bookings.studentId, studentId),
        golferId ? eq(bookings.golferId, golferId) : isNull(bookings.golferId),
        inArray(bookings.status, ['confirmed', 'completed']),
        sql`${profiles.closedAt} is null`,
        bookingId ? eq(bookings.id, bookingId) : undefined,
      ),
    )
    .limit(1)
  return row !== undefined
}

/** Coaches may use their own uploads as model swings; a student's upload stays between the two. */
export const mayBeModel = (
  clip: Pick<ClipRow, 'uploaderId' | 'instructorId' | 'kind'>,
  viewerId: string,
): boolean => clip.kind === 'video' && clip.instructorId === viewerId && clip.uploaderId === viewerId

/** The uploader and the student may delete a clip. */
export const mayDelete = (clip: Pick<ClipRow, 'uploaderId' | 'studentId'>, viewerId: string): boolean =>
  clip.uploaderId === viewerId || clip.studentId === viewerId
