import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** Runs one task at a time. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A queue shared by all processes through a database lock: one task runs at a time, and the next starts at
 * least `everyMs` milliseconds after the previous one started. The lock is released if a process dies.
 */
export function createTurns(pool: pg.Pool, name: string, everyMs: number): Turns {
  return async (work) => {
    const client = await pool.connect()
    let isUnlocked = false
    try {
      // A transaction-level lock instead of a session-level one: a pooler may run the next statement on
      // another connection.
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
      const rest = wait(everyMs)
      try {
        return await work()
      } finally {
        await rest
        await client.query('commit')
        isUnlocked = true
      }
    } finally {
      // A connection that may still hold the lock is closed, which releases it.
      client.release(!isUnlocked)
    }
  }
}
