import type pg from 'pg'
import type { Env } from '#platform/env.ts'

/**
 * The passwords of demo accounts are published, one of an admin among them, and the test processor took 'payments' that never
 * were: a database that was a demo never becomes the real thing.
 * @throws Error unless this is a demo, when the database holds accounts or payments of one
 */
export async function refuseDemoData(
  client: Pick<pg.Pool, 'query'>,
  env: Pick<Env, 'isDemo'>,
): Promise<void> {
  if (env.isDemo) return
  const { rows } = await client.query<{ accounts: boolean; payments: boolean }>(
    `select exists (select from profiles where is_demo or email like '%@greenside.demo') as accounts,
       exists (select from local_vendor.checkouts where status = 'complete') as payments`,
  )
  const [found] = rows
  if (!found?.accounts && !found?.payments) return
  const what = found.accounts
    ? 'demo accounts, whose passwords everybody knows'
    : 'payments of the test processor'
  throw new Error(
    `This database was a demo: it holds ${what}. Set DATABASE_URL to an empty database, or DEMO=1 to go on with the demo.`,
  )
}
