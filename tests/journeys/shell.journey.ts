import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  isPhone,
  scenario,
  signIn,
  test,
} from './support.ts'

test.describe('the home page for visitors', () => {
  test('opens with three ways to a coach over a moving picture that can be stopped [rows 1-3]', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Find a golf instructor')
    await expect(page.getByRole('heading', { name: 'Find Your Match' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'See Instructors Near You' })).toBeVisible()
    const call = page.getByRole('link', { name: /Free consultation call/ })
    await expect(call).toHaveAttribute('target', '_blank')
    await expect(call).toHaveAttribute('rel', /noopener/)
    await expect(call).toHaveAttribute('href', /^https:\/\//)
    const film = page.locator('video')
    await expect(film).toHaveJSProperty('muted', true)
    await expect(film).toHaveJSProperty('loop', true)
    await expect(page.getByRole('button', { name: 'Pause the background video' })).toBeVisible()
    await page.getByRole('link', { name: 'Get a personalized match' }).click()
    await expect(page).toHaveURL(/\/find-your-match$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('tells everything the specification asks for, and passes axe from top to bottom [rows 4-6]', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    for (const title of [
      'How it works',
      'Discover a match',
      'Connect and schedule',
      'Improve and track progress',
      'Private one-on-one',
      'Group of 2–4',
      'Playing lesson on course',
      'Video analysis',
      'Searching elsewhere, or in one place',
      'Verified reviews',
      'Transparent pricing',
      'Instant booking',
      'Verified instructors',
      'Community reviews',
      'Secure booking and payments',
      'What golfers say after the lesson',
      'Why golfers choose Greenside',
      'For instructors',
    ])
      await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    for (const mark of [
      'PGA Certified',
      'Verified Instructors',
      'Highly Rated',
      'Trust and Safety',
      'Coach Sample',
    ])
      await expect(page.getByText(mark, { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('blockquote')).toHaveCount(3)
    await expect(page.getByRole('link', { name: 'Become an instructor' })).toHaveAttribute(
      'href',
      '/instructor-landing',
    )
    const footer = page.getByRole('contentinfo')
    for (const name of ['Blog', 'Privacy Policy', 'Support'])
      await expect(footer.getByRole('link', { name })).toBeVisible()
    await expect(footer).toContainText('© 2025')
    await footer.scrollIntoViewIfNeeded()
    await expectAccessible(page, 'the home page')
    await expectNoSidewaysScroll(page)
  })

  test('the way back to the search floats in after 500 pixels, and the header leads there, too [row 7]', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
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
  })

  test('its header has two doors, and its foot opens what it names [rows 10, 111]', async ({ page }) => {
    await page.goto('/')
    await hydrated(page)
    const open = async () => {
      if (isPhone(page)) await page.locator('summary[aria-label="Menu"]').click()
    }
    await open()
    await page.getByRole('banner').getByRole('link', { name: 'For Instructors' }).click()
    await expect(page).toHaveURL(/\/instructor-landing$/)
    await open()
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/auth/)
    for (const path of [
      '/blog',
      '/privacy-policy',
      '/los-angeles-golf-instructors',
      '/philadelphia-golf-instructors',
      '/charlotte-golf-instructors',
      '/golf-lesson-software',
      '/golf-lesson-scheduling-software',
    ]) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  })
})

test('who has set the system to dark reads dark pages, signed in or not', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const path of ['/', `/instructor/${scenario.maya.id}`]) {
    await page.goto(path)
    await hydrated(page)
    const [red = 255] = (
      await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)
    )
      .replace(/[^\d,]/g, '')
      .split(',')
      .map(Number)
    expect(red, path).toBeLessThan(60)
    await expectAccessible(page, `${path} in the dark`)
  }
})

test('another page begins at its top [row 9]', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL(/privacy-policy/)
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test.describe('a student', () => {
  test('finds the search and nothing else at home, under a menu in order [rows 1, 2, 13, 14]', {
    tag: '@phone',
  }, async ({ page }) => {
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
    await expectAccessible(page, 'a student’s home')
  })

  test('has a frame behind every entry, and goes home from a coach’s pages [row 18]', async ({ page }) => {
    await signIn(page, 'student')
    for (const path of [
      '/inbox',
      '/your-instructors',
      '/student-collaborate',
      '/lessons',
      '/profile',
      '/support',
      '/help',
    ]) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    for (const path of ['/availability', '/instructor', '/earnings-payouts', '/admin/users']) {
      await page.goto(path)
      await expect(page, path).toHaveURL((url) => url.pathname === '/' && url.search === '')
    }
  })
})

test.describe('a coach', () => {
  test('comes home to the dashboard, with rating and lessons above the menu [rows 1, 11, 12, 14]', {
    tag: '@phone',
  }, async ({ page }) => {
    await signIn(page, 'coach')
    await page.goto('/')
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
    if (isPhone(page)) await page.getByRole('button', { name: 'Toggle sidebar' }).click()
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
    const sidebar = isPhone(page) ? page.getByRole('dialog') : page.getByRole('complementary')
    await expect(sidebar).toContainText(scenario.maya.name)
    await expect(sidebar).toContainText('Charlotte, NC')
    await expect(sidebar).toContainText(/4\.\d/)
    await expect(sidebar).toContainText(/\d+ lessons? completed/)
  })

  test('folds the menu with a key, and finds it folded a reload later [row 15]', async ({ page }) => {
    await signIn(page, 'coach')
    await page.goto('/')
    await hydrated(page)
    const sidebar = page.getByRole('complementary')
    await expect(sidebar).toHaveCSS('width', '256px')
    await page.keyboard.press('Control+b')
    await expect(sidebar).toHaveCSS('width', '48px')
    await page.reload()
    await hydrated(page)
    await expect(sidebar).toHaveCSS('width', '48px')
    await page.getByRole('link', { name: 'Inbox' }).hover()
    await expect(page.getByRole('tooltip')).toBeVisible()
  })

  test('has a page for every entry of the menu [rows 11, 18]', async ({ page }) => {
    await signIn(page, 'coach')
    for (const path of [
      '/instructor',
      '/instructor/dashboard',
      '/earnings-payouts',
      '/inbox',
      '/your-students',
      '/collaborate',
      '/schedule',
      '/lessons',
      '/proposals',
      '/reviews',
      '/availability',
      '/gallery',
      '/payment-settings',
      '/profile-edit',
      '/create-instructor-profile',
      '/compose',
      '/test-data',
      `/student-workspace/${scenario.sam.id}`,
      '/support',
      '/help',
    ]) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    }
    await expectAccessible(page, 'a coach’s page')
    await expectNoSidewaysScroll(page)
    await page.goto('/your-instructors')
    await expect(page).toHaveURL((url) => url.pathname === '/')
  })
})

for (const who of ['coach', 'admin'] as const)
  test(`a ${who} finds password, second step and devices in the account menu`, async ({ page }) => {
    await signIn(page, who)
    await page.goto('/')
    await hydrated(page)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Account settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible()
  })

test.describe('an admin', () => {
  test('has a home and pages of their own [rows 1, 17, 18]', async ({ page }) => {
    await signIn(page, 'admin')
    await page.goto('/')
    await hydrated(page)
    await expect(page.getByText('Admin Access')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await expectAccessible(page, 'the admin home')
    for (const path of [
      '/admin/users',
      '/user-management',
      '/admin/analytics',
      '/admin/instructor-analytics',
      '/admin/user-analytics',
    ]) {
      expect((await page.goto(path))?.status(), path).toBe(200)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    }
  })

  test('is kept out of other people’s pages and told so [row 17]', async ({ page }) => {
    await signIn(page, 'admin')
    for (const path of ['/lessons', '/inbox', '/availability', '/your-instructors']) {
      await page.goto(path)
      await expect(
        page.getByText('Admin users cannot access this page. Redirecting to admin dashboard'),
      ).toBeVisible()
      await expect(page).toHaveURL((url) => url.pathname === '/')
    }
  })
})

test('visitors are asked to sign in and come back with path and query; admin pages stay closed to them [rows 16, 17]', async ({
  page,
}) => {
  for (const path of ['/inbox?folder=unread', '/availability', '/your-instructors', '/student-workspace/x']) {
    await page.goto(path)
    await expect(page).toHaveURL(
      (url) => url.pathname === '/auth' && url.searchParams.get('redirect') === path,
    )
  }
  await page.goto('/admin/users')
  await expect(page).toHaveURL((url) => url.pathname === '/')
})
