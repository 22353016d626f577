/**
 * Would the suite notice if a guard were gone? Takes guards out of a copy of the project, one at a time: a procedure on a
 * lower rung of the ladder, a comparison of owners that is always right, an owner's condition left out of a statement. Runs
 * the access tests on each copy and prints which mutants lived.
 *
 *   npm run drill -- guard-mutants [--n=50] [--seed=1]
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { n: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
})
const GOAL = 0.95
const root = resolve(import.meta.dirname, '../..')
const suite = readdirSync(join(root, 'tests/api'))
  .filter((file) =>
    /^(access-matrix|strangers|other-peoples.*|support|messages|proposals|packages|cancellation|let-go|discounts)\.test\.ts$/.test(
      file,
    ),
  )
  .map((file) => `tests/api/${file}`)

interface Mutant {
  file: string
  at: number
  from: string
  to: string
}

/** Each a way a guard is written here, and what is left when it is gone. */
const operators: { find: RegExp; gone: (match: RegExpExecArray) => string }[] = [
  {
    find: /(?<=: )(signedIn|student|coach|admin)(?=\s*\.route\()/g,
    gone: ([rung]) => (rung === 'signedIn' ? 'weakest' : 'weaker'),
  },
  { find: /[\w.]+ !== (?:actor|student|coach|person|sender|viewer)\.userId/g, gone: () => 'false' },
  { find: /(?<=return )actor\.userId === \w+/g, gone: () => 'true' },
  { find: / and [a-z_.]+ = \$\{(?:actor|student|coach|person|sender)\.userId\}(?:::uuid)?/g, gone: () => '' },
  { find: / and [a-z_.]+ = \$\{userId\}(?:::uuid)?/g, gone: () => '' },
  { find: /(?<=^\s+)onlyThemselves\(\w+(?:\.\w+)*\)/gm, gone: () => 'void 0' },
  { find: /(?<=: |= |\()(?:lesson && )?partyOf\(actor, \w+\)/g, gone: () => `'student' as const` },
]

const found = sources(join(root, 'src')).flatMap((file): Mutant[] => {
  const text = readFileSync(file, 'utf8')
  return operators.flatMap(({ find, gone }) =>
    [...text.matchAll(find)].map((match) => ({ file, at: match.index, from: match[0], to: gone(match) })),
  )
})
const chosen = shuffled(found, Number(values.seed)).slice(0, Number(values.n))
console.log(
  `${found.length} guards found, ${chosen.length} taken out one at a time; ${suite.length} files of tests\n`,
)

const copy = mkdtempSync(join(tmpdir(), 'guards-'))
const lived: Mutant[] = []
let lastOutput = ''
try {
  for (const entry of [
    'src',
    'tests',
    'db',
    'scripts',
    'content',
    'public',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
    cpSync(join(root, entry), join(copy, entry), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  if (!run()) throw new Error(`the access tests fail without any mutant:\n${lastOutput.slice(-2000)}`)
  for (const [number, mutant] of chosen.entries()) {
    const file = join(copy, mutant.file.slice(root.length + 1))
    const text = readFileSync(file, 'utf8')
    const rungs = mutant.to.startsWith('weak')
      ? `import { open as weakest, signedIn as weaker } from '#ports/services.ts'\n`
      : ''
    writeFileSync(
      file,
      rungs + text.slice(0, mutant.at) + mutant.to + text.slice(mutant.at + mutant.from.length),
    )
    const caught = !run()
    writeFileSync(file, text)
    if (!caught) lived.push(mutant)
    console.log(`${number + 1}. ${caught ? 'caught' : 'LIVED '} ${inWords(mutant)}`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
const share = 1 - lived.length / chosen.length
console.log(
  `\n${chosen.length - lived.length} of ${chosen.length} caught, ${Math.round(share * 1000) / 10} % (goal ${GOAL * 100} %)`,
)
process.exitCode = share >= GOAL ? 0 : 1

function run(): boolean {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const ran = spawnSync(process.execPath, [vitest, 'run', '--bail', '1', ...suite], {
    cwd: copy,
    encoding: 'utf8',
  })
  lastOutput = `${ran.stdout}${ran.stderr}`
  return ran.status === 0
}

function inWords({ file, at, from, to }: Mutant): string {
  const line = readFileSync(file, 'utf8').slice(0, at).split('\n').length
  return `${file.slice(root.length + 1)}:${line}  ${from.trim().slice(0, 60)} → ${to || 'nothing'}`
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sources(path)
    return /(^|\/)(api|commands|queries|policy|events)\.ts$/.test(path) ? [path] : []
  })
}

/** Fisher-Yates by a small generator of its own, so that a seed names a run. */
function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const list = [...all]
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    const [a, b] = [list[i], list[j]]
    if (a === undefined || b === undefined) continue
    list[i] = b
    list[j] = a
  }
  return list
}
