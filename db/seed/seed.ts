import type pg from 'pg'
import { seedDemo } from './demo.ts'
import { makeClockMovable } from './movable-clock.ts'
import { loadTemplates } from './templates.ts'
import { loadZipCodes } from './zip-codes.ts'

/** What every installation needs, and the demo marketplace where one is wanted. Does nothing that was done before. */
export async function seed(
  client: pg.ClientBase,
  options: { demo: boolean; now: number; secret?: string },
): Promise<void> {
  await loadZipCodes(client)
  await loadTemplates(client)
  if (!options.demo) return
  await makeClockMovable(client)
  const { now, secret } = options
  await seedDemo(client, { now, ...(secret ? { secret } : {}) })
}
