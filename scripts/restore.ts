import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { restoreInto } from './backups/restore.ts'
import { commandFor } from './operator/commands.ts'

/**
 * Makes a database server and a folder of files as they were at a moment, from what `npm run backup` has put into BACKUP_FOLDER:
 *   BACKUP_FOLDER=… npm run restore -- --to=2026-11-23T14:05:00Z --into=/srv/restored
 * --to: an instant with its zone; the newest backup when left out. --into: a folder that is not there yet.
 * With PGBACKREST_STANZA the database comes from pgBackRest's repository, and the files from BACKUP_FOLDER.
 * To be run as the user that PostgreSQL runs as. What is in use is not touched: docs/operations.md says how one takes its place.
 */
const { values } = parseArgs({
  options: { to: { type: 'string' }, into: { type: 'string' } },
})

async function main() {
  const { BACKUP_FOLDER, PGBACKREST_STANZA } = process.env
  if (!BACKUP_FOLDER || !values.into)
    throw new Error(
      `Say from where and into what: BACKUP_FOLDER=… ${commandFor('restore', '--to=<time> --into=<folder>')}`,
    )
  if (values.to !== undefined && !(Date.parse(values.to) && /(Z|[+-]\d\d:\d\d)$/.test(values.to)))
    throw new Error('--to is an instant with its zone, such as 2026-11-23T14:05:00Z')
  const into = resolve(values.into)
  if (existsSync(into)) throw new Error(`${into} is there already.`)
  const { data, files, count } = await restoreInto(
    into,
    { folder: resolve(BACKUP_FOLDER), stanza: PGBACKREST_STANZA || undefined },
    { to: values.to },
  )
  console.log(`Restored ${values.to ?? 'the newest backup'}: ${data}, and ${count} files in ${files}.`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
