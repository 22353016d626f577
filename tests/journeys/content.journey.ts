import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

const canonical = 'link[rel="canonical"]'

test.describe('reading', () => {
  test('from the list into an article, along its parts, on to the next one [row 111]', async ({ page }) => {
    await page.goto('/blog')
    await hydrated(page)
    expect(await page.getByRole('article').count()).toBeGreaterThanOrEqual(8)
    await expectAccessible(page, 'the list of articles')
    await page.getByRole('link', { name: /How to cure a slice/ }).click()
    await expect(page).toHaveURL(/\/blog\/how-to-cure-a-slice$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('How to cure a slice')
    await expect(page.getByText(/min read/).first()).toBeVisible()
    await expect(page).toHaveTitle(/How to cure a slice.* · Greenside/)
    await expect(page.locator(canonical)).toHaveAttribute('href', /\/blog\/how-to-cure-a-slice$/)
    const parts = page.getByRole('navigation', { name: 'In this article' })
    await parts.getByRole('link', { name: 'Check one: the grip' }).filter({ visible: true }).click()
    await expect(page.getByRole('heading', { name: 'Check one: the grip' })).toBeInViewport()
    await expectAccessible(page, 'an article')
    await expectNoSidewaysScroll(page)
    const next = page.getByRole('region', { name: 'Read on' }).getByRole('link').first()
    const title = (await next.textContent()) ?? ''
    await next.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  })

  test('the privacy policy, from the foot of the page [row 111]', async ({ page }) => {
    await page.goto('/blog')
    await hydrated(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible()
    await expect(
      page.getByRole('heading', { name: 'Do Not Track, and Global Privacy Control' }),
    ).toBeVisible()
    await expectAccessible(page, 'the privacy policy')
    await expectNoSidewaysScroll(page)
  })
})

test.describe('a city', () => {
  for (const city of ['Los Angeles', 'Philadelphia', 'Charlotte'])
    test(`${city}: figures, coaches, questions, and the way to the search [row 111]`, async ({ page }) => {
      const path = `/${city.toLowerCase().replace(' ', '-')}-golf-instructors`
      await page.goto(path)
      await hydrated(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Golf instructors in ${city}`)
      await expect(page.locator(canonical)).toHaveAttribute('href', new RegExp(`${path}$`))
      await expect(page.locator('meta[name="robots"]')).toHaveCount(0)
      await expect(page.getByText('Coaches within 50 miles', { exact: true })).toBeVisible()
      expect(await page.getByRole('article').count()).toBeGreaterThan(2)
      await page.getByText(`Can I book a golf lesson in ${city} online?`).click()
      await expect(page.getByText(/instant bookings: you see the times/)).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.getByRole('link', { name: 'See open times' }).click()
      await expect(page).toHaveURL(/\/\?.*zip=\d{5}/)
      await expect(
        page.getByRole('status').filter({ hasText: /^Found \d+ instructors within 50 miles/ }),
      ).toBeVisible()
    })

  test('without coaches asks not to be listed and offers the waitlist [row 111]', async ({ page }) => {
    await page.goto('/adak-golf-instructors')
    await expect(page.getByText(/There is no Greenside coach within 50 miles of Adak/)).toBeVisible()
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, follow')
    await expect(page.getByRole('button', { name: /Join the waitlist/ })).toBeVisible()
    await expectAccessible(page, 'a city without coaches')
  })

  test('of several of its name goes by its state, whatever was typed [row 111]', async ({ page }) => {
    await page.goto('/portland-golf-instructors')
    await expect(page).toHaveURL(/\/portland-or-golf-instructors$/)
  })
})

test.describe('what is not there', () => {
  test.use({ expectedErrors: [/status of 404/] })
  for (const [path, title] of [
    ['/blog/never-written', 'We never wrote that one'],
    ['/nowhereville-golf-instructors', 'That city is not on our map'],
  ] as const)
    test(`${path} says so and leads on [row 111]`, async ({ page }) => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    })
})

test.describe('for those who teach', () => {
  for (const [path, main] of [
    ['/instructor-landing', '/instructor-landing'],
    ['/join-instructor', '/instructor-landing'],
    ['/golf-lesson-software', '/golf-lesson-software'],
    ['/golf-lesson-scheduling-software', '/golf-lesson-software'],
  ] as const)
    test(`${path} tells what they get and what it costs [rows 75, 111]`, async ({ page }) => {
      await page.goto(path)
      await hydrated(page)
      await expect(page.getByRole('heading', { name: '10% of a lesson, and no monthly fee' })).toBeVisible()
      await expect(page.getByRole('cell', { name: '$76.50' })).toBeVisible()
      await expect(page.locator(canonical)).toHaveAttribute('href', new RegExp(`${main}$`))
      await expectAccessible(page, path)
      await expectNoSidewaysScroll(page)
      await page.getByRole('link', { name: 'Start teaching here' }).first().click()
      await expect(page).toHaveURL(/\/auth\?.*mode=student/)
      await expect(page.getByRole('heading', { level: 1, name: 'Create your account' })).toBeVisible()
    })
})

test.describe('with the page’s worker', () => {
  // The browser itself complains of every request that finds no line.
  test.use({ serviceWorkers: 'allow', expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('a page without a line is ours, and nothing of signed-in people is kept [row 111]', async ({
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
    ])
    await context.setOffline(true)
    await page.goto('/lessons')
    await expect(page.getByRole('heading', { level: 1, name: 'No signal out here' })).toBeVisible()
    await context.setOffline(false)
  })
})
