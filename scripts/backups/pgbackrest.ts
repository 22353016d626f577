import { spawnSync } from 'node:child_process'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { DAY } from '#platform/duration.ts'

/** Backups by pgBackRest (decision 0154), for databases of more than 300 GB. Instants in milliseconds since 1970, UTC. */
export interface StoredBackup {
  label: string
  /** The number of its repository in pgbackrest.conf. */
  repository: number
  isFull: boolean
  began: number
  ended: number
  /** It contains pages whose checksums are wrong. */
  isDamaged: boolean
}

export interface Stored {
  /** The numbers of all repositories in pgbackrest.conf. */
  repositories: number[]
  /** Oldest first. */
  backups: StoredBackup[]
}

/** A full backup each week, less what a timer may be early. Those between contain only what changed. */
const FULL_EVERY_DAYS = 6.5
/**
 * pgBackRest deletes a full backup when the next one has reached the age of retention: a week later, and a day until the next run.
 * Retention is therefore shorter by as much than the days after which a backup must be gone.
 */
const LAST_DELETED_DAYS = 8

const infoSchema = z.array(
  z.object({
    name: z.string(),
    repo: z.array(z.object({ key: z.number(), status: z.object({ code: z.number(), message: z.string() }) })),
    backup: z.array(
      z.object({
        label: z.string(),
        type: z.enum(['full', 'diff', 'incr']),
        error: z.boolean().nullish(),
        database: z.object({ 'repo-key': z.number() }),
        timestamp: z.object({ start: z.number(), stop: z.number() }),
      }),
    ),
  }),
)
const MAX_OUTPUT = 64 * 1024 * 1024
const [OK, NO_STANZA, NO_BACKUPS, NO_STANZA_DATA] = [0, 1, 2, 3]

/**
 * Parses what `pgbackrest info --output=json` prints.
 * @throws Error if a repository lacks the stanza or cannot be read
 */
export function parseInfo(json: string, stanza: string): Stored {
  const found = infoSchema.parse(JSON.parse(json)).find(({ name }) => name === stanza)
  for (const { key, status } of found?.repo ?? [{ key: 1, status: { code: NO_STANZA, message: '' } }]) {
    if (status.code === NO_STANZA || status.code === NO_STANZA_DATA)
      throw new Error(
        `Repository ${key} of pgBackRest has no stanza ${stanza} (PGBACKREST_STANZA). Create it as the user postgres: pgbackrest --stanza=${stanza} stanza-create`,
      )
    if (status.code !== OK && status.code !== NO_BACKUPS)
      throw new Error(`Repository ${key} of pgBackRest cannot be read: ${status.message}`)
  }
  const backups = (found?.backup ?? []).map(({ label, type, error, database, timestamp }) => ({
    label,
    repository: database['repo-key'],
    isFull: type === 'full',
    began: timestamp.start * 1_000,
    // It is recorded in whole seconds.
    ended: (timestamp.stop + 1) * 1_000,
    isDamaged: error === true,
  }))
  return {
    repositories: found?.repo.map(({ key }) => key) ?? [],
    backups: backups.sort((a, b) => a.ended - b.ended),
  }
}

/** The arguments that take the next backup into a repository, and delete what is older than `keepDays`. */
export function backupArguments(
  stanza: string,
  { repositories, backups }: Stored,
  options: { repository: number; now: number; keepDays: number },
): string[] {
  const { repository, now, keepDays } = options
  const retention = Math.floor(keepDays) - LAST_DELETED_DAYS
  if (retention < 1)
    throw new Error(`BACKUP_DAYS must be at least ${LAST_DELETED_DAYS + 1} with PGBACKREST_STANZA.`)
  const isFullRecent = backups.some(
    (one) => one.repository === repository && one.isFull && one.began > now - FULL_EVERY_DAYS * DAY,
  )
  return [
    `--stanza=${stanza}`,
    `--repo=${repository}`,
    `--type=${isFullRecent ? 'incr' : 'full'}`,
    '--start-fast',
    '--log-level-console=warn',
    ...repositories.flatMap((n) => [
      `--repo${n}-retention-full-type=time`,
      `--repo${n}-retention-full=${retention}`,
    ]),
    'backup',
  ]
}

/**
 * The arguments that restore a database server into an empty folder.
 * @param to as PostgreSQL reads it; the end of the WAL if left out
 */
export function restoreArguments(stanza: string, from: StoredBackup, data: string, to?: string): string[] {
  return [
    `--stanza=${stanza}`,
    `--repo=${from.repository}`,
    `--set=${from.label}`,
    `--pg1-path=${data}`,
    ...(to === undefined ? [] : ['--type=time', `--target=${to}`, '--target-action=promote']),
    // A copy that runs next to the original must not write into its repository.
    '--archive-mode=off',
    '--log-level-console=warn',
    'restore',
  ]
}

/** Why the database's WAL does not reach pgBackRest; null if it does. Words and the next step. */
export function archivingProblem(
  { mode, command }: { mode: string; command: string },
  stanza: string,
): { what: string; todo: string } | null {
  const set = `alter system set archive_command = 'pgbackrest --stanza=${stanza} archive-push %p'`
  if (mode === 'off')
    return {
      what: 'PGBACKREST_STANZA is set, and archive_mode of the database is off.',
      todo: `Run these in psql and restart PostgreSQL: alter system set archive_mode = on; ${set};`,
    }
  if (!command.includes('pgbackrest'))
    return {
      what: 'PGBACKREST_STANZA is set, and archive_command of the database does not run pgbackrest.',
      todo: `Run these in psql: ${set}; select pg_reload_conf();`,
    }
  return null
}

/**
 * Takes a backup into each repository. Its list of backups is also written into BACKUP_FOLDER for the doctor, whose user may not read the
 * repository.
 * @param url of a user who may connect to the database
 * @returns what is stored now
 * @throws Error if pgBackRest is not installed or set up, or what it says
 */
export async function takePgBackRest(
  url: string,
  options: { stanza: string; folder: string; keepDays: number },
): Promise<Stored> {
  const { stanza, folder, keepDays } = options
  const before = parseInfo(readInfo(stanza), stanza)
  const problem = archivingProblem(await readArchiving(url), stanza)
  if (problem) throw new Error(`${problem.what}\n${problem.todo}`)
  for (const repository of before.repositories)
    run(backupArguments(stanza, before, { repository, now: Date.now(), keepDays }))
  const json = readInfo(stanza)
  await writeFile(`${listIn(folder)}.part`, json, { mode: 0o640 })
  await rename(`${listIn(folder)}.part`, listIn(folder))
  return parseInfo(json, stanza)
}

const listIn = (folder: string) => join(folder, 'pgbackrest.json')

/** What was stored after the last backup. @throws Error if none was taken, or the folder cannot be read */
export const readStored = async (folder: string, stanza: string): Promise<Stored> =>
  parseInfo(await readFile(listIn(folder), 'utf8'), stanza)

/**
 * Restores the newest backup from before an instant, without replaying the WAL.
 * @param at milliseconds since 1970, UTC; infinite for the newest
 * @returns the backup
 * @throws Error if there is none, or what pgBackRest says
 */
export async function restorePgBackRest(
  stanza: string,
  { at, data, to }: { at: number; data: string; to?: string | undefined },
): Promise<StoredBackup> {
  const found = parseInfo(readInfo(stanza), stanza).backups.findLast(({ ended }) => ended <= at)
  const from = Number.isFinite(at) ? ` from before ${new Date(at).toISOString()}` : ''
  if (!found) throw new Error(`There is no backup${from} in the stanza ${stanza} of pgBackRest.`)
  await mkdir(data, { recursive: true, mode: 0o700 })
  run(restoreArguments(stanza, found, data, to))
  return found
}

const readInfo = (stanza: string) => run([`--stanza=${stanza}`, '--output=json', 'info'])

/** @returns what it prints. @throws Error with its words if it fails */
function run(args: string[]): string {
  const { error, status, stdout, stderr } = spawnSync('pgbackrest', args, {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT,
  })
  if (error && Reflect.get(error, 'code') === 'ENOENT')
    throw new Error('PGBACKREST_STANZA is set, and pgbackrest is not installed: apt-get install pgbackrest')
  const said = [stderr, error ? error.message : ''].join('').trim()
  if (error || status !== 0) throw new Error(`pgbackrest ${args.at(-1)} failed: ${said || stdout.trim()}`)
  if (said) console.error(said)
  return stdout
}

async function readArchiving(url: string): Promise<{ mode: string; command: string }> {
  const client = new pg.Client({ connectionString: url, application_name: 'greenside-backup' })
  await client.connect()
  try {
    const { rows } = await client.query<{ mode: string; command: string }>(
      `select current_setting('archive_mode') as mode, current_setting('archive_command') as command`,
    )
    return rows[0] ?? { mode: 'off', command: '' }
  } finally {
    await client.end()
  }
}
