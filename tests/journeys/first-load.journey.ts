import { expect, scenario, test } from './support.ts'

/** A browser with an empty cache. */
test.use({ mayBeUsed: false })

/** The budget in kilobytes of compressed scripts that a page may load before any interaction. */
const budgets = {
  '/': 158,
  '/?zip=28202': 170,
  [`/instructor/${scenario.maya.id}`]: 187,
  '/charlotte-golf-instructors': 161,
  '/blog/how-to-cure-a-slice': 154,
}

/** The budget of a single script, because a phone does not respond to touch while it parses one. */
const ONE_SCRIPT = 65

for (const [path, budget] of Object.entries(budgets))
  test(`the scripts of ${path} are at most ${budget} kB [row 1]`, async ({ page }) => {
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
  })

test('pictures come first: no script loads before the page and its pictures', async ({ page }) => {
  await page.goto('/')
  // Uses the page's own timings, because the driver may receive events out of order on a busy machine.
  const times = () =>
    page.evaluate(() => {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return { loaded: visit?.loadEventStart ?? 0, first: Math.min(...scripts.map((one) => one.startTime)) }
    })
  await expect.poll(async () => Number.isFinite((await times()).first)).toBe(true)
  await page.waitForLoadState('load')
  const { loaded, first } = await times()
  // On a connection so slow that images take longer, scripts are loaded after 2.5 seconds.
  expect(first).toBeGreaterThan(Math.min(loaded, 2_400))
})

test('a font is preloaded only when it is visible at once', async ({ request }) => {
  const italic = async (path: string) =>
    /rel="preload"[^>]*italic/.test(await (await request.get(path)).text())
  expect(await italic('/')).toBe(true)
  for (const path of ['/?zip=28202', '/blog', `/instructor/${scenario.maya.id}`])
    expect(await italic(path), path).toBe(false)
})

test('nothing shifts while the page loads', { tag: '@only-phone' }, async ({ page }) => {
  await page.addInitScript(() => {
    const moved = { score: 0 }
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) moved.score += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const path of Object.keys(budgets)) {
    const counted = page.waitForRequest((request) => new URL(request.url()).pathname === '/t')
    await page.goto(path)
    await counted
    const moved = await page.evaluate(() => (Reflect.get(window, 'moved') as { score: number }).score)
    expect(moved, path).toBeLessThanOrEqual(0.02)
  }
})
