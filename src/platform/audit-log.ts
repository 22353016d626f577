import type { Actor } from './actor.ts'
import type { Queryable } from './db.ts'
import { auditLog } from './tables.ts'

/** Something an admin does or sees while acting as somebody else. */
interface ActedAs {
  actor: Actor
  action: 'call' | 'listen' | 'file'
  /** The procedure, topic or file: nothing that people wrote. */
  target: string
  /** What the call was given; only ids of it are kept. */
  input?: unknown
  requestId?: string | null
}

const MOST_IDS = 12
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Writes down who acted as whom, before it happens: where it cannot be written down, it does not happen. People who act as
 * themselves leave nothing here.
 * @param now milliseconds since 1970, UTC
 */
export async function recordActing(db: Queryable, now: number, act: ActedAs): Promise<void> {
  const { userId, impersonatedBy } = act.actor
  if (!impersonatedBy) return
  await db.insert(auditLog).values({
    actorId: impersonatedBy,
    subjectId: userId,
    action: act.action,
    target: act.target.slice(0, 300),
    ids: idsOf(act.input),
    requestId: act.requestId ?? null,
    createdAt: now,
  })
}

/** The ids a call named, such as `{ conversationId: '…' }`. */
function idsOf(input: unknown): Record<string, string> {
  if (typeof input !== 'object' || input === null) return {}
  const ids = Object.entries(input).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && uuid.test(entry[1]),
  )
  return Object.fromEntries(ids.slice(0, MOST_IDS).map(([name, id]) => [name.slice(0, 60), id]))
}
