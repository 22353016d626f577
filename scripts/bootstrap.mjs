// Runs on whatever Node the machine has (20 or newer), with nothing installed: brings the packages, among them the
// project's own Node, and hands over to the TypeScript script of the same name.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name = 'start', ...rest] = process.argv.slice(2)
const ownNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
const stamp = join(root, 'node_modules/.installed')

install()
const child = spawn(ownNode, [join(root, 'scripts', `${name}.ts`), ...rest], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(ownNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages (only the first time, and when they change)…')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`: the lock file names no package for platforms that some registries lack, and `ci` insists on all of them.
  const flags = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(npm, ['install', ...flags], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (result.status !== 0 || !existsSync(ownNode)) {
    console.error('The packages could not be installed; see above. Is the npm registry reachable?')
    process.exit(1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}
