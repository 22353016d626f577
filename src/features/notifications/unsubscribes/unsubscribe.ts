import { isUuid } from '#platform/uuid.ts'
import { type NotificationKind, notificationKinds } from '../notification.ts'

/** What a link at the end of a mail stands for. */
export interface Unsubscribing {
  userId: string
  kind: NotificationKind
}

export const toWords = ({ userId, kind }: Unsubscribing) => `${userId}:${kind}`

/** Null for words that do not name a person and a kind. */
export function fromWords(words: string | null): Unsubscribing | null {
  const [userId = '', word] = words?.split(':') ?? []
  const kind = notificationKinds.find((known) => known === word)
  return isUuid(userId) && kind ? { userId, kind } : null
}
