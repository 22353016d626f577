import { sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'
import { type Cents, centsFromDollars } from './money.ts'

/** `timestamptz` in the table, milliseconds since 1970 in code. */
export const instant = customType<{ data: number; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => new Date(value).getTime(),
  toDriver: (at) => new Date(at).toISOString(),
})

/** The default for creation times: the current time by the clock that tests and demos can move. */
export const present = sql<number>`current_instant()`

/** `numeric(10,2)` dollars in the table, integer cents in code. */
export const dollars = customType<{ data: Cents; driverData: string }>({
  dataType: () => 'numeric(10, 2)',
  fromDriver: (value) => centsFromDollars(value),
  toDriver: (cents) => (cents / 100).toFixed(2),
})

/** `bytea` in the table. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
