import { sql } from 'drizzle-orm'
import type { CircuitNews } from '#platform/circuit.ts'
import type { Services } from '#ports/services.ts'

/** Writes down that a vendor is left alone for a while, or is well again, for operators to read. Never throws. */
export function noteVendorHealth({ db, log }: Pick<Services, 'db' | 'log'>, news: CircuitNews): void {
  const { name, state, failures, lastError, at } = news
  log[state === 'open' ? 'error' : 'info']({ vendor: name, state, failures, lastError }, 'vendor health')
  db.execute(sql`
    insert into vendor_health (vendor, state, failures, last_error, changed_at)
    values (${name}, ${state}, ${failures}, ${lastError}, ${new Date(at)})
    on conflict (vendor) do update set state = excluded.state, failures = excluded.failures,
      last_error = coalesce(excluded.last_error, vendor_health.last_error), changed_at = excluded.changed_at`).catch(
    (error: unknown) => log.warn({ err: error, vendor: name }, 'vendor health could not be written'),
  )
}
