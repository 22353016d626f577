import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** The headless shell comes first: without a user interface it takes a third less time for the same pages. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const macApps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Finds a Chromium for the end-to-end tests: the system's, else Playwright's own (downloaded if possible), else Debian's package if it may
 * be installed.
 * @returns the path of the system's browser, or null if Playwright has its own
 * @throws Error that says what to install
 */
export async function findBrowser(): Promise<string | null> {
  const found = systemBrowser()
  if (found) return found
  console.log('No Chromium found; downloading one with Playwright…')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  if (
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
      .status === 0
  )
    return null
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      console.log(`Playwright could not download one; installing the package ${name}…`)
      spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { stdio: 'ignore' })
      const installed = systemBrowser()
      if (installed) return installed
    }
  }
  throw new Error(
    'The journeys need Chromium. Install it (for instance: apt-get install chromium) or set BROWSER_PATH.',
  )
}

function systemBrowser(): string | null {
  if (process.env.BROWSER_PATH) return process.env.BROWSER_PATH
  for (const app of macApps) if (existsSync(app)) return app
  for (const name of names) {
    try {
      return execFileSync('which', [name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      // Try the next name.
    }
  }
  return null
}
