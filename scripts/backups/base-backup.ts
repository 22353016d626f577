import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { DAY } from '#platform/duration.ts'

/** A whole copy of the database server, from which the log is replayed. Instants in milliseconds since 1970, UTC. */
interface BaseBackup {
  folder: string
  name: string
  began: number
  ended: number
}

/** What lies in the folder of backups. */
export const placesIn = (folder: string) => ({
  bases: join(folder, 'base'),
  wal: join(folder, 'wal'),
  files: join(folder, 'files'),
  /** What a restore to an earlier moment left behind; each folder in it has such places, and the instant of the move as its name. */
  abandoned: join(folder, 'abandoned'),
})

/**
 * Copies the whole server while it is used.
 * @param url of a user who may replicate
 * @throws Error with what `pg_basebackup` says
 */
export async function takeBaseBackup(url: string, folder: string): Promise<BaseBackup> {
  const { bases } = placesIn(folder)
  await mkdir(bases, { recursive: true, mode: 0o700 })
  const began = await timeOf(url)
  const making = join(bases, 'making')
  await rm(making, { recursive: true, force: true })
  const { address, env } = withoutPassword(url)
  execFileSync(
    'pg_basebackup',
    [
      `--dbname=${address}`,
      `--pgdata=${making}`,
      '--format=tar',
      '--gzip',
      '--checkpoint=fast',
      '--no-password',
    ],
    { env, stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const ended = await timeOf(url)
  const name = `${began}-${ended}`
  const made = join(bases, name)
  await rename(making, made)
  return { folder: made, name, began, ended }
}

/** What a program is started with is seen by everybody on its machine: a password goes the other way. */
export function withoutPassword(url: string): { address: string; env: NodeJS.ProcessEnv } {
  const parts = new URL(url)
  const password = decodeURIComponent(parts.password)
  parts.password = ''
  return { address: parts.href, env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) } }
}

/** The newest copy that was whole at an instant. @throws Error when there is none */
export async function findBaseBackup(folder: string, at: number): Promise<BaseBackup> {
  const found = (await listBaseBackups(folder)).filter(({ ended }) => ended <= at).at(-1)
  const from = Number.isFinite(at) ? ` from before ${new Date(at).toISOString()}` : ''
  if (!found) throw new Error(`There is no backup${from} in ${folder}.`)
  return found
}

/**
 * Deletes what is older than the policy promises: copies of the database, and the log from before the oldest copy that stays. The
 * newest copy stays, however old it is.
 * @returns how many files and folders went
 */
export async function forgetOldBackups(
  folder: string,
  { now, keepDays }: { now: number; keepDays: number },
): Promise<number> {
  const { wal } = placesIn(folder)
  const all = await listBaseBackups(folder)
  const old = all.slice(0, -1).filter(({ began }) => began < now - keepDays * DAY)
  for (const base of old) await rm(base.folder, { recursive: true })
  const oldest = all[old.length]?.began ?? 0
  const abandoned = await forgetAbandoned(folder, now - keepDays * DAY)
  return old.length + (await forgetLog(wal, oldest)) + abandoned
}

/** Deletes segments that were full before an instant. @returns how many */
async function forgetLog(wal: string, before: number): Promise<number> {
  let forgotten = 0
  for (const name of await readdir(wal).catch(() => [])) {
    const path = join(wal, name)
    // Written to for the last time when it was full.
    if ((await stat(path)).mtimeMs >= before || name.endsWith('.history')) continue
    await rm(path)
    forgotten++
  }
  return forgotten
}

/** Deletes what was abandoned and is from before an instant. @returns how many files and folders */
async function forgetAbandoned(folder: string, before: number): Promise<number> {
  const { abandoned } = placesIn(folder)
  let forgotten = 0
  for (const name of await readdir(abandoned).catch(() => [])) {
    const aside = join(abandoned, name)
    forgotten += await forgetLog(placesIn(aside).wal, before)
    for (const base of await listBaseBackups(aside)) {
      if (base.began >= before) continue
      await rm(base.folder, { recursive: true })
      forgotten++
    }
    if (Number(name) < before) await rm(aside, { recursive: true })
  }
  return forgotten
}

/** Oldest first. */
export async function listBaseBackups(folder: string): Promise<BaseBackup[]> {
  const { bases } = placesIn(folder)
  const found = (await readdir(bases).catch(() => [])).flatMap((name) => {
    const [, began, ended] = /^(\d+)-(\d+)$/.exec(name) ?? []
    return began && ended
      ? [{ folder: join(bases, name), name, began: Number(began), ended: Number(ended) }]
      : []
  })
  return found.sort((a, b) => a.ended - b.ended)
}

/** By the clock that the log is written by. */
async function timeOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'greenside-backup' })
  await client.connect()
  try {
    const { rows } = await client.query<{ at: number }>(
      'select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as at',
    )
    return rows[0]?.at ?? 0
  } finally {
    await client.end()
  }
}
