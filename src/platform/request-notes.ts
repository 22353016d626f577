import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

/** What the log line of a request says in addition to its address: collected while it is answered. */
export interface RequestNotes {
  /** Who asked; an admin who acts as this person is `actedBy`. */
  userId?: string
  actedBy?: string
  /** How long statements took, with waiting for a connection, added up: statements that run at once count each. Milliseconds. */
  databaseMs: number
  statements: number
}

const notes = new AsyncLocalStorage<RequestNotes>()

/** Runs the answer to one request; what it notes is in `collected`. */
export const withRequestNotes = <T>(collected: RequestNotes, answer: () => T): T =>
  notes.run(collected, answer)

/** Notes who asks. Outside of a request nothing is noted. */
export function noteActor(actor: { userId: string; impersonatedBy?: string | undefined }): void {
  const collected = notes.getStore()
  if (!collected) return
  collected.userId = actor.userId
  if (actor.impersonatedBy) collected.actedBy = actor.impersonatedBy
}

/** Notes the time of each statement that a pool, or a connection taken from it, runs for a request. */
export function noteStatements(pool: pg.Pool): void {
  pool.query = timed(pool.query.bind(pool)) as typeof pool.query
  // The pool's own `query` hands a callback to the connection, so that its statements are counted once.
  pool.on('connect', (client) => {
    client.query = timed(client.query.bind(client)) as typeof client.query
  })
}

function timed(query: (...given: never[]) => unknown): (...given: never[]) => unknown {
  return (...given) => {
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
}
