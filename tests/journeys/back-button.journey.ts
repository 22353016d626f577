import type { Locator, Page } from '@playwright/test'
import { bookWithMaya, newStudent } from './lesson-support.ts'
import { chooseTime, expect, hydrated, scenario, signIn, test } from './support.ts'

const coach = scenario.dale

/** Home, a ZIP code, the results, and the booking dialog of a coach. */
async function openFromHome(page: Page): Promise<Locator> {
  await page.goto('/')
  await hydrated(page)
  await page.locator('#search input[name="zip"]').fill('46220')
  await page.locator('#search input[name="zip"]').press('Enter')
  await expect(page).toHaveURL(/zip=46220/)
  await page.getByRole('link', { name: `Book a lesson with ${coach.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Book a Lesson' })
  await expect(dialog.getByRole('heading', { name: 'Select Your Lesson Time' })).toBeVisible()
  return dialog
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

test('Back closes the booking dialog and keeps the results where they were', {
  tag: '@phone',
}, async ({ page }) => {
  const dialog = await openFromHome(page)
  const results = new URL(page.url())
  const position = await scrolled(page)
  await chooseTime(page)
  await expect(page).toHaveURL(/openBooking=.*bookingTime=/)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL((url) => !url.searchParams.has('openBooking'))
  await expect(page).toHaveURL((url) => url.searchParams.get('zip') === '46220')
  await expect(page.getByText(/instructors? within 50 miles of 46220/)).toBeVisible()
  expect(results.searchParams.get('openBooking')).not.toBeNull()
  // The map and the pictures may still move the page by a few pixels.
  expect(Math.abs((await scrolled(page)) - position)).toBeLessThan(24)
  await page.goBack()
  await expect(page).toHaveURL((url) => url.search === '')
})

test('a reload and Forward restore the booking dialog with its time; closing it adds no history entry', {
  tag: '@only-phone',
}, async ({ page }) => {
  const dialog = await openFromHome(page)
  await chooseTime(page)
  const time = dialog.locator('input[name="time-slot"]:checked')
  const start = await time.getAttribute('value')
  await expect(page).toHaveURL(/bookingTime=/)
  await page.reload()
  await hydrated(page)
  await expect(time).toHaveValue(start ?? '')
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goForward()
  await expect(time).toHaveValue(start ?? '')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('zip') === '46220' && url.searchParams.size === 1,
  )
  await page.goBack()
  await expect(page).toHaveURL((url) => url.search === '')
})

test('Back from the account form returns to the chosen time on a profile opened by link', async ({
  page,
}) => {
  await page.goto(`/instructor/${coach.id}`)
  await hydrated(page)
  await chooseTime(page)
  const chosen = page.url()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const account = page.getByRole('dialog', { name: 'Complete Your Booking' })
  await expect(account).toBeVisible()
  await page.goBack()
  await expect(account).toBeHidden()
  expect(page.url()).toBe(chosen)
  await expect(page.locator('input[name="time-slot"]:checked')).toHaveCount(1)

  // Closed by its own button, it leaves no step: Back leaves the page.
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await account.getByRole('button', { name: 'Close' }).click()
  await expect(account).toBeHidden()
  await expect.poll(() => page.evaluate(() => window.history.state?.layers ?? 0)).toBe(0)
})

test('Back closes one layer at a time: the account form, then the booking dialog, then the results', async ({
  page,
}) => {
  const dialog = await openFromHome(page)
  await chooseTime(page)
  await dialog.getByRole('button', { name: 'Continue to Booking' }).click()
  const account = page.getByRole('dialog', { name: 'Complete Your Booking' })
  await expect(account).toBeVisible()
  await page.goBack()
  await expect(account).toBeHidden()
  await expect(dialog.locator('input[name="time-slot"]:checked')).toHaveCount(1)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/zip=46220/)
  await page.goBack()
  await expect(page).toHaveURL((url) => url.search === '')
})

test('a link in a drawer adds one history entry to the page below', { tag: '@only-phone' }, async ({
  page,
}) => {
  await signIn(page, 'student')
  await page.goto('/your-instructors')
  await hydrated(page)
  await page.goto('/lessons')
  await hydrated(page)
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('link', { name: 'Inbox' }).click()
  await expect(page).toHaveURL(/\/inbox/)
  await page.goBack()
  await expect(page).toHaveURL(/\/lessons$/)
  await expect(menu).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/your-instructors/)
})

test('Back goes from canceling to the lesson details and then to the list', async ({ page }) => {
  await newStudent(page.request)
  const id = await bookWithMaya(page.request)
  await page.goto('/lessons')
  await hydrated(page)
  await page.getByRole('button', { name: /^Details/ }).click()
  await expect(page).toHaveURL(new RegExp(`lesson=${id}`))
  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: /^Change/ }).click()
  await page.getByRole('menuitem', { name: 'Cancel the lesson' }).click()
  await expect(page.getByRole('dialog', { name: 'Cancel this lesson?' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL((url) => url.searchParams.has('lesson') && !url.searchParams.has('do'))
  await page.goBack()
  await expect(page).toHaveURL(/\/lessons$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test.describe('with an email that already has an account', () => {
  // The browser itself reports the refusal.
  test.use({ expectedErrors: [/409/] })

  test('the known details and the lesson waiting for payment remain after the account form is closed', async ({
    page,
  }) => {
    const dialog = await openFromHome(page)
    await chooseTime(page)
    await dialog.getByRole('button', { name: 'Continue to Booking' }).click()
    const account = page.getByRole('dialog', { name: 'Complete Your Booking' })
    const entered = {
      name: 'Robin Vale',
      email: scenario.sam.email,
      phone: '704 555 0142',
      password: 'fairway-seven',
    }
    const field = (name: string) => account.locator(`input[name="${name}"]`)
    for (const [name, value] of Object.entries(entered)) await field(name).fill(value)

    // The email has an account: on the way to sign in and back nothing typed is lost.
    await account.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(account.getByText('Welcome back')).toBeVisible()
    await account.getByRole('button', { name: 'Create an account' }).click()
    for (const [name, value] of Object.entries(entered)) await expect(field(name)).toHaveValue(value)
    await page.goBack()
    await expect(account).toBeHidden()
    await dialog.getByRole('button', { name: 'Continue to Booking' }).click()
    for (const [name, value] of Object.entries(entered)) await expect(field(name)).toHaveValue(value)

    await field('email').fill(`${crypto.randomUUID()}@students.test`)
    const popup = page.waitForEvent('popup')
    await account.getByRole('button', { name: 'Continue to Payment' }).click()
    await popup
    await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
    await expect(page).toHaveURL(/bookingHold=/)
    await expect.poll(() => page.evaluate(() => window.history.state?.layers ?? 0)).toBe(0)
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(
      (url) => url.searchParams.get('zip') === '46220' && url.searchParams.size === 1,
    )
  })
})

test('opening help and closing it with Back keeps the typed text and the page', {
  tag: '@only-phone',
}, async ({ page }) => {
  await page.goto('/blog')
  await hydrated(page)
  await page.getByRole('button', { name: 'Help' }).click()
  const help = page.getByRole('dialog', { name: 'Need Help?' })
  await help.getByLabel('Message').fill('How do I change my email?')
  await page.goBack()
  await expect(help).toBeHidden()
  await expect(page).toHaveURL(/\/blog$/)
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(help.getByLabel('Message')).toHaveValue('How do I change my email?')
})
