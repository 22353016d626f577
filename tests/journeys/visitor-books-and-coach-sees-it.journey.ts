import { pageOfAnother } from './browser-contexts.ts'
import { someLetters } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  lettersTo,
  payByCard,
  scenario,
  signIn,
  test,
} from './support.ts'

test('a visitor finds a coach by ZIP code, picks an open time, signs up, pays, and the coach sees the lesson [rows 27, 29, 50, 51, 52, 55, 68, 70, 74, 76, 81]', {
  tag: '@only-phone',
}, async ({ page, browser }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Find Your Match' })).toBeVisible()

  await hydrated(page)
  await page.getByLabel('Your zip code').fill('28202')
  await page.getByRole('button', { name: 'See Instructors Near You' }).click()
  await expect(page.getByText(/Found \d+ instructors within 50 miles of 28202/)).toBeVisible()

  const card = page.getByRole('article').filter({ hasText: scenario.maya.name })
  await expect(card).toContainText('$85')
  await expect(card).toContainText(/0\.3 mi/)
  await card.getByRole('link', { name: /view profile/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: scenario.maya.name })).toBeVisible()

  const panel = page.locator('#instant-book-section')
  await panel.scrollIntoViewIfNeeded()
  await chooseTime(page)
  await expect(panel).toContainText(/E[SD]T/)
  await panel.getByRole('button', { name: 'Confirm Booking' }).click()

  const dialog = page.getByRole('dialog', { name: 'Complete Your Booking' })
  await dialog.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByLabel('Name', { exact: false }).first()).toBeFocused()
  const name = `Robin ${someLetters()}`
  const email = `${crypto.randomUUID()}@students.test`
  await dialog.getByLabel('Name', { exact: false }).first().fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Phone').fill('704 555 0142')
  await dialog.getByLabel('Password', { exact: true }).fill('fairway-seven')
  await expectAccessible(page, 'account dialog')
  await dialog.getByRole('button', { name: 'Continue to Payment' }).click()
  // On a phone the checkout opens in the same tab.
  await page.waitForURL(/\/checkout\//)
  await expect(page.getByText('$85').first()).toBeVisible()
  await expectAccessible(page, 'checkout')
  await expectNoSidewaysScroll(page)
  await payByCard(page)

  await page.waitForURL(/\/payment-success/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/booked|is confirmed/i)
  await expectAccessible(page, 'payment success')
  const session = new URL(page.url()).searchParams.get('session_id')
  await page.goto(`/payment-confirmation?session_id=${session}`)
  await expect(page.getByText('Longleaf Hollow Golf Center').first()).toBeVisible()
  await expect(page.getByText(/E[SD]T/).first()).toBeVisible()
  await expectAccessible(page, 'payment confirmation')
  await expectNoSidewaysScroll(page)

  await page.goto('/lessons')
  await expect(page.getByText('Coach Maya').first()).toBeVisible()
  await expect(page.getByText('Confirmed').first()).toBeVisible()

  const coach = await pageOfAnother(browser)
  await signIn(coach, 'coach')
  await coach.goto('/instructor/dashboard')
  await expect(coach.getByText(name).first()).toBeVisible()

  await expect.poll(() => lettersTo(coach.request, email)).toContain('You are booked with')
})
