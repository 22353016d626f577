/**
 * Pages as a middling phone on a slow line gets them: the built product, Chromium with its processor slowed four times
 * and a line of 1.6 Mbit/s with 150 ms, caches empty, several visits each, medians. Largest contentful paint, total blocking time
 * (what tasks take beyond 50 ms, from the first contentful paint on: https://web.dev/articles/tbt) and the same before that paint,
 * shifts of the layout, bytes of scripts and of the page as they came over the line. Then, on a desktop that is not slowed, how
 * long scripts run until a list of 24 coaches reacts.
 *
 *   node tests/load/front-end-lab.ts [--visits=5] [--coaches=1200]
 */
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/test/browser.ts'
import { median } from './bench/table.ts'
import { openLoadDatabase } from './support/load-database.ts'
import { buildProduct, startServer } from './support/server.ts'

const { values } = parseArgs({
  options: { visits: { type: 'string', default: '5' }, coaches: { type: 'string', default: '1200' } },
})
const visits = Number(values.visits)
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
/** After the page has loaded its first scripts there is nothing left that a visitor waits for. */
const QUIET_MS = 3_000
const MOST = { lcp: 1_200, tbt: 100, cls: 0.02, html: 30 }
const MOST_HYDRATION = 50

interface Visit {
  lcp: number
  tbt: number
  blockedBeforePaint: number
  cls: number
  scripts: number
  html: number
}

declare global {
  interface Window {
    lab: { lcp: number; cls: number; tasks: { start: number; end: number }[]; paint: number }
  }
}

buildProduct()
const database = await openLoadDatabase(`coaches_${values.coaches}`, { coaches: Number(values.coaches) })
const server = await startServer({ databaseUrl: database.url })
const executablePath = await findBrowser()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
})
try {
  const { rows } = await database.pool.query<{ id: string }>(
    `select user_id as id from instructor_profiles where is_visible and instant_book_enabled and review_count > 5
     order by md5(user_id::text) limit 1`,
  )
  const pages = [
    { name: 'home', path: '/', scripts: 160 },
    { name: 'results for 28202', path: '/?zip=28202', scripts: 170 },
    { name: 'profile', path: `/instructor/${rows[0]?.id}`, scripts: 200 },
  ]
  console.log(
    `load ${loadavg()[0]?.toFixed(1)}; 4x slower processor, 1.6 Mbit/s, 150 ms; medians of ${visits}\n`,
  )
  console.log('| page | LCP ms | TBT ms | blocked before paint, ms | CLS | scripts kB | HTML kB | |')
  console.log('|---|--:|--:|--:|--:|--:|--:|---|')
  for (const { name, path, scripts } of pages) {
    const seen: Visit[] = []
    for (let visit = 0; visit < visits; visit++) seen.push(await visitSlowly(browser, server.url + path))
    const of = (figure: keyof Visit) => median(seen.map((one) => one[figure]))
    const most = { ...MOST, scripts }
    const missed = (['lcp', 'tbt', 'cls', 'scripts', 'html'] as const).filter((one) => of(one) > most[one])
    console.log(
      `| ${name} | ${of('lcp').toFixed(0)} | ${of('tbt').toFixed(0)} | ${of('blockedBeforePaint').toFixed(0)} | ${of('cls').toFixed(3)} | ${of('scripts').toFixed(0)} | ${of('html').toFixed(1)} | ${missed.length > 0 ? `MISSED: ${missed.join(', ')}` : 'met'} |`,
    )
    if (missed.length > 0) process.exitCode = 1
  }
  const times: number[] = []
  for (let visit = 0; visit < visits; visit++) times.push(await hydrate(browser, `${server.url}/?zip=28202`))
  const hydration = median(times)
  console.log(
    `\ndesktop, not slowed: scripts run ${hydration.toFixed(0)} ms until 24 cards react (wanted: ≤ ${MOST_HYDRATION}; ${times.map((one) => one.toFixed(0)).join(', ')})`,
  )
  if (hydration > MOST_HYDRATION) process.exitCode = 1
} finally {
  await browser.close()
  await server.stop()
  await database.close()
}

async function visitSlowly(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const bytes = await countBytes(cdp)
  await cdp.send('Network.emulateNetworkConditions', SLOW_LINE)
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(QUIET_MS)
  const { lcp, cls, tasks, paint } = await page.evaluate(() => window.lab)
  await context.close()
  const blocking = (parts: { start: number; end: number }[]) =>
    parts.reduce((sum, { start, end }) => sum + Math.max(0, end - start - 50), 0)
  const tbt = blocking(tasks.map(({ start, end }) => ({ start: Math.max(start, paint), end })))
  const blockedBeforePaint = blocking(tasks.map(({ start, end }) => ({ start, end: Math.min(end, paint) })))
  return { lcp, cls, tbt, blockedBeforePaint, scripts: bytes.scripts / 1024, html: bytes.html / 1024 }
}

/** Runs in the page before anything of ours. */
function observe() {
  const lab: Window['lab'] = { lcp: 0, cls: 0, tasks: [], paint: 0 }
  window.lab = lab
  const watch = (
    type: string,
    see: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) see(entry)
    }).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => {
    lab.lcp = entry.startTime
  })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) lab.cls += entry.value ?? 0
  })
  watch('longtask', (entry) => {
    lab.tasks.push({ start: entry.startTime, end: entry.startTime + entry.duration })
  })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') lab.paint = entry.startTime
  })
}

/** Bytes as they come over the line, packed as they are. */
async function countBytes(cdp: CDPSession) {
  const bytes = { scripts: 0, html: 0 }
  const types = new Map<string, string>()
  cdp.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId)
    if (type === 'Script') bytes.scripts += encodedDataLength
    if (type === 'Document') bytes.html += encodedDataLength
  })
  await cdp.send('Network.enable')
  return bytes
}

/** Milliseconds of script, compiling included, from the page's load, when its scripts are fetched, until it reacts. */
async function hydrate(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  const before = await scriptMs(cdp)
  await page.waitForFunction(isHydrated)
  const after = await scriptMs(cdp)
  await context.close()
  return after - before
}

async function scriptMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1_000
}

/** Runs in the page: whether the last card of the list is React's by now. */
function isHydrated() {
  const card = [...document.querySelectorAll('main article')].at(-1)
  return card !== undefined && Object.keys(card).some((key) => key.startsWith('__react'))
}
