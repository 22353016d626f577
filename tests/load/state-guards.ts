/**
 * Would the tables of account states notice if a guard were gone? Removes guards at random from a copy of the project, one at a time
 * (a guard that is asked at two places is removed at both), and walks the tables: each must turn red.
 *
 *   npm run drill -- state-guards [--n=10] [--seed=…] [--only=part of a guard's name]
 *
 * Without a seed every run draws another ten.
 */
import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inMutatedCopy, type MutatedCopy } from './support/mutated-copy.ts'
import { seededRandom } from './support/random.ts'
import { type StateGuard, stateGuards } from './support/state-guards.ts'

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    only: { type: 'string', default: '' },
  },
})
const tables = ['tests/api/account-states.test.ts', 'tests/api/student-states.test.ts']
const random = seededRandom(`state-guards ${values.seed}`)
const chosen = stateGuards
  .filter(({ name }) => name.includes(values.only))
  .map((guard) => ({ guard, by: random() }))
  .sort((a, b) => a.by - b.by)
  .slice(0, Number(values.n))
  .map(({ guard }) => guard)

console.log(`${chosen.length} of ${stateGuards.length} guards, one at a time (seed ${values.seed})\n`)
const results = await inMutatedCopy(
  resolve(import.meta.dirname, '../..'),
  'greenside-state-guards',
  (copy) => {
    const whole = walk(copy)
    if (whole !== null) throw new Error(`a table is red without any change:\n${whole.slice(-3000)}`)
    return chosen.map((guard) => {
      const output = copy.changed(changesOf(guard), () => walk(copy))
      if (output !== null && !output.includes('AssertionError'))
        throw new Error(`${guard.name}: broken, not noticed:\n${output.slice(-3000)}`)
      const result = {
        guard: guard.name,
        result: output === null ? 'GREEN' : 'red',
        noticed: output === null ? '' : rowsOf(output),
      }
      console.log(`${result.result.padEnd(6)} ${result.guard}${result.noticed ? `: ${result.noticed}` : ''}`)
      return result
    })
  },
)
const lived = results.filter(({ result }) => result === 'GREEN')
console.log(`\n| guard removed | result | rows |\n|---|---|---|`)
for (const { guard, result, noticed } of results) console.log(`| ${guard} | ${result} | ${noticed} |`)
console.log(`\n${results.length - lived.length} of ${results.length} red`)
process.exitCode = lived.length === 0 ? 0 : 1

/** @returns what the first table that is red printed; null when none is */
function walk(copy: MutatedCopy): string | null {
  for (const table of tables) {
    const { passed, output } = copy.run([table])
    if (!passed) return output
  }
  return null
}

function changesOf({ name, parts }: StateGuard) {
  return parts.map(({ file, from, to }) => ({
    file,
    change(text: string) {
      if (text.split(from).length !== 2) throw new Error(`${name}: not exactly once in ${file}: ${from}`)
      return text.replace(from, () => to)
    },
  }))
}

/** The rows that are not as expected, from what vitest prints of the difference. */
function rowsOf(output: string): string {
  const rows = [...output.matchAll(/^\s*\+\s+"(.+)": "(.+)",$/gm)].map(
    ([, row, cells]) => `${row} (${cells})`,
  )
  return rows.join('; ')
}
