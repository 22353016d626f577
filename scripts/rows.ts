import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { rowNames } from './rows/row-names.ts'
import { readPlaywright, readSources, readVitest, type TaggedTest } from './rows/tagged-tests.ts'
import { buildIfChanged } from './start/build.ts'
import { findBrowser } from './test/browser.ts'
import { tool } from './test/tools.ts'

/**
 * `npm run rows`: lists which tests cover each row of the checklist, based on the tags in test titles.
 * With `--run`, runs the tagged tests first and adds their results.
 * Exits with 1 if a row has no test or a failed one.
 */
const root = resolve(import.meta.dirname, '..')
const isRun = process.argv.includes('--run')
const found = isRun ? await run() : readSources(root)
const marks = { passed: '✓', failed: '✗', skipped: '–', 'not run': '·' }
const without: number[] = []

console.log('| row | what | test | result |\n|---|---|---|---|')
for (const [number, name] of Object.entries(rowNames)) {
  const row = Number(number)
  const tests = unique(found.filter(({ rows }) => rows.includes(row)))
  if (tests.length === 0) without.push(row)
  if (tests.length === 0) console.log(`| ${row} | ${name} | **no test** | |`)
  for (const [index, { file, title, status }] of tests.entries())
    console.log(
      `| ${index === 0 ? row : ''} | ${index === 0 ? name : ''} | ${file}: ${bare(title)} | ${marks[status]} ${status} |`,
    )
}
const failed = found.filter(({ status }) => status === 'failed').length
console.log(
  `\n${Object.keys(rowNames).length - without.length} of ${Object.keys(rowNames).length} rows have a test` +
    `${without.length > 0 ? `; without one: ${without.join(', ')}` : ''}${failed > 0 ? `; ${failed} failed` : ''}`,
)
process.exit(without.length > 0 || failed > 0 ? 1 : 0)

async function run(): Promise<TaggedTest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rows-'))
  const [unit, journeys] = [join(folder, 'unit.json'), join(folder, 'journeys.json')]
  const files = [...new Set(readSources(root).map(({ file }) => file))]
  await buildIfChanged(root)
  command('vitest', [
    'run',
    '--reporter=json',
    `--outputFile=${unit}`,
    ...files.filter((file) => /\.test\./.test(file)),
  ])
  command('playwright', ['test', '--reporter=json', '--grep', '\\[rows? '], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: journeys,
    BROWSER_PATH: (await findBrowser()) ?? '',
  })
  const results = [
    ...readVitest(root, readFileSync(unit, 'utf8')),
    ...readPlaywright(readFileSync(journeys, 'utf8')),
  ]
  rmSync(folder, { recursive: true })
  return results
}

function command(name: 'vitest' | 'playwright', args: string[], env: Record<string, string> = {}) {
  const [node, file] = tool(name)
  spawnSync(node, [file, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, TZ: 'UTC', ...env },
  })
}

/** Merges the tests of one table into a single line with the worst result. */
function unique(tests: readonly TaggedTest[]): TaggedTest[] {
  const order = ['failed', 'passed', 'skipped', 'not run'] as const
  const kept = new Map<string, TaggedTest>()
  for (const test of tests.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))) {
    const key = `${test.file} ${bare(test.title).replace(/\{.*\}|\d+/g, '…')}`
    if (!kept.has(key)) kept.set(key, test)
  }
  return [...kept.values()]
}

function bare(title: string): string {
  return title
    .replace(/\s*\[rows? [\d,\s-]+\]/g, '')
    .replaceAll('|', '/')
    .trim()
}
