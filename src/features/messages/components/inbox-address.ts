import { countParam, textParam, uuidParam } from '#platform/search-params.ts'

import { type RequestedTime, readRequestedTime } from '../requested-time.ts'

/** What of the inbox stands in its address. */
export interface InboxAddress extends RequestedTime {
  conversation?: string | undefined
  /** The message to show, by its position. */
  at?: number | undefined
  show?: 'archived' | undefined
  q?: string | undefined
}

/** Reads the address; what makes no sense is left out. */
export function readInboxAddress(raw: Record<string, unknown>): InboxAddress {
  return {
    conversation: uuidParam(raw.conversation),
    at: countParam(raw.at, 1, 999_999_999),
    show: raw.show === 'archived' ? 'archived' : undefined,
    q: textParam(raw.q)?.slice(0, 100) || undefined,
    ...readRequestedTime(raw),
  }
}
