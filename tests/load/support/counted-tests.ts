import { spawnSync } from 'node:child_process'
import { projectRoot } from './server.ts'

/** Runs files of tests with all of their cases and their counts printed; the exit code is theirs. */
export function runCounted(files: readonly string[], env: Record<string, string> = {}): number {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...files, '--disable-console-intercept']
  const { status } = spawnSync(process.execPath, vitest, {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, DRILL: 'all', ...env },
  })
  return status ?? 1
}
