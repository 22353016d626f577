import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { homeOf } from './machines.ts'
import { loadSecret, projectRoot } from './server.ts'

/** Runs git in the project. */
export const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8' }).trim()

/** Checks out a commit with its own packages and builds it. Remove it with {@link removeVersion}. @returns its folder */
export function checkOutVersion(commit: string): string {
  const folder = join(homeOf('before'), 'tree')
  git('worktree', 'add', '--force', '--detach', folder, commit)
  givePackages(folder)
  execFileSync(process.execPath, ['scripts/build.ts'], { cwd: folder, stdio: 'inherit' })
  return folder
}

export const removeVersion = (folder: string) => git('worktree', 'remove', '--force', folder)

/** Installs the version's own packages if they differ from ours. */
function givePackages(cwd: string) {
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (lockOf(cwd) === lockOf(projectRoot))
    symlinkSync(join(projectRoot, 'node_modules'), join(cwd, 'node_modules'))
  else
    execFileSync('npm', ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd,
      stdio: 'inherit',
    })
}

/** Runs a script of a version against a database. */
export function runScript(cwd: string, databaseUrl: string, script: string, ...args: string[]) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, DEMO: '1', SESSION_SECRET: loadSecret }
  execFileSync(process.execPath, [script, ...args], { cwd, env, stdio: 'inherit' })
}
