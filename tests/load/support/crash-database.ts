import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * Stops the database server of a load run as a crash would (`immediate`: nothing is written down any more) and starts it again on
 * the same port. @returns milliseconds until it answered again
 */
export async function crashDatabase(pool: pg.Pool): Promise<number> {
  const shown = await pool.query<{ data_directory: string }>('show data_directory')
  const data = shown.rows[0]?.data_directory ?? ''
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const command = [...readFileSync(join(data, 'postmaster.opts'), 'utf8').matchAll(/"([^"]*)"|(\S+)/g)]
  const [program = '', ...args] = command.map((found) => found[1] ?? found[2] ?? '')
  const began = performance.now()
  process.kill(pid, 'SIGQUIT')
  await until(() => !isAlive(pid))
  const { uid, gid } = statSync(data)
  spawn(program, args, { uid, gid, detached: true, stdio: 'ignore', cwd: data, env: {} }).unref()
  await until(() =>
    pool.query('select 1').then(
      () => true,
      () => false,
    ),
  )
  return performance.now() - began
}

async function until(holds: () => boolean | Promise<boolean>) {
  const deadline = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('the database did not come back')
    await new Promise((done) => setTimeout(done, 20))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
