/**
 * Mutation test of access checks. Removes guards from a copy of the project, one at a time: a procedure gets a lower access level, an
 * ownership condition or policy is always true, a check lets every request pass. Runs the tests most likely to fail, then all tests about
 * access, and prints which mutants survived.
 * Two fifths of the mutants are access levels, which a single table guards; the rest are other guards.
 *
 *   npm run drill -- guard-mutants [--n=50] [--seed=1] [--only=part of a file's name] [--kind=rung|guard] [--likely]
 *
 * With --likely, only the most likely tests run. This is faster, but other tests might still catch the survivors.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findGuards, type Mutant, without } from './support/guards.ts'
import { inMutatedCopy, type MutatedCopy } from './support/mutated-copy.ts'
import { seededRandom } from './support/random.ts'

const { values } = parseArgs({
  options: {
    n: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    kind: { type: 'string', default: '' },
    likely: { type: 'boolean', default: false },
  },
})
const GOAL = 0.95
const root = resolve(import.meta.dirname, '../..')
/** Long tests, or tests of times rather than of access. */
const notAboutAccess =
  /^(attacks|booking-model|brute-force|late-payments|races|messages-speed|database-away|session-ends|tracking|site-files|server-zones|account-links|lesson-stories|one-instant|money|calendars)/
const suite = readdirSync(join(root, 'tests/api')).filter(
  (file) => file.endsWith('.test.ts') && !notAboutAccess.test(file),
)

/** Prefixes of a feature's tests where they differ from its name. */
const topics: Record<string, string> = {
  accounts: 'accounts|passkeys|sign-in-providers|session-cookies|leaving|only-themselves',
  assistant: 'first-message|messages',
  availability: 'own-hours|drives',
  bookings: 'booking|cancellation|reschedule|release-hold|demo-bookings|after-the-lesson',
  clips: 'clips|voice-overs',
  checkout: 'booking|release-hold|demo-bookings|discounts',
  disputes: 'after-the-lesson',
  'gift-cards': 'gift-cards|sold-alone',
  http: 'foreign-sites|messages-live|message-attachments',
  'lesson-letters': 'suspension|lesson-stories',
  members: 'demo-bookings',
  messages: 'messages|message-attachments|message-notifications|leaving-conversations',
  'other-calendars': 'other-calendars|google-calendar',
  'own-profile': 'own-profile|coach-requests|coach-pictures|profile',
  payouts: 'after-the-lesson|packages|payout-accounts|statements|coach-tasks',
  platform: 'access-matrix',
  proposals: 'proposals|agreed-lessons|package',
  reviews: 'after-the-lesson',
  students: 'students|student-invitations|bring-students',
  tasks: 'coach-tasks',
  workspaces: 'workspaces|drill-pictures|clips',
}

const random = seededRandom(`guard-mutants ${values.seed}`)
const found = findGuards(join(root, 'src')).filter(
  ({ file, kind }) => file.includes(values.only) && kind.includes(values.kind),
)
const chosen = choose(found, Number(values.n))
console.log(
  `${found.length} guards found, ${chosen.length} removed one at a time (seed ${values.seed}); ${suite.length} test files\n`,
)

const lived: Mutant[] = []
const catchers = new Set<string>()
let lastOutput = ''
await inMutatedCopy(root, 'greenside-guards', (copy) => {
  const survivors = chosen.filter((mutant, at) => !isCaught(copy, mutant, likely(mutant), at + 1))
  if (survivors.length > 0)
    console.log(`\n${survivors.length} survived so far${values.likely ? '' : '; now running all tests'}\n`)
  for (const [at, mutant] of survivors.entries()) {
    const first = likely(mutant)
    const rest = suite.filter((one) => !first.includes(one))
    if (values.likely || !isCaught(copy, mutant, rest, at + 1)) lived.push(mutant)
  }
  // A test that also fails without a mutant has caught nothing.
  const unsound = [...catchers].filter((test) => !passes(copy, [test]))
  if (unsound.length > 0) throw new Error(`these fail without any mutant: ${unsound.join(', ')}`)
  console.log(`\nall ${catchers.size} files that caught a mutant pass without one`)
})
const share = 1 - lived.length / chosen.length
console.log(
  `\n${chosen.length - lived.length} of ${chosen.length} caught, ${Math.round(share * 1000) / 10} % (goal ${GOAL * 100} %)`,
)
for (const mutant of lived) console.log(`  SURVIVED: ${inWords(mutant)}`)
process.exitCode = share >= GOAL ? 0 : 1

/** Tests named after the feature, and tests that cover all procedures. */
function likely({ kind, file, from }: Mutant): string[] {
  // A single table test covers the access level of each procedure and the ones limited to the user's own data.
  if (kind === 'rung' || from.startsWith('.meta('))
    return suite.filter((test) => test.startsWith('access-matrix'))
  const feature = /features\/([\w-]+)/.exec(file)?.[1] ?? 'http'
  const about = new RegExp(`^(${topics[feature] ?? feature})`)
  return suite.filter(
    (test) => about.test(test) || /^(strangers|neighbours|newcomers|other-peoples|own-data)/.test(test),
  )
}

/** Removes the guard, runs the tests, and restores the guard. */
function isCaught(copy: MutatedCopy, mutant: Mutant, tests: readonly string[], number: number): boolean {
  const began = performance.now()
  const file = mutant.file.slice(root.length + 1)
  const caught = copy.changed([{ file, change: (text) => without(mutant, text) }], () => !passes(copy, tests))
  const seconds = Math.round((performance.now() - began) / 1000)
  const by = caught ? noticedBy() : ''
  if (by) catchers.add(`${by}.test.ts`)
  console.log(`${number}. ${caught ? `caught by ${by}` : 'survived'} (${seconds} s)  ${inWords(mutant)}`)
  return caught
}

function passes(copy: MutatedCopy, tests: readonly string[]): boolean {
  const ran = copy.run(
    tests.map((test) => `tests/api/${test}`),
    // Excludes random sequences, which are slow and not about access.
    ['--testNamePattern=^(?!.*random sequences of drawing)'],
  )
  lastOutput = ran.output
  return ran.passed
}

/** The first test that failed in the last run. */
function noticedBy(): string {
  const name = /FAIL\s+tests\/api\/(\S+)\.test\.ts/.exec(lastOutput)?.[1]
  if (!name) throw new Error(`the run failed without a failed test:\n${lastOutput.slice(-2000)}`)
  return name
}

function inWords({ file, at, from, to }: Mutant): string {
  const line = readFileSync(file, 'utf8').slice(0, at).split('\n').length
  return `${file.slice(root.length + 1)}:${line}  ${from.trim().slice(0, 70)} → ${to}`
}

/** Shuffles by the seed; two fifths are access levels. */
function choose(all: readonly Mutant[], n: number): Mutant[] {
  const shuffled = all.map((mutant) => ({ mutant, by: random() })).sort((a, b) => a.by - b.by)
  const of = (kind: Mutant['kind']) =>
    shuffled.flatMap(({ mutant }) => (mutant.kind === kind ? [mutant] : []))
  const [rungs, guards] = [of('rung'), of('guard')]
  const others = guards.slice(0, Math.max(n - rungs.length, Math.ceil(n * 0.6)))
  return [...others, ...rungs.slice(0, n - others.length)]
}
