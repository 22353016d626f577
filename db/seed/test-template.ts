import pg from 'pg'
import { makeClockMovable } from './movable-clock.ts'
import { loadTemplates } from './templates.ts'
import { loadZipCodes } from './zip-codes.ts'

/** Prepares the template database for tests: the data of every installation, without any accounts. */
export async function prepareTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await makeClockMovable(client)
    await loadZipCodes(client)
    await loadTemplates(client)
  } finally {
    await client.end()
  }
}
