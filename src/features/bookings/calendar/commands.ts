import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Services } from '#ports/services.ts'
import { calendarFeeds } from '../tables.ts'
import { feedHash } from './queries.ts'

type Writing = Pick<Services, 'db' | 'clock' | 'env'>

/**
 * Creates a user's private calendar URL and invalidates the previous one. Only the token's hash is stored, so
 * the URL can be shown only once.
 */
export async function rotateFeed(services: Writing, actor: Pick<Actor, 'userId'>): Promise<{ url: string }> {
  const token = randomBytes(32).toString('base64url')
  const feed = { tokenHash: feedHash(token), createdAt: services.clock.now() }
  await services.db
    .insert(calendarFeeds)
    .values({ userId: actor.userId, ...feed })
    .onConflictDoUpdate({ target: calendarFeeds.userId, set: feed })
  return { url: `${services.env.appUrl}/calendar/${token}.ics` }
}

/** Deletes the user's calendar feed; its URL stops working. */
export async function closeFeed(services: Writing, actor: Pick<Actor, 'userId'>): Promise<void> {
  await services.db.delete(calendarFeeds).where(eq(calendarFeeds.userId, actor.userId))
}
