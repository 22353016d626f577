import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A test whose title says which rows it shows: `… [row 24]` or `… [rows 3, 5-7]`. */
export interface TaggedTest {
  file: string
  title: string
  rows: number[]
  status: 'passed' | 'failed' | 'skipped' | 'not run'
}

/** `[row 11]`, `[rows 3, 5-7]`; names of checks may stand beside them: `[D13, row 95]`, `[rows 106, 107, D8]`. */
const TAG = /\[(?:[A-E]\d+, )*rows? ([\d,\s-]*\d)(?:, [A-E]\d+)*\]/g

/** The rows a title names; a describe's title counts for the tests in it. */
export function rowsIn(title: string): number[] {
  return [...title.matchAll(TAG)].flatMap(([, list = '']) =>
    list.split(',').flatMap((part) => {
      const [from = Number.NaN, to = from] = part.split('-').map(Number)
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step)
    }),
  )
}

/** Tagged titles as the files have them, for a look without running anything. */
export function readSources(root: string): TaggedTest[] {
  return ['src', 'db', 'scripts', 'tests']
    .flatMap((folder) => walk(join(root, folder)))
    .filter((file) => /\.(test|journey)\.tsx?$/.test(file))
    .flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /(['"`])((?:(?!\1)[^\\\n]|\\.)*\[(?:[A-E]\d+, )*rows? [\d,\s-]*\d(?:, [A-E]\d+)*\][^'"`\n]*)\1/g,
        ),
      ].map(([, , title = '']) => ({
        file: relative(root, file),
        title,
        rows: rowsIn(title),
        status: 'not run' as const,
      })),
    )
}

/** Vitest's JSON report. */
export function readVitest(root: string, report: string): TaggedTest[] {
  const { testResults } = JSON.parse(report) as {
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
  }
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, status }) =>
      tagged(
        relative(root, name),
        fullName,
        status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped',
      ),
    ),
  )
}

interface Suite {
  title: string
  file?: string
  suites?: Suite[]
  specs?: { title: string; ok: boolean; tests: { projectName: string; status: string }[] }[]
}

/** Playwright's JSON report; a test counts once for each width it ran at. */
export function readPlaywright(report: string): TaggedTest[] {
  const { suites } = JSON.parse(report) as { suites: Suite[] }
  const visit = (suite: Suite, file: string, above: string): TaggedTest[] => [
    ...(suite.suites ?? []).flatMap((inner) => visit(inner, file, `${above}${inner.title} `)),
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.flatMap(({ projectName, status }) =>
        tagged(
          `tests/journeys/${file}`,
          `${above}${spec.title} (${projectName})`,
          status === 'skipped' ? 'skipped' : status === 'expected' ? 'passed' : 'failed',
        ),
      ),
    ),
  ]
  return suites.flatMap((suite) => visit(suite, suite.file ?? suite.title, ''))
}

function tagged(file: string, title: string, status: TaggedTest['status']): TaggedTest[] {
  const rows = rowsIn(title)
  return rows.length > 0 ? [{ file, title, rows, status }] : []
}

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}
