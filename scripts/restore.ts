import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { findBaseBackup, placesIn } from './backups/base-backup.ts'
import { restoreFiles } from './backups/file-mirror.ts'
import { commandFor } from './operator/commands.ts'

/**
 * Makes a database server and a folder of files as they were at a moment, from what `npm run backup` has put into BACKUP_FOLDER:
 *   BACKUP_FOLDER=… npm run restore -- --to=2026-11-23T14:05:00Z --into=/srv/restored
 * --to: an instant with its zone; the newest backup when left out. --into: a folder that is not there yet.
 * To be run as the user that PostgreSQL runs as. What is in use is not touched: docs/operations.md says how one takes its place.
 */
const { values } = parseArgs({
  options: { to: { type: 'string' }, into: { type: 'string' } },
})

async function main() {
  const { BACKUP_FOLDER } = process.env
  if (!BACKUP_FOLDER || !values.into)
    throw new Error(
      `Say from where and into what: BACKUP_FOLDER=… ${commandFor('restore', '--to=<time> --into=<folder>')}`,
    )
  if (process.getuid?.() === 0) throw new Error('PostgreSQL does not run as root: restore as its own user.')
  const at = values.to === undefined ? Number.POSITIVE_INFINITY : Date.parse(values.to)
  if (Number.isNaN(at) || (values.to !== undefined && !/(Z|[+-]\d\d:\d\d)$/.test(values.to)))
    throw new Error('--to is an instant with its zone, such as 2026-11-23T14:05:00Z')
  const folder = resolve(BACKUP_FOLDER)
  const into = resolve(values.into)
  if (existsSync(into)) throw new Error(`${into} is there already.`)
  const base = await findBaseBackup(folder, at)
  const data = join(into, 'data')
  await mkdir(data, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xzf', join(base.folder, 'base.tar.gz'), '-C', data])
  execFileSync('tar', ['-xzf', join(base.folder, 'pg_wal.tar.gz'), '-C', join(data, 'pg_wal')])
  const { wal, files } = placesIn(folder)
  await appendFile(
    join(data, 'postgresql.auto.conf'),
    `
restore_command = 'cp "${wal}/%f" "%p" 2>/dev/null || cp "${wal}/%f.partial" "%p"'
recovery_target_action = 'promote'
synchronous_standby_names = ''
${values.to === undefined ? '' : `recovery_target_time = '${asPostgresReads(values.to)}'\n`}`,
  )
  await writeFile(join(data, 'recovery.signal'), '')
  await recover(data, into)
  const restored = await restoreFiles(files, join(into, 'files'), at)
  console.log(
    `Restored ${values.to ?? 'the newest backup'}: ${data}, and ${restored} files in ${join(into, 'files')}.`,
  )
}

/** With a numeric offset: where it reads its settings PostgreSQL knows no zone by a letter. */
function asPostgresReads(instant: string): string {
  return instant.replace('T', ' ').replace(/Z$/, '+00:00')
}

/** Replays the log until the moment that was asked for, and leaves the server stopped. */
async function recover(data: string, into: string) {
  const version = readFileSync(join(data, 'PG_VERSION'), 'utf8').trim()
  const debian = `/usr/lib/postgresql/${version}/bin`
  const program = (name: string) => (existsSync(debian) ? join(debian, name) : name)
  // Debian keeps a server's settings elsewhere: they are on the machine that was lost.
  for (const name of ['postgresql.conf', 'pg_ident.conf'])
    if (!existsSync(join(data, name))) await writeFile(join(data, name), '')
  const doors = join(into, 'recovery_hba.conf')
  await writeFile(doors, 'local all all trust\n')
  const settings = {
    // Only who may open the folder gets in.
    listen_addresses: '',
    unix_socket_directories: into,
    hba_file: doors,
    archive_mode: 'off',
    ...neededSettings(read(program('pg_controldata'), data)),
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
  const log = join(into, 'recovery.log')
  const run = (...args: string[]) =>
    execFileSync(program('pg_ctl'), [...args, `--pgdata=${data}`], { stdio: 'ignore' })
  try {
    run('start', '--wait', '--timeout=86400', `--options=${options.join(' ')}`, `--log=${log}`)
    // It lets people read before it has got there.
    while (!/state: +in production/.test(read(program('pg_controldata'), data))) {
      run('status')
      await pause(200)
    }
  } catch {
    throw new Error(`The moment could not be reached:\n${readFileSync(log, 'utf8').slice(-2_000)}`)
  }
  run('stop', '--mode=fast', '--wait')
}

const read = (program: string, data: string) =>
  execFileSync(program, [data], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } })

/** A server replays nothing with less room than the one had that wrote it. */
function neededSettings(controlData: string): Record<string, string> {
  const found = {
    max_connections: '',
    max_worker_processes: '',
    max_wal_senders: '',
    max_prepared_transactions: '',
    max_locks_per_transaction: '',
  }
  for (const name of Object.keys(found) as (keyof typeof found)[]) {
    const shown = name.replace('transactions', 'xacts').replace('transaction', 'xact')
    found[name] = new RegExp(`${shown} setting: +(\\d+)`).exec(controlData)?.[1] ?? ''
    if (!found[name]) throw new Error(`pg_controldata says nothing of ${name}.`)
  }
  return found
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
