import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newCoach } from './coach-support.ts'
import { newStudent } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectFitsBothWidths,
  hydrated,
  payByCard,
  scenario,
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
async function openFromCard(page: Page) {
  await page.goto('/?zip=46220&price=any')
  await hydrated(page)
  await page.getByRole('link', { name: `Book a lesson with ${coach.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Book a Lesson' })
  await expect(dialog.getByRole('heading', { name: 'Select Your Lesson Time' })).toBeVisible()
  return dialog
}

test.describe('with an email that already has an account, and a card that is declined', () => {
  // The browser itself reports the refusals.
  test.use({ expectedErrors: [/409/] })

  test('a student goes from a card to a paid lesson in the dialog: nothing typed is lost, place and terms at checkout, and the first tab continues automatically [rows 52, 62, 68, 70, 82]', async ({
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
    await expectFitsBothWidths(page, 'booking in the dialog')
    await go.click()

    const account = page.getByRole('dialog', { name: 'Complete Your Booking' })
    const entered = {
      name: 'Robin Vale',
      email: scenario.sam.email,
      phone: '704 555 0142',
      password: 'fairway-seven',
    }
    const field = (name: string) => account.locator(`input[name="${name}"]`)
    const isKept = async () => {
      for (const [name, value] of Object.entries(entered)) await expect(field(name)).toHaveValue(value)
    }
    for (const [name, value] of Object.entries(entered)) await field(name).fill(value)

    // The email has an account: on the way to sign in and back nothing typed is lost.
    const pay = account.getByRole('button', { name: 'Continue to Payment' })
    await pay.click()
    await expect(account.getByText('Welcome back')).toBeVisible()
    await account.getByRole('button', { name: 'Create an account' }).click()
    await isKept()
    // Back closes the account form alone.
    await page.goBack()
    await expect(account).toBeHidden()
    await expect(dialog.locator('input[name="time-slot"]:checked')).toHaveCount(1)
    await go.click()
    await isKept()
    await field('email').fill(`${randomUUID()}@students.test`)
    const popup = page.waitForEvent('popup')
    await pay.click()
    const checkout = await popup
    const notes = page.getByRole('region', { name: 'Notifications', exact: true })
    await expect(notes).toContainText('Account created!')
    await expect(notes).toContainText('Proceeding with your booking...')
    expect(await page.evaluate(() => JSON.stringify(Reflect.get(window, 'dataLayer')))).toContain(
      '"event":"student_signup","user_type":"student","signup_method":"instant_book"',
    )
    await checkout.waitForURL(/\/checkout\//)
    await expect(checkout.getByText('Where', { exact: true })).toBeVisible()
    await expect(
      checkout.getByText(/(Free cancellation|50% refund) until \w+, \w+ \d+, \d+:\d\d [AP]M|Nonrefundable/),
    ).toBeVisible()

    // Signing up has re-rendered the page; the dialog and the choices are still there.
    await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
    await expect(page.getByText(/The checkout is open in another tab/)).toBeVisible()
    await expectAccessible(page, 'waiting for the payment')
    await payByCard(checkout, '4000 0000 0000 0002')
    await expect(checkout.getByText('Your card was declined. Please try another card.')).toBeVisible()
    await expect(checkout.getByLabel('Expiry')).not.toHaveValue('')
    await payByCard(checkout)
    await checkout.waitForURL(/\/payment-success/)
    await expect(checkout.getByRole('heading', { level: 1 })).toHaveText(
      'Payment received. Your lesson is confirmed.',
    )
    await expect(checkout.getByText('Not paid yet?')).toHaveCount(0)
    await expect(page).toHaveURL(/\/payment-confirmation\?session_id=/)
    await expect(page.getByRole('heading', { level: 1, name: "You're booked" })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // Going back leaves the receipt.
    await page.goBack()
    await expect(page).not.toHaveURL(/payment-confirmation|booking=/)
  })
})

test('a student opens the dialog with the keyboard; a student who leaves the checkout is told so in both tabs, and finds the time still selected', async ({
  page,
}) => {
  await newStudent(page.request)
  await page.goto('/?zip=96815&price=any')
  await hydrated(page)
  const card = page.getByRole('link', { name: `Book a lesson with ${quietCoach.name}` })
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

  const position = await page.evaluate(() => window.scrollY)
  await card.press('Enter')
  await chooseAndSum(page)
  const popup = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue to Booking' }).click()
  const checkout = await popup
  await checkout.waitForURL(/\/checkout\//)
  const address = checkout.url()
  await hydrated(checkout)

  // The lesson that waits for its payment adds no history entry: Back closes the dialog.
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()
  await expect(page).toHaveURL(/bookingHold=/)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('zip') === '96815' && !/booking/i.test(url.search),
  )
  // The map and the pictures may still move the page by a few pixels.
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - position)).toBeLessThan(24)
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Waiting for your payment' })).toBeVisible()

  await checkout.getByRole('button', { name: 'Leave without paying' }).click()
  await checkout.waitForURL(/\/instructor\//)
  await expect(checkout.getByRole('heading', { name: 'You left the checkout' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'You left the checkout' })).toBeVisible()
  await checkout.getByRole('button', { name: 'Choose a time again' }).click()
  await expect(checkout.locator('input[name="time-slot"]:checked')).toHaveCount(1)
  await checkout.goto(address)
  await expect(checkout.getByText(/expired|were not charged/i).first()).toBeVisible()
})

test('clicks on a profile before its scripts load, and a press while open times load, take effect afterwards, unless another time is chosen; Back closes the account form', async ({
  page,
  request,
}) => {
  // A coach of this journey only. A shorter duration fits wherever a longer one does, including at the end of
  // a day.
  const { id } = await newCoach(request, { durations: [30, 60, 90, 120] })
  const scripts = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await scripts.promise
    await route.continue()
  })
  // The first day may have one time left. The second has all.
  const { days } = await (await request.get(`/api/coaches/${id}/slots?durationMinutes=120`)).json()
  const link = `/instructor/${id}?duration=120&time=${days[1].slots[0].start}`
  await page.goto(link, { waitUntil: 'domcontentloaded' })
  await page.locator('input[type="radio"][value="90"]').check()
  const time = page.getByRole('radio', { name: /[AP]M to/ }).last()
  const start = await time.getAttribute('value')
  await time.check()
  const button = page.getByRole('button', { name: 'Confirm Booking' })
  await button.click()
  expect(new URL(page.url()).searchParams.get('duration'), 'nothing has heard it yet').toBe('120')
  scripts.resolve()
  await expect(page).toHaveURL((url) => url.searchParams.get('time') === start)
  await expect(page).toHaveURL((url) => url.searchParams.get('duration') === '90')
  const account = page.getByRole('dialog', { name: 'Complete Your Booking' })
  await expect(account).toContainText('1.5 hours')
  await hydrated(page)
  await page.unrouteAll()

  // Back returns to the chosen time.
  const chosen = page.url()
  await page.goBack()
  await expect(account).toBeHidden()
  expect(page.url()).toBe(chosen)
  await expect(page.locator('input[name="time-slot"]:checked')).toHaveCount(1)
  await expect(button).toBeInViewport({ ratio: 1 })

  // Pressed while the open times of a length load.
  let answer = Promise.withResolvers<void>()
  await page.route('**/rpc/checkout/slots', async (route) => {
    await answer.promise
    await route.continue()
  })
  const pressWhileLoading = async (minutes: number) => {
    answer = Promise.withResolvers<void>()
    await page.locator(`input[type="radio"][value="${minutes}"]`).check()
    await expect(page).toHaveURL((url) => url.searchParams.get('duration') === String(minutes))
    await button.click()
    await expect(button).toHaveAttribute('aria-busy', 'true')
  }
  await pressWhileLoading(60)
  answer.resolve()
  await expect(account).toContainText('1 hour')
  // Closed by its own button, the form leaves no step: Back leaves the page.
  await account.getByRole('button', { name: 'Close' }).click()
  await expect(account).toBeHidden()
  await expect.poll(() => page.evaluate(() => window.history.state?.layers ?? 0)).toBe(0)

  await pressWhileLoading(30)
  await page.locator('input[name="time-slot"]:not(:checked)').last().check()
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
  answer.resolve()
  await expect(page.getByRole('region', { name: 'Price summary' })).toContainText('30 minutes')
  await hydrated(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('price and button stay visible while choosing a time [row 51]', { tag: '@only-phone' }, async ({
  page,
  request,
}) => {
  const { id } = await newCoach(request)
  await page.goto(`/instructor/${id}`)
  await hydrated(page)
  const panel = page.locator('#instant-book-section')
  const confirm = panel.getByRole('button', { name: 'Confirm Booking' })
  await panel.evaluate((element) => element.scrollIntoView())
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
  const chosen = page.url()
  await page.locator('#instant-book-section').getByRole('link', { name: 'Message to request a time' }).click()
  await expect(page.getByRole('dialog', { name: 'Create Your Account' }).getByLabel('Message')).toHaveValue(
    words,
  )

  await newStudent(page.request)
  await page.goto(chosen)
  await hydrated(page)
  await page.locator('#instant-book-section').getByRole('link', { name: 'Message to request a time' }).click()
  await page.waitForURL(/\/compose/)
  await expect(page.getByLabel('Message Coach Priya')).toHaveValue(words)
})
