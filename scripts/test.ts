import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findBrowser } from './test/browser.ts'

/**
 * `npm test`: every check there is, and at the end one line that says how many passed.
 * Quick checks run beside each other, then the tests, then the journeys in a real browser.
 */
const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const own = (script: string) => [process.execPath, join(root, 'scripts', script)]

interface Check {
  name: string
  command: string[]
  env?: Record<string, string>
}

/** What reads the sources alone goes beside the build, which keeps one core busy. */
const besideBuild: Check[] = [
  { name: 'style', command: [bin('biome'), 'check', '--error-on-warnings', root] },
  { name: 'structure', command: own('check-structure.ts') },
]
/** What needs the table of routes that the build writes. */
const afterBuild: Check[] = [
  // Each of its checkers reads again what the others know: on two cores two of them take half the time that four do.
  { name: 'types', command: [bin('tsc'), '--noEmit', '--checkers', '2', '-p', root] },
  {
    name: 'unused code',
    command: [process.execPath, join(root, 'node_modules/knip/bin/knip.js'), '--no-progress'],
  },
]

/** What makes much and keeps little gets a larger young generation; tests and marketplaces have a still larger one of their own (0100). */
const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=32`.trim()

/** Characters of a failed check's output. */
const LONGEST = 6000

const failed: string[] = []
/** What failed checks printed. It comes last, where a long output is read first. */
const failures: string[] = []
let passed = 0
const started = performance.now()

await Promise.all([{ name: 'build', command: own('start/build.ts') }, ...besideBuild].map(run))
await Promise.all(afterBuild.map(run))
await run({ name: 'unit, database and access tests', command: [process.execPath, bin('vitest'), 'run'] })
const browser = await findBrowser()
await run({
  name: 'journeys in a browser',
  command: [process.execPath, bin('playwright'), 'test', '--config', join(root, 'playwright.config.ts')],
  env: { BROWSER_PATH: browser ?? '' },
})

for (const failure of failures) console.log(failure)
console.log(
  `\n${failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'Everything passed'} after ${seconds()} s`,
)
console.log(`\nchecks: ${passed} passed, ${failed.length} failed`)
process.exit(failed.length > 0 ? 1 : 0)

function run(check: Check): Promise<void> {
  return new Promise((done) => {
    const began = performance.now()
    const [command = '', ...args] = check.command
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, TZ: 'UTC', NODE_OPTIONS, ...check.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output: Buffer[] = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => output.push(Buffer.from(String(error))))
    child.on('close', (code) => {
      const took = ((performance.now() - began) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${check.name} (${took} s)`)
      const printed = Buffer.concat(output).toString()
      if (process.env.VERBOSE) console.log(printed)
      if (code === 0) passed++
      else {
        failed.push(check.name)
        failures.push(`\n✗ ${check.name}\n${withoutPassed(printed)}`)
      }
      done()
    })
  })
}

/** Without a line for each of thousands that passed, and short enough for a page that keeps only the end of it all. */
function withoutPassed(output: string): string {
  const lines = stripVTControlCharacters(output).split('\n')
  const text = lines
    .filter((line) => !/^\s*[✓↓]/.test(line))
    .join('\n')
    .trim()
  // The first lines say at which instant the tests began.
  return text.length <= LONGEST ? text : `${text.slice(0, 300)}\n…\n${text.slice(300 - LONGEST)}`
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(0)
}
