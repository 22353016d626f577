import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { projectRoot } from './server.ts'

/** Runs files of tests with all of their cases and their counts printed; the exit code is theirs. */
export function runCounted(files: readonly string[], env: Record<string, string> = {}): number {
  return spawnSync(process.execPath, vitest(files), options(env)).status ?? 1
}

/** The same in several processes at once, each with settings of its own. @returns 0 when all of them passed */
export async function runCountedAtOnce(
  files: readonly string[],
  envs: readonly Record<string, string>[],
): Promise<number> {
  const children = envs.map((env) => spawn(process.execPath, vitest(files), options(env)))
  const exits = await Promise.all(children.map((child) => once(child, 'exit')))
  return exits.every(([code]) => code === 0) ? 0 : 1
}

const vitest = (files: readonly string[]) => [
  'node_modules/vitest/vitest.mjs',
  'run',
  ...files,
  '--disable-console-intercept',
]

const options = (env: Record<string, string>) => ({
  cwd: projectRoot,
  stdio: 'inherit' as const,
  env: { ...process.env, DRILL: 'all', ...env },
})
