import type { MessageKind, NotificationKind } from '#platform/message-kind.ts'
import { isUuid } from '#platform/uuid.ts'
import { findNotificationKind } from './notification.ts'

/** The content of an unsubscribe link. */
export interface Unsubscribing {
  userId: string
  kind: NotificationKind
}

export const toWords = ({ userId, kind }: Unsubscribing) => `${userId}:${kind.id}`

/** Null if the text does not contain a valid person and kind. */
export function fromWords(kinds: readonly MessageKind[], words: string | null): Unsubscribing | null {
  const [userId = '', id] = words?.split(':') ?? []
  const kind = findNotificationKind(kinds, id)
  return isUuid(userId) && kind ? { userId, kind } : null
}
