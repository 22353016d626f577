/**
 * Messages on their way: written, kept by the browser, and sent in the order they were written in, however often the line
 * breaks or the page is loaded anew. The message's own id, made here, lets the server take each one once. Pure.
 */

/** Where it belongs: a conversation's id, or for the first message of one `coach:{id}` or `student:{id}`. */
export type Thread = string

/** A photo or video of a message. Its bytes are kept elsewhere in the browser until the server has them. */
export interface QueuedFile {
  /** UUID made by the browser; the server makes one attachment of each. */
  id: string
  kind: 'image' | 'video'
  name: string
}

export interface QueuedMessage {
  /** UUID made by the browser; the server takes one message for each. */
  clientId: string
  thread: Thread
  content: string
  /** Uploaded when its turn comes, if they are not there by then. */
  files: readonly QueuedFile[]
  /** When it was written, by the writer's clock: milliseconds since 1970, UTC. */
  writtenAt: number
  /** Why the server would not have it; null while it waits for its turn or for a line. */
  refusal: string | null
}

export type Outbox = readonly QueuedMessage[]

/** Adds one at the end; a second time the same one changes nothing. */
export function enqueue(outbox: Outbox, message: QueuedMessage): Outbox {
  return outbox.some(({ clientId }) => clientId === message.clientId) ? outbox : [...outbox, message]
}

/** The one whose turn it is: the oldest that was not refused. */
export function nextInLine(outbox: Outbox): QueuedMessage | undefined {
  return outbox.find(({ refusal }) => refusal === null)
}

/** Arrived, or given up by its writer. */
export function remove(outbox: Outbox, clientId: string): Outbox {
  return outbox.filter((message) => message.clientId !== clientId)
}

/** The server said no: it stays in sight with the reason, and those behind it go on. */
export function refuse(outbox: Outbox, clientId: string, reason: string): Outbox {
  return outbox.map((message) => (message.clientId === clientId ? { ...message, refusal: reason } : message))
}

/** Once more, at the end of the line: what was written since has been said meanwhile. */
export function tryAgain(outbox: Outbox, clientId: string): Outbox {
  const found = outbox.find((message) => message.clientId === clientId)
  return found ? [...remove(outbox, clientId), { ...found, refusal: null }] : outbox
}

/** What the browser kept, as far as it can be read. @param kept text from an earlier page, or null */
export function readOutbox(kept: string | null): Outbox {
  if (!kept) return []
  try {
    const read: unknown = JSON.parse(kept)
    return Array.isArray(read) ? read.filter(isQueued) : []
  } catch {
    return []
  }
}

function isQueued(value: unknown): value is QueuedMessage {
  if (typeof value !== 'object' || value === null) return false
  const message: Partial<Record<keyof QueuedMessage, unknown>> = value
  return (
    typeof message.clientId === 'string' &&
    typeof message.thread === 'string' &&
    typeof message.content === 'string' &&
    typeof message.writtenAt === 'number' &&
    Array.isArray(message.files) &&
    message.files.every(isQueuedFile) &&
    (message.refusal === null || typeof message.refusal === 'string')
  )
}

function isQueuedFile(value: unknown): value is QueuedFile {
  if (typeof value !== 'object' || value === null) return false
  const file: Partial<Record<keyof QueuedFile, unknown>> = value
  return typeof file.id === 'string' && typeof file.name === 'string' && typeof file.kind === 'string'
}

/** The files that messages on their way still need. */
export const filesOfOutbox = (outbox: Outbox): ReadonlySet<string> =>
  new Set(outbox.flatMap(({ files }) => files.map(({ id }) => id)))

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** How long to wait after the nth failure in a row (from 1), in milliseconds. */
export function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS)
}

/** A message the server stumbles over so often stops holding up the others. */
const STUMBLES = 5

/**
 * Whether a failed try says nothing about the message: no line, a server that starts anew, too much at once, a session that
 * ended. Then it waits; else it was refused.
 * @param code the API's stable reason; `offline` when no answer came
 * @param failures tries in a row that failed, this one included
 */
export function isPassing(code: string, failures: number): boolean {
  if (code === 'internal') return failures < STUMBLES
  return ['offline', 'unavailable', 'too_many_requests', 'not_signed_in'].includes(code)
}
