import { sql } from 'drizzle-orm'
import type { LeavingMessage, StillTrue } from '#platform/message-kind.ts'
import type { Services } from '#ports/services.ts'
import { isNotification, wants } from './notification.ts'
import { readChannelPreferences } from './preferences/queries.ts'
import { isStopped } from './unsubscribe-links.ts'

/** Asks once more: does this person still want it, and is it still true? */
export async function checkBeforeSending(
  services: Pick<Services, 'db' | 'clock' | 'env' | 'messageKinds' | 'answers'>,
  {
    kind: id,
    addressId,
    ...message
  }: LeavingMessage & { kind?: string | undefined; addressId?: string | undefined },
): Promise<StillTrue> {
  const { userId, channel } = message
  if (!id) return { why: null }
  const kind = services.messageKinds.find((known) => known.id === id)
  if (!kind) return { why: 'messages of this kind are not sent any more' }
  if (userId && isNotification(kind)) {
    // Raw: the table belongs to accounts, which uses this feature.
    const found = await services.db.execute<{ is_open: boolean; is_suspended: boolean }>(
      sql`select is_open, closed_at is null and suspended_at is not null as is_suspended from profiles where id = ${userId}`,
    )
    const account = found.rows[0]
    if (account?.is_suspended && !kind.reachesSuspended) return { why: 'the account is suspended' }
    if (!account?.is_open && !account?.is_suspended) return { why: 'the account is closed' }
    if (!wants(await readChannelPreferences(services.db, userId), kind, channel))
      return { why: 'not wanted any more' }
  }
  if (addressId && (await isStopped(services.db, addressId))) return { why: 'not wanted any more' }
  return await kind.stillTrue(services, message)
}
