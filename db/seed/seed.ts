import type pg from 'pg'
import { type DemoOptions, seedDemo } from './demo.ts'
import { makeClockMovable } from './movable-clock.ts'
import { loadTemplates } from './templates.ts'
import { loadZipCodes } from './zip-codes.ts'

/** What every installation needs, and the demo marketplace where one is wanted. Does nothing that was done before. */
export async function seed(
  client: pg.ClientBase,
  options: { demo: boolean } & Pick<DemoOptions, 'now' | 'secret' | 'sessionSecret' | 'ownGoogle'>,
): Promise<void> {
  await loadZipCodes(client)
  await loadTemplates(client)
  const { demo, ...wanted } = options
  if (!demo) return
  await makeClockMovable(client)
  await seedDemo(client, wanted)
}
