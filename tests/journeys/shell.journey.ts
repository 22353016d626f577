import type { Page } from '@playwright/test'
import { readPage } from './page-answers.ts'
import { expect, expectAccessible, hydrated, isPhone, scenario, signIn, test } from './support.ts'

test.describe('the home page for visitors', () => {
  // Who asks for calm gets a picture instead of the film.
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('opens with three ways to find a coach over a video that can be paused, leads back to search, and a new page opens at the top [rows 1-3, 7, 9]', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/')
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Find a golf instructor')
    await expect(page.getByRole('heading', { name: 'Find Your Match' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'See Instructors Near You' })).toBeVisible()
    const call = page.getByRole('link', { name: /Free consultation call/ })
    await expect(call).toHaveAttribute('target', '_blank')
    await expect(call).toHaveAttribute('rel', /noopener/)
    await expect(call).toHaveAttribute('href', /\/dev\/consultation$/)
    const film = page.locator('video')
    await expect(film).toHaveJSProperty('muted', true)
    await expect(film).toHaveJSProperty('loop', true)
    await expect(page.getByRole('button', { name: 'Pause the background video' })).toBeVisible()
    if (!isPhone(page)) await expectDark(page, 'the home page')

    // The link back to search appears after 500 pixels, and the header links there too.
    const button = page.getByRole('button', { name: 'Match With an Instructor' })
    await expect(button).toHaveCount(0)
    await page.evaluate(() => window.scrollTo(0, 480))
    await expect(button).toHaveCount(0)
    await page.evaluate(() => window.scrollTo(0, 2_500))
    await button.click()
    await expect(page.locator('#search input[name="zip"]')).toBeInViewport()
    await page.evaluate(() => window.scrollTo(0, 2_500))
    if (isPhone(page)) await page.locator('summary[aria-label="Menu"]').click()
    await page.getByRole('banner').getByRole('link', { name: 'Find Instructors' }).click()
    await expect(page.locator('#search input[name="zip"]')).toBeInViewport()

    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
    await expect(page).toHaveURL(/privacy-policy/)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await page.goBack()
    await page.getByRole('link', { name: 'Get a personalized match' }).click()
    await expect(page).toHaveURL(/\/find-your-match(\?|$)/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

/** Expects that a page is dark, as the person's system is, and readable. */
async function expectDark(page: Page, what: string) {
  const [red = 255] = (await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor))
    .replace(/[^\d,]/g, '')
    .split(',')
    .map(Number)
  expect(red, what).toBeLessThan(60)
  await expectAccessible(page, `${what} in the dark`)
}

test('a person with dark mode sees a dark profile of a coach', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  await expectDark(page, 'a profile')
})

test.describe('a student', () => {
  test('sees only search on the home page, and the menu in order [rows 1, 2, 13, 14]', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await signIn(page, 'student')
    await page.goto('/')
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Your Perfect Golf Instructor')
    await expect(page.getByRole('heading', { name: 'How it works' })).toHaveCount(0)
    if (isPhone(page)) await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    const menu = page.getByRole('navigation', { name: 'Student' })
    await expect(menu.getByRole('link')).toHaveText([
      'Browse Instructors',
      /^Inbox( ?\d+\+? unread)?$/,
      'My Instructors',
      'Collaborate',
      'My Lessons',
      'Profile Settings',
      'Support',
      'Help Documents',
    ])
    const sidebar = isPhone(page) ? page.getByRole('dialog') : page.getByRole('complementary')
    await expect(sidebar).toContainText(scenario.sam.name)
    await expect(sidebar).toContainText(/\d+ lessons? completed/)
    await expect(sidebar.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    if (!isPhone(page)) await expectDark(page, 'a student’s home')
  })
})

test.describe('a coach', () => {
  test('starts on the dashboard, with rating and lessons above a menu that collapses [rows 1, 11, 12, 14, 15]', async ({
    page,
  }) => {
    await signIn(page, 'coach')
    await page.goto('/')
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    const menu = page.getByRole('navigation', { name: 'Coach' })
    await expect(menu.getByRole('link')).toHaveText([
      'Dashboard',
      'Earnings & Payouts',
      /^Inbox.*AI Powered/,
      'Overview',
      'Collaborate',
      'Schedule',
      'My Lessons',
      /^Proposals/,
      'Reviews',
      'Availability',
      'Gallery',
      'Payment Settings',
      'Edit Profile',
      'Support',
      'Help Documents',
    ])
    const sidebar = page.getByRole('complementary')
    await expect(sidebar).toContainText(scenario.maya.name)
    await expect(sidebar).toContainText('Charlotte, NC')
    await expect(sidebar).toContainText(/4\.\d/)
    await expect(sidebar).toContainText(/\d+ lessons? completed/)

    // The menu collapses with a key, and stays collapsed after a reload.
    await expect(sidebar).toHaveCSS('width', '256px')
    await page.keyboard.press('Control+b')
    await expect(sidebar).toHaveCSS('width', '48px')
    await page.reload()
    await hydrated(page)
    await expect(sidebar).toHaveCSS('width', '48px')
    await page.getByRole('link', { name: 'Inbox' }).hover()
    await expect(page.getByRole('tooltip')).toBeVisible()

    // Password, two-step sign-in and devices are in the account menu.
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Account settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  })
})

test.describe('an admin', () => {
  test('is kept out of other roles’ pages with a message [row 17]', async ({ page }) => {
    await signIn(page, 'admin')
    await page.goto('/lessons')
    await expect(
      page.getByText('Admin users cannot access this page. Redirecting to admin dashboard'),
    ).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === '/')
    for (const path of ['/inbox', '/availability', '/your-instructors'])
      expect((await readPage(page.request, path)).leadsTo, path).toMatch(/^\/\?.*admins-stay-out/)
  })
})
