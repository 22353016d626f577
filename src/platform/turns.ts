import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** Does one piece of work at a time. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Turns that all processes take together, through a lock of the database: one is at work at a time, and the next begins no sooner
 * than `everyMs` milliseconds after it began. A process that dies gives its turn back.
 */
export function createTurns(pool: pg.Pool, name: string, everyMs: number): Turns {
  return async (work) => {
    const client = await pool.connect()
    let isUnlocked = false
    try {
      // The lock of a transaction, and not of a session: a pooler may give the next statement another connection.
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
      // A connection that may still hold the lock is closed, which gives it back.
      client.release(!isUnlocked)
    }
  }
}
