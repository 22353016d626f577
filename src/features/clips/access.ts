import { and, eq, inArray, notExists, or, type SQL, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { bookings } from '#features/bookings/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { ClipPair } from './schema.ts'
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

/** The condition for clips a user may see: the student always, the coach while the student shares. */
export const mayBeSeenBy = (db: Queryable, viewerId: string) =>
  or(
    eq(clips.studentId, viewerId),
    and(
      eq(clips.instructorId, viewerId),
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

/**
 * Whether two users have a past or future lesson together and both accounts are open.
 * @param bookingId requires this lesson of theirs
 */
export async function haveLessons(
  db: Queryable,
  { instructorId, studentId }: ClipPair,
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
