import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newCoach } from './coach-support.ts'
import { newStudent } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  isPhone,
  payByCard,
  scenario,
  signIn,
  tabTo,
  test,
} from './support.ts'

const coach = scenario.dale
/** The coach of the journey that retries a taken time; no other test in this file books this coach. */
const quietCoach = scenario.keoni

/**
 * Chooses one of the visible times.
 * @returns the summary next to the button
 */
async function chooseAndSum(page: Page) {
  await chooseTime(page)
  const summary = page.getByRole('region', { name: 'Price summary' })
  await expect(summary).toContainText(/\w+, \w+ \d+, \d+:\d\d/)
  return summary
}

/** Opens the dialog from the coach's card in the search results. */
async function openFromCard(page: Page, { name }: { name: string } = coach, zip = '46220') {
  await page.goto(`/?zip=${zip}&price=any`)
  await hydrated(page)
  await page.getByRole('link', { name: `Book a lesson with ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Book a Lesson' })
  await expect(dialog.getByRole('heading', { name: 'Select Your Lesson Time' })).toBeVisible()
  return dialog
}

test('a student goes from a card to a paid lesson in the dialog: place and terms at checkout, and the first tab continues automatically [rows 52, 62, 68, 70]', async ({
  page,
}) => {
  const dialog = await openFromCard(page)
  await dialog.locator('input[name="time-slot"]').first().waitFor()
  const go = dialog.getByRole('button', { name: 'Continue to Booking' })
  await expect(go).toBeInViewport({ ratio: 1 })
  await go.click()
  await expect(page.getByText('Please select date and time')).toBeVisible()
  const summary = await chooseAndSum(page)
  await expect(summary).toContainText('$65')
  await expect(summary).toContainText(
    /(Free cancellation|50% refund) until \w+, \w+ \d+, \d+:\d\d [AP]M|Nonrefundable/,
  )
  await expect(go).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'booking in the dialog')
  await expectNoSidewaysScroll(page)
  await go.click()

  const account = page.getByRole('dialog', { name: 'Complete Your Booking' })
  await account.getByLabel('Name', { exact: false }).first().fill('Robin Vale')
  await account.getByLabel('Email').fill(`${randomUUID()}@students.test`)
  await account.getByLabel('Phone').fill('704 555 0142')
  await account.getByLabel('Password', { exact: true }).fill('fairway-seven')
  const popup = page.waitForEvent('popup')
  await account.getByRole('button', { name: 'Continue to Payment' }).click()
  const checkout = await popup
  await checkout.waitForURL(/\/checkout\//)
  await expect(checkout.getByText('Where', { exact: true })).toBeVisible()
  await expect(
    checkout.getByText(/(Free cancellation|50% refund) until \w+, \w+ \d+, \d+:\d\d [AP]M|Nonrefundable/),
  ).toBeVisible()
  await expectAccessible(checkout, 'the checkout')

  // Signing up has re-rendered the page; the dialog and the choices are still there.
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await expect(page.getByText(/The checkout is open in another tab/)).toBeVisible()
  await expectAccessible(page, 'waiting for the payment')
  await payByCard(checkout)
  await checkout.waitForURL(/\/payment-success/)
  await expect(checkout.getByRole('heading', { level: 1 })).toHaveText(
    'Payment received. Your lesson is confirmed.',
  )
  await expect(checkout.getByText('Not paid yet?')).toHaveCount(0)
  await expect(page).toHaveURL(/\/payment-confirmation\?session_id=/)
  await expect(page.getByRole('heading', { level: 1, name: "You're booked" })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a student leaves the checkout, is told so in both tabs, and finds the time still selected', async ({
  page,
}) => {
  await newStudent(page.request)
  const dialog = await openFromCard(page, quietCoach, '96815')
  await chooseAndSum(page)
  const popup = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue to Booking' }).click()
  const checkout = await popup
  await checkout.waitForURL(/\/checkout\//)
  await hydrated(checkout)
  await checkout.getByRole('button', { name: 'Leave without paying' }).click()
  await checkout.waitForURL(/\/instructor\//)
  await expect(checkout.getByRole('heading', { name: 'You left the checkout' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You left the checkout' })).toBeVisible()
  await checkout.getByRole('button', { name: 'Choose a time again' }).click()
  await expect(checkout.locator('input[name="time-slot"]:checked')).toHaveCount(1)
})

test('a student uses only the keyboard: card, dialog, time, button, and back to the card', async ({
  page,
}) => {
  await newStudent(page.request)
  await page.goto('/?zip=46220&price=any')
  await hydrated(page)
  const card = page.getByRole('link', { name: `Book a lesson with ${coach.name}` })
  await card.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Book a Lesson' })
  await dialog.locator('input[name="time-slot"]').first().waitFor()
  await tabTo(page, 'input[name="time-slot"]')
  await page.keyboard.press('Space')
  await expect(page.locator('input[name="time-slot"]:checked')).toBeFocused()
  await tabTo(page, 'button', 'Continue to Booking')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card).toBeFocused()
})

test('clicks on a profile before its scripts load take effect afterwards: length, day or time, and the button', async ({
  page,
  request,
}) => {
  // A coach of this journey only. The shorter duration fits wherever an hour does, including at the end of a
  // day.
  const { id } = await newCoach(request, { durations: [30, 60] })
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.goto(`/instructor/${id}`, { waitUntil: 'domcontentloaded' })
  await page.getByRole('radio', { name: '30 minutes' }).check()
  const time = page.getByRole('radio', { name: /[AP]M to/ }).last()
  const start = await time.getAttribute('value')
  await time.check()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  expect(new URL(page.url()).search, 'nothing has heard it yet').toBe('')
  scripts.resolve()
  await expect(page).toHaveURL((url) => url.searchParams.get('time') === start)
  await expect(page).toHaveURL((url) => url.searchParams.get('duration') === '30')
  await expect(page.getByRole('dialog', { name: 'Complete Your Booking' })).toContainText('30 minutes')
})

test('a press on the button while the open times are loading takes effect when they are there', async ({
  page,
  request,
}) => {
  const { id } = await newCoach(request, { durations: [30, 60] })
  await page.goto(`/instructor/${id}`)
  await hydrated(page)
  await chooseTime(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/rpc/checkout/slots', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('radio', { name: '30 minutes' }).check()
  await expect(page).toHaveURL((url) => url.searchParams.get('duration') === '30')
  const button = page.getByRole('button', { name: 'Confirm Booking' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  answer.resolve()
  await expect(page.getByRole('dialog', { name: 'Complete Your Booking' })).toContainText('30 minutes')
})

test('a press that waits for the open times is dropped when the student chooses another time', async ({
  page,
  request,
}) => {
  const { id } = await newCoach(request, { durations: [30, 60] })
  // The first day may have one time left. The second has all.
  const { days } = await (await request.get(`/api/coaches/${id}/slots?durationMinutes=60`)).json()
  await page.goto(`/instructor/${id}?duration=60&time=${days[1].slots[0].start}`)
  await hydrated(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/rpc/checkout/slots', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByRole('radio', { name: '30 minutes' }).check()
  await expect(page).toHaveURL((url) => url.searchParams.get('duration') === '30')
  const button = page.getByRole('button', { name: 'Confirm Booking' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await page.locator('input[name="time-slot"]:not(:checked)').last().check()
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  answer.resolve()
  await expect(page.getByRole('region', { name: 'Price summary' })).toContainText('30 minutes')
  await hydrated(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('price and button stay visible while choosing a time [row 51]', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  const { id } = await newCoach(request)
  await page.goto(`/instructor/${id}`)
  await hydrated(page)
  const panel = page.locator('#instant-book-section')
  const confirm = panel.getByRole('button', { name: 'Confirm Booking' })
  if (isPhone(page)) await panel.evaluate((element) => element.scrollIntoView())
  await expect(confirm).toBeInViewport({ ratio: 1 })
  const times = panel.getByRole('radio', { name: /[AP]M to/ })
  for (const time of [times.last(), times.first()]) {
    await time.check()
    await expect(confirm).toBeInViewport({ ratio: 1 })
    await expect(panel.getByRole('region', { name: 'Price summary' })).toContainText('$80')
  }
  // The focused element is not covered by the bar, even when its terms are long.
  await expect(async () => {
    const [chosen, bar] = await Promise.all([
      times.first().boundingBox(),
      page.locator('[data-pinned-bar]').boundingBox(),
    ])
    expect((chosen?.y ?? 0) + (chosen?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0)
  }).toPass()
})

test('a link to a taken time says so first, with its day and the nearest open times', async ({ page }) => {
  await page.goto(`/instructor/${scenario.maya.id}?time=2026-01-05T15:00:00.000Z`)
  const alert = page.locator('#instant-book-section').getByRole('alert')
  await expect(alert).toContainText('Mon, Jan 5, 10:00 AM EST is not open for 1 hour')
  await expect(alert.getByRole('button')).toHaveCount(3)
})

test('a message to a coach without instant booking includes the chosen time [row 64]', async ({ page }) => {
  const words = /^Hi Coach Priya, could I book a lesson on \w+, \w+ \d+, \d{4}, \d+:\d\d .* \(1 hour\) at /
  await page.goto(`/instructor/${scenario.priya.id}`)
  await hydrated(page)
  await chooseAndSum(page)
  await page.locator('#instant-book-section').getByRole('link', { name: 'Message to request a time' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Your Account' }).getByLabel('Message')).toHaveValue(
    words,
  )

  await newStudent(page.request)
  await page.goto(`/instructor/${scenario.priya.id}`)
  await hydrated(page)
  await chooseAndSum(page)
  await page.locator('#instant-book-section').getByRole('link', { name: 'Message to request a time' }).click()
  await page.waitForURL(/\/compose/)
  await expect(page.getByLabel('Message Coach Priya')).toHaveValue(words)
})

test('a student books a past lesson again with the same length', async ({ page }) => {
  await signIn(page, 'student')
  await page.goto('/lessons?when=past')
  await hydrated(page)
  const again = page.getByRole('link', { name: /^Book again with Coach/ })
  const dialog = page.getByRole('dialog', { name: 'Book a Lesson' })
  // The list may still change while open times for the canceled lesson are loading.
  await expect(async () => {
    if (!(await dialog.isVisible())) await again.first().click({ timeout: 5_000 })
    await expect(dialog).toBeVisible({ timeout: 5_000 })
  }).toPass()
  // Every lesson has a unique accessible name, including two on one day.
  const names = await again.allTextContents()
  expect(new Set(names).size).toBe(names.length)
})
