import { fetchPublic, publicUrl } from '#platform/fetch-public.ts'
import type { CalendarFilesPort } from './calendar-files.ts'

export interface CalendarFileSettings {
  /** `host:port` of test doubles, which may be within our network and do not use encryption. */
  extraHosts?: readonly string[]
  maxBytes?: number
  timeoutMs?: number
}

/** Larger than any realistic calendar; a year of entries takes less than a tenth of it. */
const MAX_BYTES = 5 * 1024 * 1024
const TIMEOUT_MS = 20_000

/** Calendars on the public internet. */
export function httpsCalendarFiles({
  extraHosts = [],
  maxBytes = MAX_BYTES,
  timeoutMs = TIMEOUT_MS,
}: CalendarFileSettings = {}): CalendarFilesPort {
  return {
    normalize: (typed) => publicUrl(typed, extraHosts).href,
    async read(address, known) {
      const { status, body, etag, lastModified } = await fetchPublic(address, known, {
        maxBytes,
        timeoutMs,
        extraHosts,
      })
      return status === 304 ? { isChanged: false } : { isChanged: true, file: body, etag, lastModified }
    },
  }
}
