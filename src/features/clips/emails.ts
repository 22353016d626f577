import { and, count, desc, eq, gte, lt } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { uuidV8 } from '#platform/uuid-v8.ts'
import type { Services } from '#ports/services.ts'
import { tellOfClipsJob } from './jobs.ts'
import { clipKind, newClips } from './letters.ts'
import { findPair, isShared } from './queries.ts'
import type { Pair } from './schema.ts'
import { clipComments, clipDrawings, clips } from './tables.ts'

const QUARTER_HOUR = 15 * 60_000

/**
 * Has the other of the two told, in the transaction that added something: what is added within the same quarter of an hour is
 * told together when it ends.
 * @param byId who added it
 */
export async function notifyOfClips(
  services: Pick<Services, 'jobs' | 'clock'>,
  tx: Queryable,
  { instructorId, studentId }: Pair,
  byId: string,
): Promise<void> {
  const since = Math.floor(services.clock.now() / QUARTER_HOUR) * QUARTER_HOUR
  await services.jobs.send(
    tx,
    tellOfClipsJob,
    { instructorId, studentId, byId, since },
    {
      id: uuidV8(`clips:${instructorId}:${studentId}:${byId}:${since}`),
      notBefore: since + QUARTER_HOUR,
    },
  )
}

/** Tells what was added and is still there. Running it again tells nothing more. */
export async function tellOfClips(
  services: Pick<Services, 'db' | 'jobs' | 'clock' | 'env'>,
  { byId, since, ...pair }: Pair & { byId: string; since: number },
): Promise<'told' | 'nothing'> {
  const { db, env } = services
  return await db.transaction(async (tx) => {
    const people = await findPair(tx, byId, pair)
    if (!people || !(await isShared(tx, pair))) return 'nothing'
    const within = (column: PgColumn) => and(gte(column, since), lt(column, since + QUARTER_HOUR))
    const theirs = and(eq(clips.instructorId, pair.instructorId), eq(clips.studentId, pair.studentId))
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
    const clipId = (added[0] ?? said[0] ?? drawn[0])?.id
    if (!clipId) return 'nothing'
    const sum = (rows: readonly { n: number }[]) => rows.reduce((total, { n }) => total + n, 0)
    const news = inWords([
      [added.length, 'clip'],
      [sum(drawn), 'drawing'],
      [sum(said), 'comment'],
    ])
    const isCoach = byId === pair.instructorId
    const author = isCoach ? people.coach.name : people.student.name
    const href = `/clips/${clipId}`
    await notifyUser(services, tx, {
      userId: isCoach ? pair.studentId : pair.instructorId,
      kind: clipKind,
      businessKey: `${pair.instructorId}:${pair.studentId}:${byId}:${since}`,
      title: `${author} added ${news}`,
      body: 'Open the clip to see it.',
      href,
      email: fillIn(newClips, {
        author_name: author,
        what_is_new: news,
        clip_url: `${env.appUrl}${href}`,
      }),
      about: { what: 'clips', clipId },
    })
    return 'told'
  })
}

/** `2 clips, 1 drawing and 3 comments`. */
export function inWords(counts: readonly (readonly [n: number, what: string])[]): string {
  const parts = counts.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}${n === 1 ? '' : 's'}`)
  return parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
