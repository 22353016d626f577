import { expect } from 'vitest'
import { eventually } from './eventually.ts'
import type { testProduct } from './product.ts'

interface Row {
  table: string
  /** The column that contains the id. */
  column: 'id' | 'user_id' | 'instructor_id' | 'booking_id'
  id: string
  /** Defaults to the strongest. */
  strength?: 'update' | 'key share'
}

/**
 * Asserts that a command waits for one row before it locks another. Two commands that lock in the same order cannot deadlock.
 * @param rows.first locked by another connection until the command waits
 * @param rows.second must not be locked at that moment
 */
export async function expectLockOrder(
  product: ReturnType<typeof testProduct>,
  rows: { first: Row; second: Row },
  command: () => Promise<unknown>,
): Promise<void> {
  const { pool } = product.database
  const other = await pool.connect()
  const lock = ({ table, column, id, strength = 'update' }: Row, more = '') =>
    other.query(`select from ${table} where ${column} = $1 for ${strength} ${more}`, [id])
  try {
    await other.query('begin')
    await lock(rows.first)
    const done = command()
    await untilOneWaits(product)
    await lock(rows.second, 'nowait')
    await other.query('commit')
    await done
  } finally {
    other.release()
  }
}

/** Waits until exactly one connection to the database waits for a lock. */
export async function untilOneWaits({ database }: ReturnType<typeof testProduct>): Promise<void> {
  await eventually(async () => {
    const waiting = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(waiting.rows).toHaveLength(1)
  })
}
