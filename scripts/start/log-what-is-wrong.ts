import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Env } from '#platform/env.ts'

const doctor = join(resolve(import.meta.dirname, '..'), 'doctor.ts')

/**
 * Lets the doctor look at settings, databases, vendors and disk once this process serves, and writes what is wrong into the log, a line
 * each that names the setting. It is a process of its own, ends by itself, and holds up nothing.
 */
export function logWhatIsWrong({ isDemo, LOG_LEVEL }: Pick<Env, 'isDemo' | 'LOG_LEVEL'>): void {
  if (isDemo || LOG_LEVEL === 'silent') return
  const child = spawn(process.execPath, [doctor, '--log'], { stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('error', (error) => console.error(`start-up: the doctor could not be started: ${error.message}`))
  child.unref()
}
