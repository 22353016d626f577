import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBaseBackup, placesIn } from './base-backup.ts'
import { restoreFiles } from './file-mirror.ts'
import { restorePgBackRest } from './pgbackrest.ts'
import { correctHistoryOf } from './timelines.ts'

interface Source {
  /** BACKUP_FOLDER. */
  folder: string
  /** PGBACKREST_STANZA; without it the database is in the folder, too. */
  stanza?: string | undefined
}

interface Restored {
  data: string
  files: string
  /** How many files were restored. */
  count: number
  /** How many files the backup has, also deleted ones. */
  mirrored: number
  /** The last transaction of the database that was replayed, or else the end of its backup; milliseconds since 1970, UTC. */
  asOf: number
}

/**
 * Restores the database server and the files into a new folder, and leaves the server stopped.
 * @param to an instant with its zone; the end of what was backed up if left out
 * @param look called while the restored server runs, with the folder of its socket (port 5432), which only this user can open
 * @throws Error if there is no backup, the instant cannot be reached, or this user is root
 */
export async function restoreInto(
  into: string,
  { folder, stanza }: Source,
  { to, look }: { to?: string | undefined; look?: (socket: string) => Promise<void> } = {},
): Promise<Restored> {
  if (process.getuid?.() === 0) throw new Error('PostgreSQL does not run as root: restore as its own user.')
  const at = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to)
  const data = join(into, 'data')
  const target = to === undefined ? undefined : asPostgresReads(to)
  const { ended } = stanza
    ? await restorePgBackRest(stanza, { at, data, to: target })
    : await unpack(folder, { at, data, target })
  await appendFile(join(data, 'postgresql.auto.conf'), "\nsynchronous_standby_names = ''\n")
  const asOf = await recover(data, into, look)
  await correctHistoryOf(data)
  const files = join(into, 'files')
  const { restored, mirrored } = await restoreFiles(placesIn(folder).files, files, at)
  return { data, files, count: restored, mirrored, asOf: asOf ?? ended }
}

/** Unpacks the newest base backup from before an instant, and says from where the WAL is read. */
async function unpack(
  folder: string,
  { at, data, target }: { at: number; data: string; target: string | undefined },
) {
  const base = await findBaseBackup(folder, at)
  await mkdir(data, { recursive: true, mode: 0o700 })
  execFileSync('tar', ['-xzf', join(base.folder, 'base.tar.gz'), '-C', data])
  execFileSync('tar', ['-xzf', join(base.folder, 'pg_wal.tar.gz'), '-C', join(data, 'pg_wal')])
  const { wal } = placesIn(folder)
  await appendFile(join(data, 'postgresql.auto.conf'), recoverySettings(wal, target))
  await writeFile(join(data, 'recovery.signal'), '')
  return base
}

/**
 * The settings of a recovery. A base backup of a server that was itself restored contains the settings of that restore, so each of them is
 * set again: an empty target is none.
 */
export const recoverySettings = (wal: string, target: string | undefined): string => `
restore_command = 'cp "${wal}/%f" "%p" 2>/dev/null || cp "${wal}/%f.partial" "%p"'
recovery_target_action = 'promote'
recovery_target_time = '${target ?? ''}'
`

/** With a numeric offset: where it reads its settings PostgreSQL knows no zone by a letter. */
function asPostgresReads(instant: string): string {
  return instant.replace('T', ' ').replace(/Z$/, '+00:00')
}

/**
 * Replays the log until the moment that was asked for, and leaves the server stopped.
 * @returns when the last replayed transaction ended, in milliseconds since 1970; null if there was none
 */
async function recover(
  data: string,
  into: string,
  look: ((socket: string) => Promise<void>) | undefined,
): Promise<number | null> {
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
    port: '5432',
    lc_messages: 'C',
    timezone: 'UTC',
    logging_collector: 'off',
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
  try {
    await look?.(into)
  } finally {
    run('stop', '--mode=fast', '--wait')
  }
  const [, at] = /last completed transaction was at log time (\S+ \S+)/.exec(readFileSync(log, 'utf8')) ?? []
  return at ? Date.parse(`${at.replace(' ', 'T').replace(/\+00$/, '')}Z`) : null
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
