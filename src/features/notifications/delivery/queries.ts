import { sql } from 'drizzle-orm'
import type { Services, StillTrue } from '#ports/services.ts'
import type { About } from '../jobs.ts'
import { isNotification, type LetterKind, type NotificationChannel, wants } from '../notification.ts'
import { readChannelPreferences } from '../preferences/queries.ts'

/** A message that is about to leave. */
export interface Leaving {
  kind: LetterKind
  channel: NotificationChannel
  userId: string | null
  about?: About | undefined
  /** When there was reason to write, milliseconds since 1970, UTC; unknown for messages of an earlier version. */
  writtenAt?: number | undefined
}

/** Asks once more: does this person still want it, and is it still true? */
export async function checkBeforeSending(
  services: Pick<Services, 'db' | 'clock' | 'env' | 'stillTrue'>,
  channel: NotificationChannel,
  message: Pick<Leaving, 'userId' | 'about' | 'writtenAt'> & { kind?: LetterKind | undefined },
): Promise<StillTrue> {
  const { kind, userId, about, writtenAt } = message
  if (!kind) return { why: null }
  if (userId && isNotification(kind)) {
    const open = await services.db.execute(
      sql`select 1 from profiles where id = ${userId} and closed_at is null and suspended_at is null`,
    )
    if (open.rows.length === 0) return { why: 'the account is closed' }
    if (!wants(await readChannelPreferences(services.db, userId), kind, channel))
      return { why: 'not wanted any more' }
  }
  return await services.stillTrue(services, { kind, channel, userId, about, writtenAt })
}
