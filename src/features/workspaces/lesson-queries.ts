import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { bookings } from '#features/bookings/tables.ts'
import { golfers } from '#features/golfers/tables.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import { isLessonOf, type Workspace } from './access.ts'
import type { LessonCardView } from './schema.ts'
import { lessonCards } from './tables.ts'

/** The lessons of a workspace. */

const isBookedIn = (workspace: Workspace) =>
  and(isLessonOf(workspace), inArray(bookings.status, ['confirmed', 'completed']))

/** The number of lessons of a workspace, and the number that were taught. */
export async function countTaughtLessons(db: Queryable, workspace: Workspace, now: number) {
  const [row] = await db
    .select({
      lessons: count(),
      taught: sql<number>`(count(*) filter (where ${bookings.lessonEnd} <= ${new Date(now)} and ${bookings.calledOffAt} is null))::int`,
    })
    .from(bookings)
    .where(isBookedIn(workspace))
  return { lessons: row?.lessons ?? 0, taught: row?.taught ?? 0 }
}

/** The newest lessons of a workspace, as seen by one member. */
export async function listCards(
  db: Queryable,
  workspace: Workspace,
  now: number,
  most: number,
): Promise<LessonCardView[]> {
  const rows = await db
    .select({
      bookingId: bookings.id,
      title: bookings.lessonTitle,
      playedBy: golfers.name,
      start: bookings.lessonDate,
      end: bookings.lessonEnd,
      calledOffAt: bookings.calledOffAt,
      durationMinutes: bookings.durationMinutes,
      zone: bookings.timeZone,
      place: bookings.locationName,
      placeId: bookings.teachingLocationId,
      note: lessonCards.note,
      nextGoal: lessonCards.nextGoal,
      sharedAt: lessonCards.sharedAt,
    })
    .from(bookings)
    .leftJoin(golfers, eq(golfers.id, bookings.golferId))
    .leftJoin(lessonCards, eq(lessonCards.bookingId, bookings.id))
    .where(isBookedIn(workspace))
    .orderBy(desc(bookings.lessonDate), bookings.id)
    .limit(most)
  const drafts =
    workspace.as === 'coach'
      ? await readDrafts(
          db,
          rows.map(({ bookingId }) => bookingId),
        )
      : null
  return rows.map(({ start, end, calledOffAt, sharedAt, note, nextGoal, ...row }) => ({
    ...row,
    start: toIso(start),
    isPast: end <= now,
    isCalledOff: calledOffAt !== null,
    note: note ?? '',
    nextGoal: nextGoal ?? '',
    sharedAt: sharedAt === null ? null : toIso(sharedAt),
    own: workspace.as === 'coach' ? (drafts?.get(row.bookingId) ?? emptyDraft) : null,
  }))
}

const emptyDraft = { note: '', nextGoal: '', privateNote: '', version: 0, isAhead: false }

/** The coach's drafts, shared or not. Must only be returned to the coach. */
async function readDrafts(db: Queryable, bookingIds: readonly string[]) {
  if (bookingIds.length === 0) return new Map<string, never>()
  const rows = await db.select().from(lessonCards).where(inArray(lessonCards.bookingId, bookingIds))
  return new Map(
    rows.map((card) => [
      card.bookingId,
      {
        note: card.draftNote,
        nextGoal: card.draftNextGoal,
        privateNote: card.privateNote,
        version: card.version,
        isAhead: card.draftNote !== card.note || card.draftNextGoal !== card.nextGoal,
      },
    ]),
  )
}
