import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Env } from '#platform/env.ts'

const doctor = join(resolve(import.meta.dirname, '..'), 'doctor.ts')

/**
 * Runs the doctor on settings, databases, vendors and disk once this process serves, and logs one line per problem with the name of the
 * setting. The doctor is a separate process that exits when done, so startup does not wait for it.
 */
export function logWhatIsWrong({ isDemo, LOG_LEVEL }: Pick<Env, 'isDemo' | 'LOG_LEVEL'>): void {
  if (isDemo || LOG_LEVEL === 'silent') return
  const child = spawn(process.execPath, [doctor, '--log'], { stdio: ['ignore', 'inherit', 'inherit'] })
  child.on('error', (error) => console.error(`start-up: the doctor could not be started: ${error.message}`))
  child.unref()
}
