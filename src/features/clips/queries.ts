import { and, asc, count, desc, eq, exists, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { profiles } from '#features/accounts/tables.ts'
import { bookings } from '#features/bookings/tables.ts'
import { instructorProfiles } from '#features/coaches/tables.ts'
import { golfers } from '#features/golfers/tables.ts'
import type { Queryable } from '#platform/db.ts'
import type { StoredFile } from '#platform/sanitize-image.ts'
import { toIso } from '#platform/time.ts'
import {
  type ClipRow,
  findClipRow,
  findGolferOfClips,
  haveLessons,
  isShared,
  mayBeModel,
  mayBeSeenBy,
  mayDelete,
} from './access.ts'
import { clipFileAddress, type Position, positions, voiceOverAddress } from './clip.ts'
import type {
  Clip,
  ClipList,
  ClipPair,
  ClipPartner,
  ClipSummary,
  ClipsOfGolfer,
  ModelSwing,
} from './schema.ts'
import {
  clipComments,
  clipDrawings,
  clipPositions,
  clipSharingEnded,
  clips,
  clipVoiceOvers,
} from './tables.ts'

/**
 * A coach and a student with a past or future lesson; null for other pairs, and when an account is closed.
 */
export async function findClipPair(
  db: Queryable,
  viewerId: string,
  { instructorId, studentId }: ClipPair,
): Promise<{ coach: { id: string; name: string }; student: { id: string; name: string } } | null> {
  if (viewerId !== instructorId && viewerId !== studentId) return null
  const together = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.instructorId, instructorId),
        eq(bookings.studentId, studentId),
        inArray(bookings.status, ['confirmed', 'completed']),
      ),
    )
  const kept = db
    .select({ id: clips.id })
    .from(clips)
    .where(and(eq(clips.instructorId, instructorId), eq(clips.studentId, studentId)))
  const [row] = await db
    .select({ coach: instructorProfiles.displayName, student: profiles.fullName })
    .from(profiles)
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, instructorId))
    .where(and(eq(profiles.id, studentId), or(exists(together), exists(kept))))
  return row
    ? {
        coach: { id: instructorId, name: row.coach ?? 'Golf Instructor' },
        student: { id: studentId, name: row.student },
      }
    : null
}

/**
 * The clips of a coach and a student, newest first, as seen by the viewer.
 * @returns null when they have no lesson together
 */
export async function listClips(
  db: Queryable,
  viewerId: string,
  { bookingId, ...pair }: ClipsOfGolfer & { bookingId?: string | undefined },
): Promise<ClipList | null> {
  const people = await findClipPair(db, viewerId, pair)
  if (!people) return null
  const golfer = pair.golferId ? await findGolferOfClips(db, pair.studentId, pair.golferId) : null
  const mayAdd = await haveLessons(db, pair)
  const shared = await isShared(db, pair)
  const rows = await db
    .select({
      clip: clips,
      drawings: sql<number>`(select count(*)::int from clip_drawings d where d.clip_id = clips.id)`,
      voiceOvers: sql<number>`(select count(*)::int from clip_voice_overs v where v.clip_id = clips.id)`,
      comments: sql<number>`(select count(*)::int from clip_comments d where d.clip_id = clips.id)`,
    })
    .from(clips)
    .where(
      and(
        eq(clips.instructorId, pair.instructorId),
        eq(clips.studentId, pair.studentId),
        pair.golferId ? eq(clips.golferId, pair.golferId) : isNull(clips.golferId),
        bookingId ? eq(clips.bookingId, bookingId) : undefined,
        mayBeSeenBy(db, viewerId),
      ),
    )
    .orderBy(desc(clips.createdAt), clips.id)
  // A coach knows the golfers of the lessons with that coach and of clips that the coach sees, and no others.
  const isKnown = viewerId === pair.studentId || mayAdd || rows.length > 0
  if (pair.golferId && (!golfer || !isKnown)) return null
  const marked = await readPositions(
    db,
    rows.map(({ clip }) => clip.id),
  )
  return {
    ...people,
    golfer,
    isShared: shared,
    mayAdd: shared && mayAdd && golfer?.isAllowed !== false,
    clips: rows.map(({ clip, drawings, comments, voiceOvers }) => ({
      ...summaryOf(clip),
      drawings,
      comments,
      voiceOvers,
      positions: (marked.get(clip.id) ?? []).map(({ position }) => position),
    })),
  }
}

/**
 * A clip with its drawings, positions, comments and voice-overs.
 * @returns null for users who may not see it
 */
export async function findClip(db: Queryable, viewerId: string, clipId: string): Promise<Clip | null> {
  const row = await findClipRow(db, viewerId, clipId)
  if (!row) return null
  const pair = { instructorId: row.instructorId, studentId: row.studentId }
  const people = await findClipPair(db, viewerId, pair)
  if (!people) return null
  const drawings = await db
    .select()
    .from(clipDrawings)
    .where(eq(clipDrawings.clipId, clipId))
    .orderBy(asc(clipDrawings.createdAt), clipDrawings.id)
  const comments = await db
    .select()
    .from(clipComments)
    .where(eq(clipComments.clipId, clipId))
    .orderBy(asc(clipComments.createdAt), clipComments.id)
  const spoken = await db
    .select()
    .from(clipVoiceOvers)
    .where(eq(clipVoiceOvers.clipId, clipId))
    .orderBy(asc(clipVoiceOvers.createdAt), clipVoiceOvers.id)
  const marked = (await readPositions(db, [clipId])).get(clipId) ?? []
  return {
    ...summaryOf(row),
    ...people,
    golfer: row.golferId ? await findGolferOfClips(db, row.studentId, row.golferId) : null,
    files: withAddresses(clipId, row.files),
    frameTimes: row.frameTimes,
    drawings: drawings.map(({ id, authorId, shape, points, color, text, fromUs, untilUs }) => ({
      id,
      authorId,
      shape,
      points,
      color,
      text,
      fromUs,
      untilUs,
    })),
    positions: marked,
    comments: comments.map(({ id, authorId, atUs, content, createdAt }) => ({
      id,
      authorId,
      atUs,
      content,
      createdAt: toIso(createdAt),
    })),
    voiceOvers: spoken.map(({ id, authorId, durationMs, summary, createdAt }) => ({
      id,
      authorId,
      url: voiceOverAddress(clipId, id),
      durationMs,
      summary,
      createdAt: toIso(createdAt),
    })),
    videoReviewId: row.videoReviewId,
    isShared: await isShared(db, pair),
    haveLessons: await haveLessons(db, { ...pair, golferId: row.golferId }),
    mayDelete: mayDelete(row, viewerId),
    isModel: row.modelSince !== null && row.instructorId === viewerId,
    mayBeModel: mayBeModel(row, viewerId),
  }
}

/** A coach's model swings, newest first, except clips of students who ended sharing. */
export async function listModelSwings(db: Queryable, coachId: string): Promise<ModelSwing[]> {
  const rows = await db
    .select({ id: clips.id, title: clips.title })
    .from(clips)
    .where(and(eq(clips.instructorId, coachId), isNotNull(clips.modelSince), mayBeSeenBy(db, coachId)))
    .orderBy(desc(clips.modelSince), clips.id)
  const marked = await readPositions(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, title }) => ({
    id,
    title,
    positions: (marked.get(id) ?? []).map(({ position }) => position),
  }))
}

/**
 * Everyone with whom a user had or has a lesson, or has clips that the user sees, with who plays. Clips stay after
 * the only lesson is canceled. Clips of a video review do not count: its two people need no lesson.
 */
export async function listPartners(db: Queryable, viewerId: string): Promise<ClipPartner[]> {
  const together = db
    .select({ coachId: bookings.instructorId, studentId: bookings.studentId, golferId: bookings.golferId })
    .from(bookings)
    .where(
      and(
        or(eq(bookings.instructorId, viewerId), eq(bookings.studentId, viewerId)),
        inArray(bookings.status, ['confirmed', 'completed']),
      ),
    )
    .union(
      db
        .select({ coachId: clips.instructorId, studentId: clips.studentId, golferId: clips.golferId })
        .from(clips)
        .where(and(isNull(clips.videoReviewId), mayBeSeenBy(db, viewerId))),
    )
    .as('together')
  const players = await db
    .select({
      coachId: together.coachId,
      studentId: together.studentId,
      coach: instructorProfiles.displayName,
      student: profiles.fullName,
      isOfGolfer: sql<boolean>`${together.golferId} is not null`,
      golferId: golfers.id,
      golfer: golfers.name,
    })
    .from(together)
    .innerJoin(profiles, eq(profiles.id, together.studentId))
    .innerJoin(instructorProfiles, eq(instructorProfiles.userId, together.coachId))
    .leftJoin(golfers, and(eq(golfers.id, together.golferId), isNull(golfers.removedAt)))
    .orderBy(asc(golfers.name))
  const { instructorId, studentId, golferId } = clips
  const counted = await db
    .select({ coachId: instructorId, studentId, golferId, clips: count() })
    .from(clips)
    .where(mayBeSeenBy(db, viewerId))
    .groupBy(instructorId, studentId, golferId)
  const ended = await db
    .select()
    .from(clipSharingEnded)
    .where(or(eq(clipSharingEnded.instructorId, viewerId), eq(clipSharingEnded.studentId, viewerId)))
  const otherOf = (pair: { coachId: string; studentId: string }) =>
    pair.coachId === viewerId ? pair.studentId : pair.coachId
  return [...Map.groupBy(players, otherOf)]
    .flatMap(([id, withThem]): ClipPartner[] => {
      const [first] = withThem
      if (!first) return []
      const own = counted.filter((one) => otherOf(one) === id)
      const clipsOf = (player: string | null) => own.find((one) => one.golferId === player)?.clips ?? 0
      const ofGolfers = withThem.flatMap(({ golferId: player, golfer }) =>
        player && golfer ? [{ golferId: player, name: golfer, clips: clipsOf(player) }] : [],
      )
      const student = { golferId: null, name: first.student, clips: clipsOf(null) }
      const studentPlays = withThem.some(({ isOfGolfer }) => !isOfGolfer) || student.clips > 0
      const as = id === first.coachId ? 'coach' : 'student'
      return [
        {
          id,
          name: as === 'coach' ? (first.coach ?? 'Golf Instructor') : first.student,
          as,
          clips: own.reduce((sum, one) => sum + one.clips, 0),
          players: studentPlays || ofGolfers.length === 0 ? [student, ...ofGolfers] : ofGolfers,
          isShared: !ended.some((one) => one.instructorId === id || one.studentId === id),
        },
      ]
    })
    .sort((a, b) => b.clips - a.clips || a.name.localeCompare(b.name))
}

/** The storage location of a clip's file; null when the viewer may not see it or there is no such file. */
export async function findClipFile(
  db: Queryable,
  viewerId: string,
  request: { clipId: string; name: string },
): Promise<{ key: string; file: StoredFile } | null> {
  const row = await findClipRow(db, viewerId, request.clipId)
  const file = row && [...row.files, ...row.poster].find(({ name }) => name === request.name)
  return row && file ? { key: `${row.storageKey}/${file.name}`, file } : null
}

async function readPositions(db: Queryable, clipIds: readonly string[]) {
  const found = new Map<string, { position: Position; atUs: number; markedBy: string }[]>()
  if (clipIds.length === 0) return found
  const rows = await db
    .select()
    .from(clipPositions)
    .where(inArray(clipPositions.clipId, [...clipIds]))
  for (const { clipId, position, atUs, markedBy } of rows)
    found.set(clipId, [...(found.get(clipId) ?? []), { position, atUs, markedBy }])
  for (const marks of found.values())
    marks.sort((a, b) => positions.indexOf(a.position) - positions.indexOf(b.position))
  return found
}

function summaryOf(row: ClipRow): Omit<ClipSummary, 'drawings' | 'comments' | 'voiceOvers' | 'positions'> {
  const { id, kind, title, bookingId, uploaderId, width, height, durationUs, poster, createdAt } = row
  return {
    id,
    kind,
    title,
    bookingId,
    uploaderId,
    width,
    height,
    durationUs,
    poster: withAddresses(id, kind === 'image' ? row.files : poster),
    createdAt: toIso(createdAt),
  }
}

const withAddresses = (clipId: string, files: readonly StoredFile[]) =>
  files.map(({ name, ...file }) => ({ url: clipFileAddress(clipId, name), ...file }))
