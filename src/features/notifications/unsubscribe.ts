import type { MessageKind, NotificationKind } from '#platform/message-kind.ts'
import { isUuid } from '#platform/uuid.ts'
import { findNotificationKind } from './notification.ts'

/** What a link at the end of a mail stands for. */
export interface Unsubscribing {
  userId: string
  kind: NotificationKind
}

export const toWords = ({ userId, kind }: Unsubscribing) => `${userId}:${kind.id}`

/** Null for words that do not name a person and a kind. */
export function fromWords(kinds: readonly MessageKind[], words: string | null): Unsubscribing | null {
  const [userId = '', id] = words?.split(':') ?? []
  const kind = findNotificationKind(kinds, id)
  return isUuid(userId) && kind ? { userId, kind } : null
}
