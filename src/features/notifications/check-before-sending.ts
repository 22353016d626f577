import { sql } from 'drizzle-orm'
import type { LeavingMessage, StillTrue } from '#platform/message-kind.ts'
import type { Services } from '#ports/services.ts'
import { isNotification, wants } from './notification.ts'
import { readChannelPreferences } from './preferences/queries.ts'
import { isStopped } from './unsubscribe-links.ts'

/** Asks once more: does this person still want it, and is it still true? */
export async function checkBeforeSending(
  services: Pick<Services, 'db' | 'clock' | 'env' | 'messageKinds'>,
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
    const open = await services.db.execute(
      sql`select 1 from profiles where id = ${userId} and closed_at is null and suspended_at is null`,
    )
    if (open.rows.length === 0) return { why: 'the account is closed' }
    if (!wants(await readChannelPreferences(services.db, userId), kind, channel))
      return { why: 'not wanted any more' }
  }
  if (addressId && (await isStopped(services.db, addressId))) return { why: 'not wanted any more' }
  return await kind.stillTrue(services, message)
}
