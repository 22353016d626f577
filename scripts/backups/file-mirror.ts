import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DAY } from '#platform/duration.ts'

/** Uploaded files are immutable, and each has a unique name. A name with a dot belongs to an upload in progress. */
const isWhole = (path: string) => !path.includes('.')

/** When a mirrored file was first seen in the source, and when it was found missing; milliseconds since 1970, UTC. */
type Index = Record<string, { came: number; gone?: number }>

/**
 * Updates a mirror of a folder: copies new files, and keeps deleted files for `keepDays`, so that a restore to a time at which they existed
 * is possible.
 * @param now milliseconds since 1970, UTC
 * @returns how many files were added, and how many were deleted from the mirror
 */
export async function mirrorFiles(
  from: string,
  to: string,
  options: { now: number; keepDays: number },
): Promise<{ added: number; forgotten: number }> {
  const { now, keepDays } = options
  const index = await readIndex(to)
  const there = new Set(await filesUnder(from))
  let [added, forgotten] = [0, 0]
  for (const path of there) {
    if (index[path] && index[path].gone === undefined) continue
    if (!(await copyWhole(join(from, path), join(to, 'kept', path)))) continue
    const { mtimeMs } = await stat(join(to, 'kept', path))
    index[path] = { came: Math.min(now, mtimeMs) }
    added++
  }
  for (const [path, entry] of Object.entries(index)) {
    if (!there.has(path)) entry.gone ??= now
    if (entry.gone === undefined || entry.gone > now - keepDays * DAY) continue
    await rm(join(to, 'kept', path), { force: true })
    delete index[path]
    forgotten++
  }
  await writeIndex(to, index)
  return { added, forgotten }
}

/**
 * Restores the files that existed at an instant.
 * @param at milliseconds since 1970, UTC
 * @returns the number of restored files
 */
export async function restoreFiles(mirror: string, to: string, at: number): Promise<number> {
  let restored = 0
  for (const [path, { gone }] of Object.entries(await readIndex(mirror))) {
    // Files added after `at` are restored as well, which is harmless; files deleted by then are not restored.
    if (gone !== undefined && gone <= at) continue
    if (await copyWhole(join(mirror, 'kept', path), join(to, path))) restored++
  }
  return restored
}

/** @returns false if the file was deleted in the meantime */
async function copyWhole(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, `${to}.part`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  await rename(`${to}.part`, to)
  return true
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
      .slice(folder.length)
      .replace(/^[/\\]+/, '')
    return entry.isFile() && isWhole(path) ? [path] : []
  })
}

async function readIndex(mirror: string): Promise<Index> {
  const text = await readFile(join(mirror, 'index.json'), 'utf8').catch(() => '{}')
  return JSON.parse(text) as Index
}

async function writeIndex(mirror: string, index: Index) {
  await mkdir(mirror, { recursive: true, mode: 0o700 })
  await writeFile(join(mirror, 'index.json.part'), JSON.stringify(index))
  await rename(join(mirror, 'index.json.part'), join(mirror, 'index.json'))
}
