/**
 * Everything that a stranger, a student with a console, or an operator's slip could try on money, counted: forged events of the
 * processor, prices and discounts made up by clients, one key sent a hundred times at once, success pages that are only
 * opened, and statements run by hand. `npm test` runs a part of it.
 *
 *   node tests/load/attacks.ts
 */
import { spawnSync } from 'node:child_process'
import { projectRoot } from './support/server.ts'

const vitest = [
  'node_modules/vitest/vitest.mjs',
  'run',
  'tests/api/attacks.test.ts',
  '--disable-console-intercept',
]
const { status } = spawnSync(process.execPath, vitest, {
  cwd: projectRoot,
  stdio: 'inherit',
  env: { ...process.env, ATTACKS: 'all' },
})
process.exitCode = status ?? 1
