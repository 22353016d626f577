import { readFileSync } from 'node:fs'
import { unlink, writeFile } from 'node:fs/promises'

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
    // An empty file was just created by a process that has not written its pid yet.
    if (!pid) return true
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
