import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What people gave us is never written twice under one name; a name with a dot is still arriving. */
const isWhole = (path: string) => !path.includes('.')
const DAY_MS = 86_400_000

/** When a file that is in the copy was seen first, and when it was missed; instants in milliseconds since 1970, UTC. */
type Index = Record<string, { came: number; gone?: number }>

/**
 * Brings a copy of a folder up to date: new files are added, what was taken away is kept for so many days, for a restore to a time
 * at which it was there.
 * @param now milliseconds since 1970, UTC
 * @returns how many files were added, and how many left the copy for good
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
    if (entry.gone === undefined || entry.gone > now - keepDays * DAY_MS) continue
    await rm(join(to, 'kept', path), { force: true })
    delete index[path]
    forgotten++
  }
  await writeIndex(to, index)
  return { added, forgotten }
}

/**
 * Brings the files back that were there at an instant.
 * @param at milliseconds since 1970, UTC
 * @returns how many
 */
export async function restoreFiles(mirror: string, to: string, at: number): Promise<number> {
  let restored = 0
  for (const [path, { gone }] of Object.entries(await readIndex(mirror))) {
    // One that came a moment later is in nobody's way; one that was taken away stays away.
    if (gone !== undefined && gone <= at) continue
    if (await copyWhole(join(mirror, 'kept', path), join(to, path))) restored++
  }
  return restored
}

/** @returns false when the file was taken away meanwhile */
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
