import type { Thread } from './outbox.ts'

/** Photos and videos a browser keeps until the server has them: of drafts, and of messages on their way. Pure. */

const MB = 1024 * 1024

/** What one person's browser keeps at most. */
export const unsentLimits = { bytes: 250 * MB, files: 40 } as const

const DRAFTS_FOR_MS = 30 * 86_400_000

export interface UnsentFile {
  /** UUID made by the browser; the server makes one attachment of each. */
  id: string
  thread: Thread
  name: string
  /** As the browser named its kind, such as `image/jpeg`. */
  type: string
  bytes: Blob
  /** In a message that is still being written; else the outbox has it. */
  isDraft: boolean
  /** When it was chosen: milliseconds since 1970, UTC. */
  keptAt: number
}

export const tooManyUnsent = `This browser already keeps ${unsentLimits.files} files or ${unsentLimits.bytes / MB} MB that are not sent yet. Send or take out some of them, then add this one again.`

/** Whether there is room for one more. @param size in bytes */
export function hasRoom(kept: readonly { bytes: { size: number } }[], size: number): boolean {
  const used = kept.reduce((sum, { bytes }) => sum + bytes.size, 0)
  return kept.length < unsentLimits.files && used + size <= unsentLimits.bytes
}

/** What nobody will ask for again: sent, given up, or begun and forgotten for a month. @param queued ids of the outbox's files */
export function isForgotten(
  file: Pick<UnsentFile, 'id' | 'isDraft' | 'keptAt'>,
  queued: ReadonlySet<string>,
  now: number,
): boolean {
  if (queued.has(file.id)) return false
  return !file.isDraft || now - file.keptAt > DRAFTS_FOR_MS
}

export const kindOf = (type: string): 'image' | 'video' => (type.startsWith('video/') ? 'video' : 'image')
