import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { nameOfStatement } from './logged-error.ts'
import { isTracing, traced } from './tracing.ts'

/** Additional fields for a request's log line, collected while it is processed. */
export interface RequestNotes {
  /** The caller; `actedBy` is the admin who impersonates this user. */
  userId?: string
  actedBy?: string
  /**
   * The total time of statements including waiting for a connection, in milliseconds; concurrent statements
   * are added up.
   */
  databaseMs: number
  statements: number
}

const notes = new AsyncLocalStorage<RequestNotes>()

/** Processes one request; its notes are stored in `collected`. */
export const withRequestNotes = <T>(collected: RequestNotes, answer: () => T): T =>
  notes.run(collected, answer)

/** Notes the caller. Does nothing outside of a request. */
export function noteActor(actor: { userId: string; impersonatedBy?: string | undefined }): void {
  const collected = notes.getStore()
  if (!collected) return
  collected.userId = actor.userId
  if (actor.impersonatedBy) collected.actedBy = actor.impersonatedBy
}

/** Notes the time of each statement that a pool, or a connection taken from it, runs for a request. */
export function noteStatements(pool: pg.Pool): void {
  pool.query = timed(pool.query.bind(pool)) as typeof pool.query
  // The pool's own `query` calls the connection with a callback, which is not counted twice.
  pool.on('connect', (client) => {
    client.query = timed(client.query.bind(client)) as typeof client.query
  })
}

type Query = (...given: never[]) => unknown

function timed(query: Query): Query {
  return (...given) => {
    const [statement] = given as unknown[]
    const text = isTracing() ? textOf(statement) : null
    if (text === null || given.some((one) => typeof one === 'function')) return noted(query, given)
    // A statement in a span of its own, without its values.
    const name = nameOfStatement(text)
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name }
    return traced(name, { kind: 'client', attributes }, async () => await noted(query, given))
  }
}

/** The text of a statement; null for a cursor or a copy, whose rows are read later. */
function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return null
  const text: unknown = Reflect.get(statement, 'text')
  return typeof text === 'string' ? text : null
}

function noted(query: Query, given: never[]): unknown {
  const collected = notes.getStore()
  if (!collected || given.some((one) => typeof one === 'function')) return query(...given)
  const began = performance.now()
  const answer = query(...given)
  const note = () => {
    collected.databaseMs += performance.now() - began
    collected.statements++
  }
  if (answer instanceof Promise) answer.then(note, note)
  return answer
}
