import { defineConfig } from '@playwright/test'

// The config is read once in the runner and again in every worker; all must agree on the port.
process.env.JOURNEY_PORT ??= String(4300 + (process.pid % 400))
const baseURL = `http://localhost:${process.env.JOURNEY_PORT}`
const browser = process.env.BROWSER_PATH || undefined

const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const movesTheClock = ['**/demo-clock.journey.ts', '**/first-week.journey.ts']

/** Journeys through the built product on a database of their own, at phone and desktop width. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL,
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // What a test takes off the line must not come by the worker instead; a test of the worker allows it.
    serviceWorkers: 'block',
    // Snapshots of every step cost a third of the time: JOURNEY_TRACE=on keeps them where one looks for a cause.
    trace: process.env.JOURNEY_TRACE === 'on' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser ? { executablePath: browser } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: desktop, testIgnore: movesTheClock },
    // What a phone shows in another way. Every page's layout and axe at its width: `every-page.journey.ts`.
    { name: 'phone', use: phone, grep: /@phone/, testIgnore: movesTheClock },
    // All share one marketplace: its clock moves when the others are done.
    {
      name: 'clock',
      use: desktop,
      testMatch: movesTheClock,
      workers: 1,
      dependencies: ['desktop', 'phone'],
    },
    {
      name: 'clock-phone',
      use: phone,
      grep: /@phone/,
      testMatch: movesTheClock,
      workers: 1,
      dependencies: ['clock'],
    },
  ],
  webServer: {
    command: `node tests/journeys/server.ts`,
    url: `${baseURL}/readyz`,
    timeout: 90_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
