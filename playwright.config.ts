import { defineConfig } from '@playwright/test'
import { firstPort, journeyPort, MARKETPLACES } from './tests/journeys/marketplace.ts'

const browser = process.env.BROWSER_PATH || undefined

/**
 * Who asks for calm gets it at this width; what moves is seen on a phone, and where a journey is about it. Two pixels of the page
 * are one of the screen: it is laid out alike, and painted in less time.
 */
const desktop = {
  viewport: { width: 1440, height: 900 },
  deviceScaleFactor: 0.5,
  contextOptions: { reducedMotion: 'reduce' as const },
}
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const movesTheClock = [
  '**/demo-clock.journey.ts',
  '**/first-week.journey.ts',
  '**/missed-video-review.journey.ts',
]

/** Journeys through the built product, each worker on a marketplace of its own, at phone and desktop width. */
export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.journey.ts',
  fullyParallel: true,
  workers: MARKETPLACES,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${journeyPort()}`,
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
        // Fewer processes send each other fewer messages (decision 0100).
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages live for seconds: optimizing their scripts costs a twentieth of the browser's time (decision 0100).
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
  projects: [
    // A journey is walked at one width, unless a phone takes another way: `@phone` is walked at both, `@only-phone` there alone.
    // Every page's layout and axe at both widths: `every-page.journey.ts`.
    { name: 'desktop', use: desktop, grepInvert: /@only-phone/, testIgnore: movesTheClock },
    { name: 'phone', use: phone, grep: /@phone|@only-phone/, testIgnore: movesTheClock },
    // Each marketplace has one clock: it moves when the others are done.
    {
      name: 'clock',
      use: desktop,
      grepInvert: /@only-phone/,
      testMatch: movesTheClock,
      dependencies: ['desktop', 'phone'],
    },
    {
      name: 'clock-phone',
      use: phone,
      grep: /@phone|@only-phone/,
      testMatch: movesTheClock,
      dependencies: ['desktop', 'phone'],
    },
  ],
  webServer: {
    command: 'node tests/journeys/servers.ts',
    env: { JOURNEY_PORT: String(firstPort()) },
    wait: { stdout: /all marketplaces serve/ },
    timeout: 120_000,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
