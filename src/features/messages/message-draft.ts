import { messagePreview } from './message.ts'

/** What somebody began to write, kept by their browser for each conversation until it is sent. Pure. */

export interface Draft {
  text: string
  /** When it was last changed: milliseconds since 1970, UTC. */
  changedAt: number
}

/** Drafts by conversation. */
export type Drafts = Readonly<Record<string, Draft>>

const KEPT_FOR_MS = 30 * 86_400_000
const LONGEST = 20_000

/** Writes a draft down; an empty one is taken away. */
export function withDraft(drafts: Drafts, conversationId: string, text: string, now: number): Drafts {
  const { [conversationId]: _, ...others } = drafts
  return text.trim()
    ? { ...others, [conversationId]: { text: text.slice(0, LONGEST), changedAt: now } }
    : others
}

/**
 * The drafts of a list: where only photos or videos were chosen, those stand for words.
 * @param files of drafts, oldest first
 */
export function withChosenFiles(
  drafts: Drafts,
  files: readonly { thread: string; kind: 'image' | 'video'; keptAt: number }[],
): Drafts {
  const threads = [...new Set(files.map(({ thread }) => thread))].filter((thread) => !drafts[thread])
  const chosen = threads.map((thread): [string, Draft] => {
    const attachments = files.filter((file) => file.thread === thread)
    const changedAt = attachments.at(-1)?.keptAt ?? 0
    return [thread, { text: messagePreview({ content: '', attachments }), changedAt }]
  })
  return { ...drafts, ...Object.fromEntries(chosen) }
}

/** What the browser kept, without what can't be read and what was forgotten for a month. */
export function readDrafts(kept: string | null, now: number): Drafts {
  if (!kept) return {}
  try {
    const read: unknown = JSON.parse(kept)
    if (typeof read !== 'object' || read === null) return {}
    const found = Object.entries(read).filter(
      (entry): entry is [string, Draft] => isDraft(entry[1]) && now - entry[1].changedAt < KEPT_FOR_MS,
    )
    return Object.fromEntries(found)
  } catch {
    return {}
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'text' in value &&
    typeof value.text === 'string' &&
    'changedAt' in value &&
    typeof value.changedAt === 'number'
  )
}
