import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DAY, HOUR } from './duration.ts'

/** The result of `npm run restore-test`, kept as a file in BACKUP_FOLDER. Instants in milliseconds since 1970, UTC. */
const schema = z.object({
  /** When the last test ended. */
  at: z.number(),
  /** Why it failed; null when it passed. */
  problem: z.string().nullable(),
  /** The end of the last test that passed; null before the first one. */
  passedAt: z.number().nullable(),
})
export type RestoreTest = z.infer<typeof schema>

const fileIn = (folder: string) => join(folder, 'restore-test.json')

/** Backups are kept for as long, so each of them is as old as a passed test at most. */
const OLD_DAYS = 35

/** @returns null if no result was recorded, or the folder cannot be read */
export async function readRestoreTest(folder: string): Promise<RestoreTest | null> {
  try {
    return schema.parse(JSON.parse(await readFile(fileIn(folder), 'utf8')))
  } catch {
    return null
  }
}

/**
 * Records a result, and keeps when a test passed last.
 * @returns what was recorded
 * @throws Error if the folder cannot be written to
 */
export async function recordRestoreTest(
  folder: string,
  { at, problem }: Pick<RestoreTest, 'at' | 'problem'>,
): Promise<RestoreTest> {
  const passedAt = problem === null ? at : ((await readRestoreTest(folder))?.passedAt ?? null)
  const result = { at, problem, passedAt }
  const part = `${fileIn(folder)}.part`
  await writeFile(part, `${JSON.stringify(result)}\n`)
  // The web processes read it; with pgBackRest it is written by another user of the folder's group.
  await chmod(part, 0o640)
  await rename(part, fileIn(folder))
  return result
}

/** One sentence about the last restore test. */
export function restoreTestState(test: RestoreTest | null, now: number): { isFine: boolean; words: string } {
  if (!test) return { isFine: false, words: 'No restore test was recorded.' }
  if (test.problem !== null)
    return { isFine: false, words: `The last restore test, ${ago(test.at, now)}, failed: ${test.problem}` }
  return {
    isFine: now - test.at < OLD_DAYS * DAY,
    words: `The last restore test was ${ago(test.at, now)} and passed.`,
  }
}

function ago(at: number, now: number): string {
  const hours = Math.max(0, Math.floor((now - at) / HOUR))
  if (hours < 2) return hours < 1 ? 'less than an hour ago' : 'an hour ago'
  return hours < 72 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`
}
