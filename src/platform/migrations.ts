import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Any number, the same for every process that migrates one database. */
const MIGRATION_LOCK = 774_215_903

/**
 * Brings a database up to date: runs every file of the folder that it has not run, in order, each in a transaction.
 * Several processes may call it at once; the others wait for the first.
 * @returns the names of the files that ran
 * @throws Error when a file that already ran has changed since
 */
export async function migrate(url: string, folder: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists schema_migrations
      (name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = new Map<string, string>(
      (await client.query('select name, checksum from schema_migrations')).rows.map((row) => [
        row.name,
        row.checksum,
      ]),
    )
    const ran: string[] = []
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
      const statements = await readFile(join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(statements).digest('hex')
      const before = applied.get(name)
      if (before === checksum) continue
      if (before) throw new Error(`migration ${name} was changed after it ran; add a new one instead`)
      await runOne(client, name, statements, checksum)
      ran.push(name)
    }
    return ran
  } finally {
    await client.end()
  }
}

async function runOne(client: pg.Client, name: string, statements: string, checksum: string) {
  await client.query('begin')
  try {
    await client.query(statements)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}
