import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { recordRestoreTest } from '#platform/restore-test.ts'
import { restoreInto } from './backups/restore.ts'
import { ageProblem, type Contents, checkRestoredServer, filesProblem } from './backups/restored-server.ts'
import { commandFor } from './operator/commands.ts'

/**
 * Restores the newest backup into a temporary folder, starts the database server there and checks it, deletes it again, and records the
 * result in BACKUP_FOLDER for the doctor, the metrics and the System page:
 *   DATABASE_URL=… BACKUP_FOLDER=… npm run restore-test -- --in=/var/tmp
 * --in: a folder with room for the database and the files. DATABASE_URL names a user who exists in the backup; its server is not asked.
 * To be run like `npm run restore`. The exit code is 1 if the backup could not be restored, or what was restored is wrong.
 */
const { values } = parseArgs({ options: { in: { type: 'string', default: tmpdir() } } })

async function main() {
  const { DATABASE_SESSION_URL, DATABASE_URL, BACKUP_FOLDER, PGBACKREST_STANZA } = process.env
  const url = DATABASE_SESSION_URL || DATABASE_URL
  if (!url || !BACKUP_FOLDER)
    throw new Error(
      `Say of what and from where: DATABASE_URL=… BACKUP_FOLDER=… ${commandFor('restore-test', '--in=<folder>')}`,
    )
  if (process.getuid?.() === 0) throw new Error('PostgreSQL does not run as root: test as its own user.')
  const folder = resolve(BACKUP_FOLDER)
  const into = join(resolve(values.in), 'greenside-restore-test')
  const began = performance.now()
  let problem: string | null = null
  try {
    // Also what an earlier test left that was killed.
    await rm(into, { recursive: true, force: true })
    let contents: Contents | undefined
    const { asOf, count, mirrored } = await restoreInto(
      into,
      { folder, stanza: PGBACKREST_STANZA || undefined },
      {
        look: async (socket) => {
          contents = await checkRestoredServer(socket, url)
        },
      },
    )
    problem = ageProblem(asOf, Date.now()) ?? filesProblem({ count, mirrored })
    const { bookings = 0, newestBooking = null, migrations = 0 } = contents ?? {}
    console.log(
      `Restored as of ${iso(asOf)} in ${((performance.now() - began) / 1000).toFixed(1)} s: ${migrations} migrations, ${bookings} bookings (the newest of ${newestBooking === null ? 'never' : iso(newestBooking)}), ${count} files; the ledger sums to zero.`,
    )
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
  } finally {
    await rm(into, { recursive: true, force: true })
  }
  await recordRestoreTest(folder, { at: Date.now(), problem: problem?.slice(0, 500) ?? null })
  if (problem !== null) throw new Error(`The restore test failed: ${problem}`)
}

const iso = (at: number) => new Date(at).toISOString()

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
