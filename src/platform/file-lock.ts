import { readFileSync } from 'node:fs'
import { unlink, writeFile } from 'node:fs/promises'

/**
 * Runs the work while holding a lock file, so that two processes of one machine take turns.
 * A lock left behind by a process that no longer lives is taken over.
 * @throws Error after two minutes of waiting
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
    // An empty file was made a moment ago by somebody who is about to write into it.
    if (!pid) return true
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
