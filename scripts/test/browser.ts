import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
/** The headless shell first: without the parts nobody sees it takes a third less time for the same pages. */
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
 * A Chromium for the journeys: the system's, else Playwright's own (downloaded if it can be), else Debian's package when
 * we may install one.
 * @returns the path of the system's browser, or null when Playwright has one of its own
 * @throws Error that says what to install
 */
export async function findBrowser(): Promise<string | null> {
  const found = systemBrowser()
  if (found) return found
  console.log('No Chromium found; asking Playwright for one…')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  if (
    spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: 300_000 })
      .status === 0
  )
    return null
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    for (const name of ['chromium-headless-shell', 'chromium']) {
      console.log(`Playwright could not bring one; installing the package ${name}…`)
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
      // Not this one.
    }
  }
  return null
}
