import { createHash } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { findActor } from '#features/accounts/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { listLessons } from '../queries.ts'
import { bookings, calendarFeeds } from '../tables.ts'
import { calendarFeed } from './calendar.ts'

/** Lessons of the future and of the past in a feed. */
const COMING = 300
const PAST = 100

/** Tokens are 256 random bits: a plain hash is enough to make the table useless to a reader. */
export const feedHash = (token: string) => createHash('sha256').update(`calendar feed ${token}`).digest()

/** Since when a person's private calendar has its address; null when there is none. */
export async function findFeed(db: Queryable, userId: string): Promise<{ createdAt: string } | null> {
  const [feed] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
  return feed ? { createdAt: toIso(feed.createdAt) } : null
}

/**
 * The calendar behind a token, with a tag that changes only when something in it does; null for a token that is not valid
 * any more, or whose owner has left.
 */
export async function readFeed(
  services: Pick<Services, 'db' | 'clock' | 'env'>,
  token: string,
): Promise<{ text: string; tag: string } | null> {
  const { db } = services
  if (!/^[\w-]{43}$/.test(token)) return null
  const [feed] = await db
    .select({ userId: calendarFeeds.userId })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.tokenHash, feedHash(token)))
  const owner = feed && (await findActor(db, feed.userId))
  if (!owner) return null
  const as = owner.role === 'coach' ? 'coach' : 'student'
  const who = { userId: owner.userId, as } as const
  const now = services.clock.now()
  const lists = await Promise.all([
    listLessons(db, who, { now, past: false, limit: COMING, offset: 0 }),
    listLessons(db, who, { now, past: true, limit: PAST, offset: 0 }),
  ])
  const lessons = lists.flat().filter((lesson) => lesson.status !== 'pending')
  const changed = await readChangeTimes(
    db,
    lessons.map((lesson) => lesson.id),
  )
  const text = calendarFeed(
    lessons
      .map((lesson) => ({ ...lesson, changedAt: changed.get(lesson.id) ?? 0 }))
      .sort((a, b) => a.start.localeCompare(b.start) || a.id.localeCompare(b.id)),
    { as, appUrl: services.env.appUrl, organizer: services.env.senderAddress },
  )
  return { text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}

async function readChangeTimes(db: Queryable, ids: string[]): Promise<Map<string, number>> {
  const changed = await db
    .select({ id: bookings.id, updatedAt: bookings.updatedAt })
    .from(bookings)
    .where(inArray(bookings.id, ids))
  return new Map(changed.map(({ id, updatedAt }) => [id, updatedAt]))
}
