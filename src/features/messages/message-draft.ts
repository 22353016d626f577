import { messagePreview } from './message.ts'

/** Unsent drafts, stored by the browser per conversation. Pure. */

export interface MessageDraft {
  text: string
  /** The time of the last change: milliseconds since 1970, UTC. */
  changedAt: number
}

/** Drafts by conversation. */
export type Drafts = Readonly<Record<string, MessageDraft>>

const KEPT_FOR_MS = 30 * 86_400_000
const LONGEST = 20_000

/** Stores a draft; an empty one is removed. */
export function withDraft(drafts: Drafts, conversationId: string, text: string, now: number): Drafts {
  const { [conversationId]: _, ...others } = drafts
  return text.trim()
    ? { ...others, [conversationId]: { text: text.slice(0, LONGEST), changedAt: now } }
    : others
}

/**
 * Adds drafts that consist only of photos or videos to the drafts of a list.
 * @param files of drafts, oldest first
 */
export function withChosenFiles(
  drafts: Drafts,
  files: readonly { thread: string; kind: 'image' | 'video'; keptAt: number }[],
): Drafts {
  const threads = [...new Set(files.map(({ thread }) => thread))].filter((thread) => !drafts[thread])
  const chosen = threads.map((thread): [string, MessageDraft] => {
    const attachments = files.filter((file) => file.thread === thread)
    const changedAt = attachments.at(-1)?.keptAt ?? 0
    return [thread, { text: messagePreview({ content: '', attachments }), changedAt }]
  })
  return { ...drafts, ...Object.fromEntries(chosen) }
}

/** Parses the stored drafts, dropping invalid ones and those unchanged for a month. */
export function readDrafts(kept: string | null, now: number): Drafts {
  if (!kept) return {}
  try {
    const read: unknown = JSON.parse(kept)
    if (typeof read !== 'object' || read === null) return {}
    const found = Object.entries(read).filter(
      (entry): entry is [string, MessageDraft] => isDraft(entry[1]) && now - entry[1].changedAt < KEPT_FOR_MS,
    )
    return Object.fromEntries(found)
  } catch {
    return {}
  }
}

function isDraft(value: unknown): value is MessageDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'changedAt' in value &&
    typeof value.changedAt === 'number'
  )
}
