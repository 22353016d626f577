import { createHash } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { findActor } from '#features/accounts/queries.ts'
import type { Queryable } from '#platform/db.ts'
import { toIso } from '#platform/time.ts'
import type { Services } from '#ports/services.ts'
import { listLessons } from '../queries.ts'
import { bookings, calendarFeeds } from '../tables.ts'
import { calendarFeed } from './calendar.ts'

/** The maximum number of upcoming and of past lessons in a feed. */
const COMING = 300
const PAST = 100

/** Tokens are 256 random bits, so an unsalted hash protects them from readers of the table. */
export const feedHash = (token: string) => createHash('sha256').update(`calendar feed ${token}`).digest()

/** When the user's private calendar URL was created; null when there is none. */
export async function findFeed(db: Queryable, userId: string): Promise<{ createdAt: string } | null> {
  const [feed] = await db
    .select({ createdAt: calendarFeeds.createdAt })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.userId, userId))
  return feed ? { createdAt: toIso(feed.createdAt) } : null
}

/**
 * The calendar feed of a token, with an ETag that changes only with its content. Null when the token is no
 * longer valid or its owner has left.
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
    listLessons(db, who, { now, list: 'upcoming', limit: COMING, offset: 0 }),
    listLessons(db, who, { now, list: 'ended', limit: PAST, offset: 0 }),
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
