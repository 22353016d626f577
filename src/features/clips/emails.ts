import { and, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { mayReach } from '#features/messages/may-reach.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { DAY } from '#platform/duration.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import { countOf, listOf } from '#platform/words.ts'
import type { Services } from '#ports/services.ts'
import { isShared, mayBeSeenBy } from './access.ts'
import { clipNewsJob } from './jobs.ts'
import { clipKind, newClips } from './letters.ts'
import { findClipPair } from './queries.ts'
import type { ClipPair } from './schema.ts'
import { clipComments, clipDrawings, clipNews, clipSeen, clips, clipVoiceOvers } from './tables.ts'

/**
 * How long a notification is delayed to collect changes: short for clips and comments, longer for drawings.
 */
const GATHERED_FOR_MS = { soon: 45_000, later: 15 * 60_000 } as const

/** The look-back of jobs without a stored time, and the longest period in one message. */

const newsOf = (pair: ClipPair, readerId: string) =>
  and(
    eq(clipNews.instructorId, pair.instructorId),
    eq(clipNews.studentId, pair.studentId),
    eq(clipNews.readerId, readerId),
  )

const otherOf = ({ instructorId, studentId }: ClipPair, userId: string) =>
  userId === instructorId ? studentId : instructorId

/**
 * Queues a notification of the other person that collects later changes, in the transaction of the change.
 * @param change.byId the user who made the change
 * @param change.at the time stored with the change
 * @param when `soon` sends within a minute, `later` within a quarter of an hour
 */
export async function notifyOfClips(
  services: Pick<Services, 'jobs'>,
  tx: Queryable,
  { instructorId, studentId }: ClipPair,
  { byId, at }: { byId: string; at: number },
  when: keyof typeof GATHERED_FOR_MS,
): Promise<void> {
  const pair = { instructorId, studentId }
  const readerId = otherOf(pair, byId)
  const dueAt = at + GATHERED_FOR_MS[when]
  await tx
    .insert(clipNews)
    .values({ ...pair, readerId })
    .onConflictDoNothing()
  const [known] = await tx.select().from(clipNews).where(newsOf(pair, readerId)).for('update')
  // A notification sent while this change was being written did not include it.
  const toldUntil =
    known?.toldUntil !== undefined && known.toldUntil !== null ? Math.min(known.toldUntil, at - 1) : null
  const isEarlier = known?.dueAt === undefined || known.dueAt === null || dueAt < known.dueAt
  await tx
    .update(clipNews)
    .set({ toldUntil, ...(isEarlier ? { dueAt } : {}) })
    .where(newsOf(pair, readerId))
  if (!isEarlier) return
  await services.jobs.send(
    tx,
    clipNewsJob,
    { ...pair, byId },
    { id: uuidV8(`clips:${instructorId}:${studentId}:${byId}:${dueAt}`), notBefore: dueAt },
  )
}

/**
 * Marks clips as seen by the reader, so that existing changes cause no notification.
 * @param clipIds some of the clips of the two; when omitted, all of them
 */
export async function markClipsSeen(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  readerId: string,
  { instructorId, studentId, clipIds }: ClipPair & { clipIds?: string[] | undefined },
): Promise<void> {
  const seenAt = clock.now()
  if (clipIds) {
    await db.transaction(async (tx) => {
      // Locked, because a clip that is deleted meanwhile could not be marked.
      const seen = await tx
        .select({ clipId: clips.id })
        .from(clips)
        .where(
          and(
            inArray(clips.id, clipIds),
            eq(clips.instructorId, instructorId),
            eq(clips.studentId, studentId),
            mayBeSeenBy(tx, readerId),
          ),
        )
        .orderBy(clips.id)
        .for('key share')
      if (seen.length === 0) return
      await tx
        .insert(clipSeen)
        .values(seen.map(({ clipId }) => ({ clipId, readerId, seenAt })))
        .onConflictDoUpdate({ target: [clipSeen.clipId, clipSeen.readerId], set: { seenAt } })
    })
    return
  }
  await db
    .insert(clipNews)
    .values({ instructorId, studentId, readerId, seenAt })
    .onConflictDoUpdate({
      target: [clipNews.instructorId, clipNews.studentId, clipNews.readerId],
      set: { seenAt },
    })
}

/** Sends a notification of changes that still exist and were not seen. Idempotent. */
export async function sendClipNews(
  services: Pick<Services, 'db' | 'jobs' | 'clock' | 'env' | 'answers'>,
  { byId, ...pair }: ClipPair & { byId: string },
): Promise<'told' | 'nothing'> {
  const { db, env, clock } = services
  const readerId = otherOf(pair, byId)
  return await db.transaction(async (tx) => {
    const [news] = await tx.select().from(clipNews).where(newsOf(pair, readerId)).for('update')
    const now = clock.now()
    if (!news?.dueAt || news.dueAt > now) return 'nothing'
    await tx.update(clipNews).set({ dueAt: null, toldUntil: now }).where(newsOf(pair, readerId))
    const people = await findClipPair(tx, byId, pair)
    if (!people || !(await isShared(tx, pair)) || !(await mayReach(tx, pair))) return 'nothing'
    const since = Math.max(news.toldUntil ?? 0, news.seenAt ?? 0, now - DAY)
    const seenAt = sql`(select s.seen_at from clip_seen s where s.clip_id = ${clips.id} and s.reader_id = ${readerId})`
    const within = (column: PgColumn) =>
      and(gt(column, since), lte(column, now), sql`${column} > coalesce(${seenAt}, '-infinity')`)
    const theirs = and(
      eq(clips.instructorId, pair.instructorId),
      eq(clips.studentId, pair.studentId),
      mayBeSeenBy(tx, readerId),
    )
    const added = await tx
      .select({ id: clips.id })
      .from(clips)
      .where(and(theirs, eq(clips.uploaderId, byId), within(clips.createdAt)))
      .orderBy(desc(clips.createdAt))
    const drawn = await tx
      .select({ id: clips.id, n: count() })
      .from(clipDrawings)
      .innerJoin(clips, eq(clips.id, clipDrawings.clipId))
      .where(and(theirs, eq(clipDrawings.authorId, byId), within(clipDrawings.createdAt)))
      .groupBy(clips.id)
    const said = await tx
      .select({ id: clips.id, n: count() })
      .from(clipComments)
      .innerJoin(clips, eq(clips.id, clipComments.clipId))
      .where(and(theirs, eq(clipComments.authorId, byId), within(clipComments.createdAt)))
      .groupBy(clips.id)
    const spoken = await tx
      .select({ id: clips.id })
      .from(clipVoiceOvers)
      .innerJoin(clips, eq(clips.id, clipVoiceOvers.clipId))
      .where(and(theirs, eq(clipVoiceOvers.authorId, byId), within(clipVoiceOvers.createdAt)))
    const clipId = (spoken[0] ?? added[0] ?? said[0] ?? drawn[0])?.id
    if (!clipId) return 'nothing'
    const sum = (rows: readonly { n: number }[]) => rows.reduce((total, { n }) => total + n, 0)
    const inAll = inWords([
      [added.length, 'clip'],
      [spoken.length, 'voice-over'],
      [sum(drawn), 'drawing'],
      [sum(said), 'comment'],
    ])
    const isCoach = byId === pair.instructorId
    const author = isCoach ? people.coach.name : people.student.name
    const href = `/clips/${clipId}`
    await notifyUser(services, tx, {
      userId: readerId,
      kind: clipKind,
      businessKey: `${pair.instructorId}:${pair.studentId}:${byId}:${now}`,
      title: `${author} added ${inAll}`,
      body: 'Open the clip to see it.',
      href,
      email: fillIn(newClips, {
        author_name: author,
        what_is_new: inAll,
        clip_url: `${env.appUrl}${href}`,
      }),
      about: { what: 'clips', clipId },
    })
    return 'told'
  })
}

/** `2 clips, 1 drawing and 3 comments`. */
export function inWords(counts: readonly (readonly [n: number, what: string])[]): string {
  return listOf(counts.filter(([n]) => n > 0).map(([n, what]) => countOf(n, what)))
}
