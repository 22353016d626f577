import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A test whose title is tagged with the rows it covers: `… [row 24]` or `… [rows 3, 5-7]`. */
export interface TaggedTest {
  file: string
  title: string
  rows: number[]
  status: 'passed' | 'failed' | 'skipped' | 'not run'
}

/** `[row 11]`, `[rows 3, 5-7]`; check names may precede or follow: `[D13, row 95]`, `[rows 106, 107, D8]`. */
const TAG = /\[(?:[A-E]\d+, )*rows? ([\d,\s-]*\d)(?:, [A-E]\d+)*\]/g

/** The rows in a title. The title of a describe block applies to all of its tests. */
export function rowsIn(title: string): number[] {
  return [...title.matchAll(TAG)].flatMap(([, list = '']) =>
    list.split(',').flatMap((part) => {
      const [from = Number.NaN, to = from] = part.split('-').map(Number)
      return Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step)
    }),
  )
}

/** Reads the tagged titles from the source files, without running tests. */
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

/** Reads Vitest's JSON report. */
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

/** Reads Playwright's JSON report. A test counts once per viewport width. */
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
