import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startCluster } from '#platform/embedded-postgres.ts'

/** A copy of the project in which guards are removed, with a separate test database. */
export interface MutatedCopy {
  /** Changes files, runs the work, and restores the files. Paths are relative to the project. */
  changed<T>(changes: readonly { file: string; change: (text: string) => string }[], work: () => T): T
  /** Runs tests of the copy. @param options additional options of vitest */
  run(tests: readonly string[], options?: readonly string[]): { passed: boolean; output: string }
}

const entries = [
  'src',
  'tests',
  'db',
  'scripts',
  'content',
  'docs',
  'public',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]

/**
 * Copies the project, works on the copy, and deletes it.
 * @param name the folder's name; if it stays the same, the copy's test database and template are reused
 */
export async function inMutatedCopy<T>(
  root: string,
  name: string,
  work: (copy: MutatedCopy) => T,
): Promise<Awaited<T>> {
  const path = join(tmpdir(), name)
  rmSync(path, { recursive: true, force: true })
  const cluster = await startCluster({ checkout: path, name: 'test', isThrowaway: true })
  // The open connection keeps the cluster running between test runs.
  const line = new pg.Client({ connectionString: cluster.url('postgres') })
  await line.connect()
  try {
    for (const entry of entries) cpSync(join(root, entry), join(path, entry), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'))
    return await work({
      changed(changes, inside) {
        const before = changes.map(({ file }) => ({ file, text: readFileSync(join(path, file), 'utf8') }))
        try {
          for (const { file, change } of changes) {
            const at = join(path, file)
            writeFileSync(at, change(readFileSync(at, 'utf8')))
          }
          return inside()
        } finally {
          for (const { file, text } of before) writeFileSync(join(path, file), text)
        }
      },
      run(tests, options = []) {
        const ran = spawnSync(
          process.execPath,
          [
            join(root, 'node_modules/vitest/vitest.mjs'),
            'run',
            '--no-isolate',
            '--bail=1',
            // Prevents timeouts on a slow machine from counting as failures.
            '--testTimeout=600000',
            '--hookTimeout=600000',
            ...options,
            ...tests,
          ],
          {
            cwd: path,
            encoding: 'utf8',
            env: { ...process.env, NO_COLOR: '1' },
            maxBuffer: 64 * 1024 * 1024,
          },
        )
        return { passed: ran.status === 0, output: `${ran.stdout}${ran.stderr}` }
      },
    })
  } finally {
    await line.end()
    await cluster.stop()
    rmSync(path, { recursive: true, force: true })
  }
}
