import type { Page } from '@playwright/test'
import { chooseTime, expect, hydrated, scenario, test } from './support.ts'

const coach = scenario.dale

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY))

// Back through the layers on a desktop: booking-dialog.journey.ts and lessons.journey.ts.
test('on a phone, Back closes the booking dialog and keeps the results where they were, a reload and Forward restore its time, and closing it or help adds no history entry', {
  tag: '@only-phone',
}, async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.locator('#search input[name="zip"]').fill('46220')
  await page.locator('#search input[name="zip"]').press('Enter')
  await expect(page).toHaveURL(/zip=46220/)
  await page.getByRole('link', { name: `Book a lesson with ${coach.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Book a Lesson' })
  await expect(dialog.getByRole('heading', { name: 'Select Your Lesson Time' })).toBeVisible()
  await expect(page).toHaveURL(/openBooking=/)
  const position = await scrolled(page)
  await chooseTime(page)
  const time = dialog.locator('input[name="time-slot"]:checked')
  const start = await time.getAttribute('value')
  await expect(page).toHaveURL(/openBooking=.*bookingTime=/)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL((url) => !url.searchParams.has('openBooking'))
  await expect(page).toHaveURL((url) => url.searchParams.get('zip') === '46220')
  await expect(page.getByText(/instructors? within 50 miles of 46220/)).toBeVisible()
  // The map and the pictures may still move the page by a few pixels.
  expect(Math.abs((await scrolled(page)) - position)).toBeLessThan(24)

  await page.goForward()
  await expect(time).toHaveValue(start ?? '')
  await page.reload()
  await hydrated(page)
  await expect(time).toHaveValue(start ?? '')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('zip') === '46220' && url.searchParams.size === 1,
  )
  await page.goBack()
  await expect(page).toHaveURL((url) => url.search === '')

  // Help closed with Back keeps the typed text and the page.
  await page.getByRole('button', { name: 'Help' }).click()
  const help = page.getByRole('dialog', { name: 'Need Help?' })
  await help.getByLabel('Message').fill('How do I change my email?')
  await page.goBack()
  await expect(help).toBeHidden()
  await expect(page).toHaveURL((url) => url.pathname === '/' && url.search === '')
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(help.getByLabel('Message')).toHaveValue('How do I change my email?')
})
