/** Calendars at an address, as every calendar program publishes them (iCalendar over https). */
export interface CalendarFilesPort {
  /**
   * An address as we read it; `webcal:` is `https:`.
   * @throws PublicFetchError bad_address, not_https, internal_address
   */
  normalize(typed: string): string
  /**
   * Reads an address, unless its server says that nothing changed since.
   * @param known what the server said of the file when it was read last
   * @throws PublicFetchError
   */
  read(address: string, known: FileTags): Promise<CalendarFileAnswer>
}

/** What a server says of a file so that it is asked for again only when it changed. */
export interface FileTags {
  etag: string | null
  lastModified: string | null
}

export type CalendarFileAnswer = { isChanged: false } | ({ isChanged: true; file: Buffer } & FileTags)
