import type pg from 'pg'
import type { Db } from 'pg-boss'
import { openDatabase } from './db.ts'
import { keepConnection } from './kept-connection.ts'
import type { Logger } from './log.ts'

/** The queue asks by somebody's connections, and hears of nothing: for a process that only enqueues. */
export const askedBy = (pool: pg.Pool): Db => ({
  executeSql: (text, values) => pool.query(text, values),
})

/**
 * A few connections of the queue's own and one that hears of new jobs, for a worker. The library's own listens to no error of a connection
 * that it has given up, and ends the process with the next one: a pooler passes on what a dying server says, and adds a word of its own.
 */
export function openJobsConnections(url: string, log: Logger): { db: Db; close(): Promise<void> } {
  const onError = (error: unknown) => log.error({ err: error }, 'jobs: connection trouble')
  const pool = openDatabase(url, { poolSize: 4, name: 'greenside-jobs', onError }).$client
  const db: Db = {
    ...askedBy(pool),
    async listen(channel, onNotification, onReconnect) {
      return keepConnection(url, {
        name: 'greenside-jobs',
        begin: `listen "${channel}"`,
        onNotification,
        onUp: onReconnect,
        onError,
      })
    },
  }
  return { db, close: () => pool.end() }
}
