/**
 * Checks that migrations can run while the previous version serves: with squawk, a linter of migrations, for locks and changes
 * that break older code, and for statements that rewrite rows of existing tables.
 *
 *   node scripts/check-migrations.ts [file...]
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'db/migrations')
/** Earlier migrations have run on installations and cannot be changed any more. */
const FIRST = '0305'
/** The oldest supported PostgreSQL. */
const POSTGRES = '18'

/** Rules of squawk that do not apply: `src/platform/migrations.ts` runs a file once, in a transaction, with a time limit for locks. */
const doNotApply = [
  'prefer-robust-stmts',
  'require-lock-timeout',
  'require-statement-timeout',
  // Types are chosen by what a column means.
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
]

/** As in `src/platform/migrations.ts`. */
const RUNS_ALONE = /^-- runs outside a transaction\b/
/** A statement that changes rows, with the comments before it. */
const CHANGES_ROWS =
  /((?:^--[^\n]*\n)*)^(?:with\b[\s\S]*?\n)?\s*(update|delete\s+from|insert\s+into)\s+(?:only\s+)?([\w.]+)/gim
const FEW = /^-- few rows: \S/m

/**
 * Returns statements that change rows without a comment that says why they are few. Rows of a large table are changed by a job
 * in batches: one long statement holds its locks and delays autovacuum everywhere.
 */
export function findRowChanges(sql: string): string[] {
  const created = new Set(
    [...sql.matchAll(/^create table (?:if not exists )?([\w.]+)/gim)].map(([, name]) => name),
  )
  // Bodies of functions run later.
  const outside = sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, (body) => body.replaceAll(/\S/g, ' '))
  return [...outside.matchAll(CHANGES_ROWS)]
    .filter(([, comments = '', , table]) => !FEW.test(comments) && !created.has(table))
    .map(([, , verb, table]) => `${verb?.toLowerCase().replaceAll(/\s+/g, ' ')} ${table}`)
}

if (import.meta.main) {
  const given = process.argv.slice(2).map((file) => resolve(file))
  const files =
    given.length > 0
      ? given
      : readdirSync(folder)
          .filter((name) => name.endsWith('.sql') && name >= FIRST)
          .map((name) => join(folder, name))
  let failures = 0
  for (const file of files)
    for (const change of findRowChanges(readFileSync(file, 'utf8'))) {
      failures++
      console.error(
        `${basename(file)}: "${change}" changes rows of an existing table. Change them in a job, in batches; or say before the statement why they are few: "-- few rows: <reason>".`,
      )
    }
  const alone = files.filter((file) => RUNS_ALONE.test(readFileSync(file, 'utf8')))
  failures += squawk(alone)
  failures += squawk(
    files.filter((file) => !alone.includes(file)),
    '--assume-in-transaction',
  )
  if (failures === 0)
    console.log(`migrations: ${files.length} since ${FIRST} can run beside the previous version`)
  process.exitCode = failures > 0 ? 1 : 0
}

/** Prints what squawk finds. @returns its exit code */
function squawk(files: readonly string[], ...options: string[]): number {
  if (files.length === 0) return 0
  const program = join(root, 'node_modules/squawk-cli/js/bin/squawk')
  if (!existsSync(program)) throw new Error('squawk is not installed; run npm install')
  const all = [`--pg-version=${POSTGRES}`, `--exclude=${doNotApply.join(',')}`, ...options, ...files]
  return spawnSync(process.execPath, [program, ...all], { stdio: 'inherit' }).status ?? 1
}
