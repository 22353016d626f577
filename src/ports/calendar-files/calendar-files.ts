/** Calendar subscriptions by URL, as calendar programs publish them (iCalendar over https). */
export interface CalendarFilesPort {
  /**
   * Normalizes and validates a URL; `webcal:` becomes `https:`.
   * @throws PublicFetchError bad_address, not_https, internal_address
   */
  normalize(typed: string): string
  /**
   * Reads a URL, unless its server reports that the file has not changed.
   * @param known the validators from the last response
   * @throws PublicFetchError
   */
  read(address: string, known: FileTags): Promise<CalendarFileAnswer>
}

/** HTTP validators for conditional requests. */
export interface FileTags {
  etag: string | null
  lastModified: string | null
}

export type CalendarFileAnswer = { isChanged: false } | ({ isChanged: true; file: Buffer } & FileTags)
