import type pg from 'pg'
import type { Db } from 'pg-boss'
import { openDatabase } from './db.ts'
import { keepConnection } from './kept-connection.ts'
import type { Logger } from './log.ts'

/** Runs the queue's statements on an existing pool, without LISTEN: for a process that only enqueues. */
export const askedBy = (pool: pg.Pool): Db => ({
  executeSql: (text, values) => pool.query(text, values),
})

/**
 * A small pool and one LISTEN connection for a worker. Not the library's own connections, because it does not
 * handle errors of a connection that it has released: a pooler may report the error of a dying server twice,
 * and the second one would end the process.
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
