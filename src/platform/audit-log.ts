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

/** States and figures by name, such as `{ status: 'open' }`: nothing that people wrote to each other. */
export type Facts = Record<string, string | number | boolean | null | readonly string[]>

/** Writes down what somebody changed about what opens their own account, such as an access token. */
export async function recordOwnChange(
  tx: Queryable,
  now: number,
  { userId, target, ids, before, after }: OwnChange,
): Promise<void> {
  await tx.insert(auditLog).values({
    actorId: userId,
    subjectId: userId,
    action: 'change',
    target,
    ids,
    before: before ?? null,
    after: after ?? null,
    createdAt: now,
  })
}

interface OwnChange {
  userId: string
  /** The procedure. */
  target: string
  ids: Record<string, string>
  before?: Facts
  after?: Facts
}

/** What an admin changed. */
export interface Change {
  /** Whom it concerns; null for nobody in particular, such as a template. */
  subjectId?: string | null
  /** What it was done to, by kind: `{ ticketId: '…' }`. The ids of the call when left out. */
  ids?: Record<string, string>
  before?: Facts | null
  after?: Facts | null
  /** Why; what the call gave as its `reason` when left out. */
  reason?: string | null
}

/** Writes down what an admin changes; handed to every procedure on the admins' rung. */
export interface Audit {
  /** In the transaction of the change, so that both are there or neither. */
  record(tx: Queryable, ...changes: readonly Change[]): Promise<void>
}

const MOST_IDS = 12
const LONGEST_REASON = 1_000
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

/** A call of an admin's, as far as the log knows it. */
interface AdminCall {
  actor: Actor
  /** The procedure. */
  target: string
  input: unknown
  requestId: string | null
}

/**
 * Takes down what one call of an admin changes.
 * @param now the present, milliseconds since 1970, UTC
 */
export function auditOf(call: AdminCall, now: () => number): Audit & { hasRecorded(): boolean } {
  let recorded = false
  return {
    hasRecorded: () => recorded,
    async record(tx, ...changes) {
      recorded = true
      if (changes.length === 0) return
      const { reason } = Object(call.input) as { reason?: unknown }
      const why = typeof reason === 'string' ? reason : null
      await tx.insert(auditLog).values(
        changes.map((change) => ({
          actorId: call.actor.userId,
          subjectId: change.subjectId ?? null,
          action: 'change' as const,
          target: call.target.slice(0, 300),
          ids: change.ids ?? idsOf(call.input),
          requestId: call.requestId,
          before: change.before ?? null,
          after: change.after ?? null,
          reason: (change.reason ?? why)?.trim().slice(0, LONGEST_REASON) || null,
          createdAt: now(),
        })),
      )
    },
  }
}

/** The ids a call named, such as `{ conversationId: '…' }`. */
function idsOf(input: unknown): Record<string, string> {
  if (typeof input !== 'object' || input === null) return {}
  const ids = Object.entries(input).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && uuid.test(entry[1]),
  )
  return Object.fromEntries(ids.slice(0, MOST_IDS).map(([name, id]) => [name.slice(0, 60), id]))
}
