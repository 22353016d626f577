import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { testDatabase } from '#tests/support/database.ts'
import { bytes, dollars, instant, present } from './columns.ts'
import { openDatabase } from './db.ts'

const database = testDatabase()
const examples = pgTable('column_examples', {
  at: instant('at').notNull().default(present),
  price: dollars('price'),
  hash: bytes('hash'),
})

test('instants are milliseconds, prices are cents, hashes are bytes, in both directions', async () => {
  const db = openDatabase(database.url, { poolSize: 1 })
  try {
    await db.execute(sql`set time zone 'Asia/Kolkata'`)
    await db.execute(
      sql`create temporary table column_examples (at timestamptz not null default current_instant(), price numeric(10, 2), hash bytea)`,
    )
    const at = Date.UTC(2027, 2, 14, 6, 59, 59, 123)
    const row = { at, price: 12_705, hash: Buffer.from('club') }
    const written = await db.insert(examples).values(row).returning()
    expect(written).toEqual([row])
    const [byDefault] = await db.insert(examples).values({}).returning()
    expect(byDefault).toEqual({ at: expect.any(Number), price: null, hash: null })
    const read = await db.execute(
      sql`select price::text, extract(epoch from at)::float8 * 1000 as at from column_examples where price > 0`,
    )
    expect(read.rows).toEqual([{ price: '127.05', at }])
  } finally {
    await db.$client.end()
  }
})
