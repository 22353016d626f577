import type { Page } from '@playwright/test'
import { expect, scenario, test } from './support.ts'

/** A browser with an empty cache. */
test.use({ mayBeUsed: false })

/** The budget in kilobytes of compressed scripts that a page may load before any interaction; a wide screen has a map. */
const budgets = {
  '/': { phone: 158, desktop: 158 },
  '/?zip=28202': { phone: 164, desktop: 170 },
  [`/instructor/${scenario.maya.id}`]: { phone: 187, desktop: 187 },
  '/charlotte-golf-instructors': { phone: 161, desktop: 161 },
  '/blog/how-to-cure-a-slice': { phone: 154, desktop: 154 },
}

/** The budget of a single script, because a phone does not respond to touch while it parses one. */
const ONE_SCRIPT = 65

/** Adds up the compressed scripts that a page loads. */
async function expectLightScripts(page: Page, path: string, budget: number) {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.set(
        response.url(),
        response
          .request()
          .sizes()
          .then(({ responseBodySize }) => responseBodySize),
      )
  })
  // The collector is loaded last; nothing is fetched after its first beacon.
  const counted = page.waitForRequest((request) => new URL(request.url()).pathname === '/t')
  await page.goto(path)
  await counted
  const weights = await Promise.all(sizes.values())
  expect(weights.length).toBeGreaterThan(1)
  expect(Math.min(...weights)).toBeGreaterThan(0)
  expect(Math.round(Math.max(...weights) / 1000)).toBeLessThanOrEqual(ONE_SCRIPT)
  expect(Math.round(weights.reduce((sum, size) => sum + size, 0) / 1000)).toBeLessThanOrEqual(budget)
}

for (const [path, { desktop, phone }] of Object.entries(budgets)) {
  test(`on a phone, the scripts of ${path} are at most ${phone} kB and come after the pictures, and nothing shifts while it loads [row 1]`, {
    tag: '@only-phone',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      const moved = { score: 0 }
      Object.assign(window, { moved })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ('value' in entry) moved.score += Number(entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await expectLightScripts(page, path, phone)
    const moved = await page.evaluate(() => (Reflect.get(window, 'moved') as { score: number }).score)
    expect(moved).toBeLessThanOrEqual(0.02)
    await expectPicturesFirst(page)
  })

  // Elsewhere, both widths load the same scripts.
  if (desktop !== phone)
    test(`on a wide screen, the scripts of ${path} are at most ${desktop} kB [row 1]`, async ({ page }) => {
      await expectLightScripts(page, path, desktop)
    })
}

/** Expects that no script loads before the page and its pictures. */
async function expectPicturesFirst(page: Page) {
  // Uses the page's own timings, because the driver may receive events out of order on a busy machine.
  await page.waitForLoadState('load')
  const { loaded, first } = await page.evaluate(() => {
    const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return { loaded: visit?.loadEventStart ?? 0, first: Math.min(...scripts.map((one) => one.startTime)) }
  })
  // On a connection so slow that images take longer, scripts are loaded after 2.5 seconds.
  expect(first).toBeGreaterThan(Math.min(loaded, 2_400))
}

test('a font is preloaded only when it is visible at once', async ({ request }) => {
  const italic = async (path: string) =>
    /rel="preload"[^>]*italic/.test(await (await request.get(path)).text())
  expect(await italic('/')).toBe(true)
  for (const path of ['/?zip=28202', '/blog', `/instructor/${scenario.maya.id}`])
    expect(await italic(path), path).toBe(false)
})
