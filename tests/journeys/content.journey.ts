import { expect, hydrated, test } from './support.ts'

const canonical = 'link[rel="canonical"]'

test.describe('articles', () => {
  test('a visitor opens an article from the list, follows its sections, and goes to the next one [row 111]', async ({
    page,
  }) => {
    await page.goto('/blog')
    await hydrated(page)
    expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(8)
    await page.getByRole('link', { name: /How to cure a slice/ }).click()
    await expect(page).toHaveURL(/\/blog\/how-to-cure-a-slice$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('How to cure a slice')
    await expect(page.getByText(/min read/).first()).toBeVisible()
    await expect(page).toHaveTitle(/How to cure a slice.* · Greenside/)
    await expect(page.locator(canonical)).toHaveAttribute('href', /\/blog\/how-to-cure-a-slice$/)
    const parts = page.getByRole('navigation', { name: 'In this article' })
    await parts.getByRole('link', { name: 'Check one: the grip' }).filter({ visible: true }).click()
    await expect(page.getByRole('heading', { name: 'Check one: the grip' })).toBeInViewport()
    const next = page.getByRole('region', { name: 'Read on' }).getByRole('link').first()
    const title = (await next.textContent()) ?? ''
    await next.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  })
})

test.describe('with the service worker', () => {
  // The browser logs an error for every request while offline: ERR_FAILED for one that the service worker makes.
  test.use({ serviceWorkers: 'allow', expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] })

  test('offline shows our own page, which recovers automatically, and no personal data is cached [row 111]', async ({
    page,
    context,
  }) => {
    await page.goto('/blog')
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await page.reload()
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const lists = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()))
      return lists.flat().map((request) => new URL(request.url).pathname)
    })
    expect(kept.filter((path) => !path.startsWith('/assets/')).sort()).toEqual([
      '/favicon.svg',
      '/offline.html',
      '/offline.js',
    ])
    await context.setOffline(true)
    await page.goto('/lessons')
    await expect(page.getByRole('heading', { level: 1, name: "You're offline" })).toBeVisible()
    await context.setOffline(false)
    // It redirects to the requested page automatically. The service worker's network may return after the page's, so the
    // event comes again.
    await expect(async () => {
      if (page.url().endsWith('/lessons'))
        await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(page).toHaveURL(/\/auth/, { timeout: 1_000 })
    }).toPass({ intervals: [50] })
  })
})
