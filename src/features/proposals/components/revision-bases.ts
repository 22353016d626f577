/**
 * Finds the version on which the revision of a proposal is based. Content that is sent again after a lost response keeps the version of
 * its first request, because the page may have loaded the result of that request: based on this, the server would revise the proposal
 * once more.
 */
export function revisionBases() {
  let last: { content: string; version: number } | null = null
  return {
    /** @param shown the version on the page */
    of(content: unknown, shown: number): number {
      const text = JSON.stringify(content)
      if (last?.content !== text) last = { content: text, version: shown }
      return last.version
    },
    /** After an answer of the server. */
    forget() {
      last = null
    },
  }
}
