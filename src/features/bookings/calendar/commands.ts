import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Services } from '#ports/services.ts'
import { calendarFeeds } from '../tables.ts'
import { feedHash } from './queries.ts'

type Writing = Pick<Services, 'db' | 'clock' | 'env'>

/**
 * Makes a person's private calendar address, and makes an earlier one worthless. We keep only its hash: this is the one time
 * it can be shown.
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

/** From now on nobody reads it. */
export async function closeFeed(services: Writing, actor: Pick<Actor, 'userId'>): Promise<void> {
  await services.db.delete(calendarFeeds).where(eq(calendarFeeds.userId, actor.userId))
}
