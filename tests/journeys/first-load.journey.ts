import { expect, scenario, test } from './support.ts'

/** A browser that was nowhere before. */
test.use({ mayBeUsed: false })

/** Thousands of bytes of script, packed as they are sent, that a page may fetch before anybody touches it. */
const budgets = {
  '/': 168,
  '/?zip=28202': 186,
  [`/instructor/${scenario.maya.id}`]: 220,
  '/charlotte-golf-instructors': 173,
  '/blog/how-to-cure-a-slice': 163,
}

/** And one script alone: a phone answers no touch while it reads one. */
const ONE_SCRIPT = 65

for (const [path, budget] of Object.entries(budgets))
  test(`the scripts of ${path} weigh at most ${budget} kB [row 1]`, async ({ page }) => {
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
    // The collector is the last to come; after its first beacon nothing more is fetched.
    const counted = page.waitForRequest((request) => new URL(request.url()).pathname === '/t')
    await page.goto(path)
    await counted
    const weights = await Promise.all(sizes.values())
    expect(weights.length).toBeGreaterThan(1)
    expect(Math.min(...weights)).toBeGreaterThan(0)
    expect(Math.round(Math.max(...weights) / 1000)).toBeLessThanOrEqual(ONE_SCRIPT)
    expect(Math.round(weights.reduce((sum, size) => sum + size, 0) / 1000)).toBeLessThanOrEqual(budget)
  })

test('pictures come first: no script is fetched before the page and its pictures are there', async ({
  page,
}) => {
  await page.goto('/')
  // By the page's own clock: what a driver hears of arrives in another order on a busy machine.
  const times = () =>
    page.evaluate(() => {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      return { loaded: visit?.loadEventStart ?? 0, first: Math.min(...scripts.map((one) => one.startTime)) }
    })
  await expect.poll(async () => Number.isFinite((await times()).first)).toBe(true)
  await page.waitForLoadState('load')
  const { loaded, first } = await times()
  // On a line so slow that pictures take longer, scripts come after 2.5 seconds.
  expect(first).toBeGreaterThan(Math.min(loaded, 2_400))
})

test('a font is fetched ahead only where it is seen at once', async ({ request }) => {
  const italic = async (path: string) =>
    /rel="preload"[^>]*italic/.test(await (await request.get(path)).text())
  expect(await italic('/')).toBe(true)
  for (const path of ['/?zip=28202', '/blog', `/instructor/${scenario.maya.id}`])
    expect(await italic(path), path).toBe(false)
})

test('nothing moves while the page comes', { tag: '@only-phone' }, async ({ page }) => {
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
