import { customType } from 'drizzle-orm/pg-core'
import { type Cents, centsFromDollars } from './money.ts'

/** `numeric(10,2)` dollars in the table, integer cents in code. */
export const dollarsColumn = customType<{ data: Cents; driverData: string }>({
  dataType: () => 'numeric(10, 2)',
  fromDriver: (value) => centsFromDollars(value),
  toDriver: (cents) => (cents / 100).toFixed(2),
})
