import { readFileSync, statSync } from 'node:fs'
import { unlink, writeFile } from 'node:fs/promises'

/** A process that creates the lock writes its pid at once, so an older empty file was left by a crash. */
const EMPTY_MS = 5_000

/**
 * Runs the work while holding a lock file, so that two processes on one machine take turns. A lock of a
 * process that no longer runs is taken over.
 * @throws Error after waiting for two minutes
 */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + 120_000
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (!holderLives(file)) await unlink(file).catch(() => undefined)
    else if (Date.now() > deadline) throw new Error(`waited two minutes for ${file}`)
    else await new Promise((done) => setTimeout(done, 50))
  }
  try {
    return await work()
  } finally {
    await unlink(file).catch(() => undefined)
  }
}

function holderLives(file: string): boolean {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return pid ? isRunning(pid) : Date.now() - statSync(file).mtimeMs < EMPTY_MS
  } catch {
    return false
  }
}

/**
 * Reports whether a process that we started earlier still runs. A process of another user is not one of ours, unless we are root, whose
 * server runs as another user.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' && process.getuid?.() === 0
  }
}
