import { uuidV4 } from './uuid.ts'

/** The id of what a form sends: see {@link contentIds}. */
export interface ContentIds {
  /** The id of this content: the one of the last call if that had the same content, else a new one. */
  of(content: unknown): string
  /** After it was sent: the next content is new even if it is the same. */
  forget(): void
}

/**
 * Makes the ids by which a server carries out a repeated request once. Content that is sent again after a lost
 * response keeps its id; content that was corrected in between gets a new one, so that the server does not
 * confirm it with the result of the first version.
 */
export function contentIds(): ContentIds {
  let last: { content: string; id: string } | null = null
  return {
    of(content) {
      const text = JSON.stringify(content)
      if (last?.content !== text) last = { content: text, id: uuidV4() }
      return last.id
    },
    forget() {
      last = null
    },
  }
}
