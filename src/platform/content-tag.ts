import { createHash } from 'node:crypto'

/** Returns a tag of content that an edit begins with: the same content has the same tag, so a change in the meantime is noticed. */
export const tagOf = (content: object): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)
