import { countParam, textParam, uuidParam } from '#platform/search-params.ts'

import { type RequestedTime, readRequestedTime } from '../requested-time.ts'

/** The search parameters of the inbox. */
export interface InboxAddress extends RequestedTime {
  conversation?: string | undefined
  /** The position of the message to show. */
  at?: number | undefined
  show?: 'archived' | undefined
  q?: string | undefined
}

/** Parses the search parameters; invalid values are dropped. */
export function readInboxAddress(raw: Record<string, unknown>): InboxAddress {
  return {
    conversation: uuidParam(raw.conversation),
    at: countParam(raw.at, 1, 999_999_999),
    show: raw.show === 'archived' ? 'archived' : undefined,
    q: textParam(raw.q)?.slice(0, 100) || undefined,
    ...readRequestedTime(raw),
  }
}
