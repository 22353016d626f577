import type { Actor } from './actor.ts'
import type { Queryable } from './db.ts'
import { auditLog } from './tables.ts'
import { isUuidInAnyCase } from './uuid.ts'

/** An action or access by an admin who is impersonating another user. */
interface ActedAs {
  actor: Actor
  action: 'call' | 'listen' | 'file'
  /** The procedure, topic or file; never user-written text. */
  target: string
  /** The input of the call; only its ids are stored. */
  input?: unknown
  requestId?: string | null
}

/** Named states and figures, such as `{ status: 'open' }`; never the text of messages. */
export type Facts = Record<string, string | number | boolean | null | readonly string[]>

/** Records a change that a user made to the credentials of their own account, such as an access token. */
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
  /** The procedure's name. */
  target: string
  ids: Record<string, string>
  before?: Facts
  after?: Facts
}

/** A change made by an admin. */
export interface AuditedChange {
  /** The affected user; null when the change concerns no particular user, such as a template. */
  subjectId?: string | null
  /** The affected objects by kind: `{ ticketId: '…' }`. Defaults to the ids in the call's input. */
  ids?: Record<string, string>
  before?: Facts | null
  after?: Facts | null
  /** The reason; defaults to the call's `reason` input. */
  reason?: string | null
}

/** Records admin changes; passed to every procedure of the admin access level. */
export interface Audit {
  /** Runs in the transaction of the change, so that either both are committed or neither is. */
  record(tx: Queryable, ...changes: readonly AuditedChange[]): Promise<void>
}

const MOST_IDS = 12
const LONGEST_REASON = 1_000

/**
 * Records an impersonated action before it runs; if recording fails, the action must not run. Actions of
 * users who are not impersonated are not recorded.
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

/** The parts of an admin's call that the audit log uses. */
interface AdminCall {
  actor: Actor
  /** The procedure's name. */
  target: string
  input: unknown
  requestId: string | null
}

/**
 * Records the changes that one admin call makes.
 * @param now returns the current time, milliseconds since 1970, UTC
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

/** Returns the ids in a call's input, such as `{ conversationId: '…' }`. */
function idsOf(input: unknown): Record<string, string> {
  if (typeof input !== 'object' || input === null) return {}
  const ids = Object.entries(input).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && isUuidInAnyCase(entry[1]),
  )
  return Object.fromEntries(ids.slice(0, MOST_IDS).map(([name, id]) => [name.slice(0, 60), id]))
}
