import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

/**
 * Stops the database server of a load run like a crash (`immediate`: no checkpoint) and restarts it on the same port.
 * @returns milliseconds until it answered again
 */
export async function crashDatabase(pool: pg.Pool): Promise<number> {
  return await restart(pool, (pid) => process.kill(pid, 'SIGQUIT'))
}

/** The same with `kill -9` of the server and all of its child processes. */
export async function killDatabase(pool: pg.Pool): Promise<number> {
  return await restart(pool, (pid) => {
    for (const one of [pid, ...childrenOf(pid)]) if (isAlive(one)) process.kill(one, 'SIGKILL')
  })
}

async function restart(pool: pg.Pool, end: (pid: number, all: number[]) => void): Promise<number> {
  const shown = await pool.query<{ data_directory: string }>('show data_directory')
  const data = shown.rows[0]?.data_directory ?? ''
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  const command = [...readFileSync(join(data, 'postmaster.opts'), 'utf8').matchAll(/"([^"]*)"|(\S+)/g)]
  const [program = '', ...args] = command.map((found) => found[1] ?? found[2] ?? '')
  const began = performance.now()
  // The server is paused while its children are listed, so that it cannot fork more.
  process.kill(pid, 'SIGSTOP')
  const all = [pid, ...childrenOf(pid)]
  end(pid, all)
  if (isAlive(pid)) process.kill(pid, 'SIGCONT')
  await until(() => !all.some(isAlive))
  const { uid, gid } = statSync(data)
  const start = () => {
    const child = spawn(program, args, { uid, gid, detached: true, stdio: 'ignore', cwd: data, env: {} })
    child.unref()
    return child
  }
  let child = start()
  await until(() => {
    // The last children of the killed server may keep its shared memory for a moment, in which case the new server fails to start.
    if (child.exitCode !== null) child = start()
    return pool.query('select 1').then(
      () => true,
      () => false,
    )
  })
  return performance.now() - began
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return stdout.split('\n').flatMap((line) => (line.trim() ? [Number(line)] : []))
}

async function until(holds: () => boolean | Promise<boolean>) {
  const deadline = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error('the database did not come back')
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** False also for a zombie process, which holds no resources. */
function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
