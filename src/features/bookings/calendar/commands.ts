import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Actor } from '#platform/actor.ts'
import type { Services } from '#ports/services.ts'
import { feedHash } from './queries.ts'

type Writing = Pick<Services, 'db' | 'clock' | 'env'>

/**
 * Makes a person's private calendar address, and makes an earlier one worthless. We keep only its hash: this is the one time
 * it can be shown.
 */
export async function rotateFeed(services: Writing, actor: Pick<Actor, 'userId'>): Promise<{ url: string }> {
  const token = randomBytes(32).toString('base64url')
  await services.db.execute(sql`
    insert into calendar_feeds (user_id, token_hash, created_at)
    values (${actor.userId}, ${feedHash(token)}, ${new Date(services.clock.now())})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`)
  return { url: `${services.env.appUrl}/calendar/${token}.ics` }
}

/** From now on nobody reads it. */
export async function closeFeed(services: Writing, actor: Pick<Actor, 'userId'>): Promise<void> {
  await services.db.execute(sql`delete from calendar_feeds where user_id = ${actor.userId}`)
}
