import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { projectRoot } from './server.ts'

/** A separate Debian, booted by systemd-nspawn with systemd as init. It shares this machine's network. */
export interface DebianMachine {
  /** The command prefix that runs a command inside it as root. */
  prefix: string[]
  stop(): Promise<void>
}

const BOOT_SECONDS = 120

/**
 * Boots the Debian in a folder. If the folder is empty, first creates a minimal one with debootstrap.
 * Copies certificate authorities for the registry (from /usr/local/share/ca-certificates), and Node with npm, which operators install
 * manually.
 * @throws Error if it does not boot
 */
export async function bootDebian(folder: string, say: (words: string) => void): Promise<DebianMachine> {
  if (!existsSync(join(folder, 'etc'))) {
    say(`debootstrap is creating a bare Debian in ${folder}`)
    mkdirSync(folder, { recursive: true })
    // The minimal variant lacks /bin/kill, which every installed Debian has and which haproxy.service needs for reloading.
    const packages = 'systemd,systemd-sysv,dbus,procps,ca-certificates'
    execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    // Debian's installer writes this file, but debootstrap does not.
    writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n')
  }
  bring('/etc/apt/sources.list.d/debian.sources', folder)
  rmSync(join(folder, 'etc/apt/sources.list'), { force: true })
  for (const name of readdirSync('/usr/local/share/ca-certificates'))
    bring(`/usr/local/share/ca-certificates/${name}`, folder)
  bringNode(folder)
  const args = [
    '-D',
    folder,
    '--register=no',
    '--keep-unit',
    '--resolv-conf=copy-host',
    '--console=pipe',
    '--boot',
  ]
  const machine = spawn('systemd-nspawn', args, { stdio: 'ignore', detached: true })
  const first = await firstProcessOf(machine)
  const prefix = [
    'nsenter',
    '-t',
    first,
    '-a',
    '--root',
    '--wd',
    'env',
    '-i',
    `PATH=${PATH}`,
    'HOME=/root',
    'LANG=C.UTF-8',
  ]
  for (let waited = 0; !isRunning(prefix); waited += 1) {
    if (waited > BOOT_SECONDS) throw new Error('the machine did not start')
    await pause(1_000)
  }
  execFileSync(prefix[0] ?? '', [...prefix.slice(1), 'update-ca-certificates'], { stdio: 'ignore' })
  return {
    prefix,
    async stop() {
      // Tells systemd to power off.
      execFileSync('nsenter', ['-t', first, '-a', '--root', '--wd', 'systemctl', 'poweroff'], {
        stdio: 'ignore',
      })
      while (machine.exitCode === null && machine.signalCode === null) await pause(200)
    },
  }
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

function bring(path: string, folder: string) {
  mkdirSync(join(folder, dirname(path)), { recursive: true })
  cpSync(path, join(folder, path), { dereference: true })
}

/** Copies this machine's Node and npm to where nodejs.org's archive would put them. */
function bringNode(folder: string) {
  const [node, npm] = ['node', 'npm'].map((name) =>
    execFileSync('which', ['-a', name], { encoding: 'utf8' }).trim().split('\n').at(-1),
  )
  const modules = resolve(execFileSync('readlink', ['-f', npm ?? ''], { encoding: 'utf8' }).trim(), '../..')
  const local = join(folder, 'usr/local')
  cpSync(node ?? '', join(local, 'bin/node'), { dereference: true })
  cpSync(modules, join(local, 'lib/node_modules/npm'), { recursive: true })
  const link = join(local, 'bin/npm')
  if (!existsSync(link)) symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', link)
}

/** Clones the project as an operator would; optionally with the installed packages, to avoid another download. */
export function cloneInto(folder: string, { withPackages }: { withPackages: boolean }): string {
  const source = join(folder, 'usr/local/src/greenside')
  rmSync(source, { recursive: true, force: true })
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${projectRoot}`, source])
  if (withPackages) {
    execFileSync('cp', ['-al', join(projectRoot, 'node_modules'), join(source, 'node_modules')])
    // Programs write their caches here, so it is not shared.
    rmSync(join(source, 'node_modules/.cache'), { recursive: true, force: true })
    // scripts/bootstrap.mjs uses this marker to detect that the packages match the lock file.
    const lock = readFileSync(join(source, 'package-lock.json'))
    rmSync(join(source, 'node_modules/.installed'), { force: true })
    writeFileSync(join(source, 'node_modules/.installed'), createHash('sha256').update(lock).digest('hex'))
  }
  return '/usr/local/src/greenside'
}

async function firstProcessOf(machine: ChildProcess): Promise<string> {
  for (let waited = 0; waited < BOOT_SECONDS * 5; waited += 1) {
    if (machine.exitCode !== null) throw new Error('systemd-nspawn ended')
    const children = readFileSync(`/proc/${machine.pid}/task/${machine.pid}/children`, 'utf8').trim()
    if (children) return children.split(' ')[0] ?? ''
    await pause(200)
  }
  throw new Error('systemd-nspawn starts nothing')
}

function isRunning([program = '', ...rest]: string[]): boolean {
  const { stdout } = spawnSync(program, [...rest, 'systemctl', 'is-system-running'], { encoding: 'utf8' })
  return /running|degraded/.test(stdout)
}
