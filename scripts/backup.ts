import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { forgetOldBackups, placesIn, takeBaseBackup, withoutPassword } from './backups/base-backup.ts'
import { mirrorFiles } from './backups/file-mirror.ts'
import { takePgBackRest } from './backups/pgbackrest.ts'
import { readHistory, setAsideAbandoned } from './backups/timelines.ts'
import { commandFor } from './operator/commands.ts'

/**
 * Copies the database server and the files people gave us into BACKUP_FOLDER.
 *   npm run backup                 a whole copy; once a day. Deletes what is older than BACKUP_DAYS.
 *   npm run backup -- --follow     goes on: the log as it is written, and new files every ten seconds. Always running.
 *   npm run backup -- --files-deleted   a whole copy, after most files were deleted on purpose: without it that is an error.
 * With PGBACKREST_STANZA the database goes into pgBackRest's repository instead: a full backup each week, and what changed on the other days.
 * Its log is archived by the server then, and --follow copies only files.
 * Both together bring back any moment of the days that are kept: `npm run restore -- --to=<time>`.
 */
const { values } = parseArgs({
  options: {
    follow: { type: 'boolean', default: false },
    'files-deleted': { type: 'boolean', default: false },
  },
})
const FILES_EVERY_MS = 10_000
/** The server keeps what this reader has not got yet. */
const SLOT = 'greenside_backup'

async function main() {
  const { DATABASE_SESSION_URL, DATABASE_URL, FILES_FOLDER, PGBACKREST_STANZA: stanza } = process.env
  const { BACKUP_FOLDER, BACKUP_DAYS } = process.env
  const url = DATABASE_SESSION_URL || DATABASE_URL
  if (!url || !BACKUP_FOLDER)
    throw new Error(`Say of what and where to: DATABASE_URL=… BACKUP_FOLDER=… ${commandFor('backup')}`)
  const folder = resolve(BACKUP_FOLDER)
  const files = resolve(FILES_FOLDER || '.data/files')
  // Node reads a number out of anything; what is none would delete nothing, for ever.
  const keepDays = Number(BACKUP_DAYS || 35)
  if (!(keepDays >= 1)) throw new Error('BACKUP_DAYS must be a number of days.')
  const mayVanish = values['files-deleted']
  const mirror = () => mirrorFiles(files, placesIn(folder).files, { now: Date.now(), keepDays, mayVanish })
  if (values.follow) {
    if (mayVanish) throw new Error('Run --files-deleted once, without --follow.')
    const keepMirroring = retried(mirror)
    return await (stanza ? followFiles(keepMirroring) : follow(url, folder, keepMirroring))
  }
  if (stanza) {
    const { backups } = await takePgBackRest(url, { stanza, folder, keepDays })
    const { added } = process.env.S3_BUCKET ? { added: 0 } : await mirror()
    const newest = backups.at(-1)
    const [label, ended] = [newest?.label ?? '', new Date(newest?.ended ?? 0).toISOString()]
    console.log(
      `Backed up as of ${ended} as ${label}; files added: ${added}; backups kept: ${backups.length}.`,
    )
    return
  }
  const { began, ended } = await takeBaseBackup(url, folder)
  const { added } = process.env.S3_BUCKET ? { added: 0 } : await mirror()
  const forgotten = await forgetOldBackups(folder, { now: Date.now(), keepDays })
  console.log(
    `Backed up as of ${new Date(ended).toISOString()} in ${((ended - began) / 1000).toFixed(1)} s; files added: ${added}; old ones deleted: ${forgotten}.`,
  )
}

/** A copy of files whose failure is written to the log, once, and does not end the copy of the database's log. */
function retried(mirror: () => Promise<unknown>): () => Promise<void> {
  let last = ''
  return async () => {
    const problem = await mirror().then(
      () => '',
      (error: Error) => error.message,
    )
    if (problem && problem !== last) console.error(problem)
    last = problem
  }
}

/** Copies files only: with pgBackRest the server archives its log (archive_command). */
async function followFiles(mirror: () => Promise<unknown>) {
  if (process.env.S3_BUCKET)
    throw new Error(
      'There is nothing to follow with PGBACKREST_STANZA and S3_BUCKET: the database archives its log, and the bucket keeps old versions.',
    )
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  while (!stop.signal.aborted) {
    await mirror()
    await pause(FILES_EVERY_MS, undefined, { signal: stop.signal }).catch(() => undefined)
  }
}

async function follow(url: string, folder: string, mirror: () => Promise<unknown>) {
  const { wal } = placesIn(folder)
  await mkdir(wal, { recursive: true, mode: 0o700 })
  const { address, env } = withoutPassword(url)
  const receive = (...args: string[]) =>
    spawn('pg_receivewal', [`--dbname=${address}`, `--slot=${SLOT}`, '--no-password', ...args], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
  const made = receive('--create-slot', '--if-not-exists')
  if ((await ended(made)) !== 0)
    throw new Error('No replication slot could be made: may this user replicate?')
  // After a restore to an earlier moment the log would be asked for where the restored server has none.
  const aside = await setAsideAbandoned(folder, await readHistory(url), Date.now())
  if (aside)
    console.log(
      `The database was restored to an earlier moment. Backups of what came after it are now in ${aside}.`,
    )
  const receiving = receive(`--directory=${wal}`, '--synchronous')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => receiving.kill('SIGINT'))
  const isOver = ended(receiving)
  let code: number | null | undefined
  void isOver.then((left) => {
    code = left
  })
  while (code === undefined) {
    if (!process.env.S3_BUCKET) await mirror()
    await Promise.race([pause(FILES_EVERY_MS, undefined, { ref: false }), isOver])
  }
  process.exitCode = code ?? 1
}

const ended = (child: ReturnType<typeof spawn>) =>
  new Promise<number | null>((done, fail) => {
    child.once('error', fail)
    child.once('exit', done)
  })

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
