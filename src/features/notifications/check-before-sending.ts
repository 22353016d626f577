import type { LeavingMessage, StillTrue } from '#platform/message-kind.ts'
import type { Services } from '#ports/services.ts'
import { isNotification, wants } from './notification.ts'
import { readChannelPreferences } from './preferences/queries.ts'
import { isStopped } from './unsubscribe-links.ts'

/** Checks immediately before sending whether the message is still wanted and still true. */
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
    const account = await services.answers.contact(services.db, userId)
    if (!account || account.isClosed) return { why: 'the account is closed' }
    if (account.isSuspended && !kind.reachesSuspended) return { why: 'the account is suspended' }
    if (!wants(await readChannelPreferences(services.db, userId), kind, channel))
      return { why: 'not wanted any more' }
  }
  if (addressId && (await isStopped(services.db, addressId))) return { why: 'not wanted any more' }
  return await kind.stillTrue(services, message)
}
