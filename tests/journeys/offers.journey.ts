import { randomUUID } from 'node:crypto'
import type { Page, Route } from '@playwright/test'
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
  settled,
  signIn,
  test,
  toCheckout,
} from './support.ts'

test.describe.configure({ mode: 'parallel' })

/** Desktop: moves the pointer out of the window at the top. Phone: presses the back button. */
async function aboutToLeave(page: Page) {
  // Leaving is detected only after the chosen time has been rendered.
  await hydrated(page)
  if (isPhone(page)) return await page.evaluate(() => window.history.back())
  await page.evaluate(() =>
    document.documentElement.dispatchEvent(
      new MouseEvent('mouseleave', { clientY: -1, relatedTarget: null }),
    ),
  )
}

test('a student about to leave is offered a quarter off, keeps it when leaving the checkout to choose another time, pays the reduced price, and gets a matching receipt [rows 66, 70, 74]', {
  tag: '@phone',
}, async ({ page }) => {
  await newStudent(page.request)
  await page.goto(`/instant-book/${scenario.dale.id}`)
  await hydrated(page)
  await page.getByRole('link', { name: 'About Coach Dale' }).click()
  await page.waitForURL(/\/instructor\//)
  await expect(page.getByRole('heading', { level: 1, name: scenario.dale.name })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Book Coach Dale' })).toHaveCount(0)
  await aboutNothing(page)
  await chooseTime(page)
  await expect(page).toHaveURL(/[?&]time=/)
  const summary = page.getByRole('region', { name: 'Price summary' })
  await expect(summary).toContainText('$65')
  await aboutToLeave(page)
  await expect(page.getByRole('heading', { name: '25% off before you go' })).toBeVisible()
  if (!isPhone(page)) await expectOnTop(page, '25% off before you go')
  await expectAccessible(page, 'the exit offer')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Take 25% off' }).click()
  await expect(summary).toContainText('$48.75')
  await expect(summary).toContainText('Your offer, 25% off')
  // From here on, a phone takes the same way.
  if (isPhone(page)) return

  await page.reload()
  await hydrated(page)
  await expect(summary, 'a reload keeps it').toContainText('$48.75')
  const left = await toCheckout(page)
  await left.close()
  await page.getByRole('button', { name: 'Cancel and release this time' }).click()
  await chooseTime(page)
  await expect(summary).toContainText('$48.75')
  const checkout = await toCheckout(page)
  await expect(checkout.getByText('$48.75').first()).toBeVisible()
  await payByCard(checkout)
  await page.waitForURL(/\/payment-confirmation/)
  await expect(page.getByText('Your offer, 25% off')).toBeVisible()
  await expect(page.getByText('-$16.25')).toBeVisible()
})

/** Nothing is rendered above the offer, including the map behind it. */
async function expectOnTop(page: Page, name: string) {
  const places = page.getByRole('region', { name: 'Where you meet' })
  await places.scrollIntoViewIfNeeded()
  await expect(places.locator('svg path').first()).toBeAttached()
  const heading = page.getByRole('heading', { name })
  await settled(page)
  await heading.evaluate((element) => {
    const map = [...document.querySelectorAll('section[aria-labelledby="places"] svg')].at(-1)
    scrollBy(0, (map?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().top + 40)
  })
  const isOnTop = await heading.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 3, y + height / 2))
  })
  expect(isOnTop).toBe(true)
  await page.evaluate(() => scrollTo(0, 0))
}

/**
 * Fulfills the first request, and lets later ones through. The route stays registered: once the last route is
 * removed (`times: 1`), the runner stops intercepting, and a request in progress at that moment may get no
 * response.
 */
async function answerOnce(page: Page, path: string, answer: Parameters<Route['fulfill']>[0]) {
  let isAnswered = false
  await page.route(path, async (route) => {
    if (isAnswered) return await route.continue()
    isAnswered = true
    await route.fulfill(answer)
  })
}

/** Visitors who have chosen nothing can leave without an offer. */
async function aboutNothing(page: Page) {
  await hydrated(page)
  if (isPhone(page)) return
  await aboutToLeave(page)
  await expect(page.getByRole('heading', { name: '25% off before you go' })).toHaveCount(0)
}

test.describe('terms that changed meanwhile', () => {
  test.use({ expectedErrors: [/409/] })

  test('are shown, nothing is booked, and one more click continues, with the price of a promo code; an expired code says so and keeps the typed text', async ({
    page,
  }) => {
    await newStudent(page.request)
    await page.goto(`/instant-book/${scenario.ruth.id}`)
    await hydrated(page)
    await chooseTime(page)
    await page.getByRole('button', { name: 'Have a promo code?' }).click()
    const code = page.getByLabel('Promo code')
    await code.fill('last summer')
    await code.press('Enter')
    await expect(page.getByText('This code is no longer valid.')).toBeVisible()
    await expect(code).toHaveValue('last summer')
    await expect(code).toBeFocused()
    await expectAccessible(page, 'a refused code')
    await code.fill('fairway10')
    await code.press('Enter')
    const summary = page.getByRole('region', { name: 'Price summary' })
    await expect(summary).toContainText('Code FAIRWAY10, 10% off')
    const [, price = ''] = (await summary.textContent())?.match(/\$[\d.]+/g) ?? []

    await answerOnce(page, '**/rpc/checkout/book', {
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({
        json: { defined: false, code: 'policy_changed', status: 409, message: 'The terms have changed.' },
      }),
    })
    let answerQuotes = () => {}
    const mayAnswer = new Promise<void>((resolve) => (answerQuotes = resolve))
    await page.route('**/rpc/checkout/quote', async (route) => {
      await mayAnswer
      await route.continue()
    })
    const refused = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(page.getByText('The terms of cancelling have changed')).toBeVisible()
    await expect(
      page.getByText('We are loading the current price and terms'),
      'said before the new ones are here',
    ).toBeVisible()
    answerQuotes()
    await expect(page.getByText('Confirm again to continue')).toBeVisible()
    // Its tab closes again. The event for it may arrive only now, and must not be mistaken for the next tab.
    const tab = await refused
    if (!tab.isClosed()) await tab.waitForEvent('close')
    const checkout = await toCheckout(page)
    await expect(checkout.getByRole('button', { name: `Pay ${price}` })).toBeVisible()
  })
})

test('the booking page sends visitors to make an account and back, counts it, and shows the terms before payment [rows 53, 57, 63, 81, 82]', async ({
  page,
}) => {
  await page.goto(`/instant-book/${scenario.maya.id}?duration=90`)
  await page.waitForURL(/\/auth\?redirect=/)
  await expect(page.getByText('Sign In Required')).toBeVisible()
  await expect(page.getByText('Please sign in or create an account to book a lesson')).toBeVisible()
  await hydrated(page)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Casey Moor')
  await page.getByLabel('Email').fill(`${randomUUID()}@students.test`)
  await page.getByLabel('Phone').fill('704 555 0123')
  await page.getByLabel('Password', { exact: true }).fill('fairway-seven')
  await page.getByRole('button', { name: 'Create account', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toContainText(
    'Proceeding with your booking...',
  )
  await page.waitForURL((url) => url.pathname === `/instant-book/${scenario.maya.id}`)
  expect(await page.evaluate(() => JSON.stringify(Reflect.get(window, 'dataLayer')))).toContain(
    '"event":"student_signup","user_type":"student","signup_method":"instant_book"',
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Book Coach Maya' })).toBeVisible()
  await expect(page.getByLabel('1.5 hours')).toBeChecked()
  const summary = page.getByRole('region', { name: 'Price summary' })
  await expect(summary).toContainText('$127.50')
  await chooseTime(page)
  await expect(summary).toContainText(/(Free cancellation|50% refund) until \w+, \w+ \d+|Nonrefundable/)
})

test('a coach without open times shows why and offers a message, the waitlist and coaches nearby [row 56]', async ({
  page,
}) => {
  await signIn(page, 'student')
  await page.goto(`/instant-book/${scenario.nolan.id}`)
  await hydrated(page)
  await expect(page.getByText('No hours to book yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Message Coach Nolan' })).toHaveAttribute(
    'href',
    `/compose?instructor=${scenario.nolan.id}`,
  )
  await expect(page.getByRole('heading', { name: 'Other coaches nearby' })).toBeVisible()
  await expect(page.locator('#instant-book-section [aria-busy="true"]')).toHaveCount(0)
  await expectAccessible(page, 'no openings')
  await page.getByRole('button', { name: /Join the waitlist/ }).click()
  await expect(page.getByRole('dialog')).toContainText('The waitlist for')
})

test.describe('error messages', () => {
  test.use({ expectedErrors: [/409|500|Failed to load/] })

  const answer = (status: number, json: object) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify({ json }),
  })
  const broken = answer(500, {
    defined: false,
    code: 'internal',
    status: 500,
    message: 'Something went wrong.',
  })

  test('with nothing selected, a checkout that fails to open for a new account and later, times that fail to load, and a demo booking [rows 52, 62, 71, 72]', async ({
    page,
  }) => {
    await page.goto(`/instructor/${scenario.dale.id}`)
    await hydrated(page)
    const confirm = page.getByRole('button', { name: 'Confirm Booking' })
    await page.locator('input[name="time-slot"]').first().waitFor()
    await confirm.click()
    await expect(page.getByText('Missing Information')).toBeVisible()
    await expect(page.getByText('Please select both a date and time slot')).toBeVisible()

    await chooseTime(page)
    await confirm.click()
    const dialog = page.getByRole('dialog', { name: 'Complete Your Booking' })
    await expect(dialog).toContainText(
      /(Free cancellation|50% refund) until \w+, \w+ \d+, \d+:\d\d [AP]M|Nonrefundable/,
    )
    await answerOnce(page, '**/rpc/checkout/book', broken)
    await dialog.getByLabel('Name').fill('Casey Moor')
    await dialog.getByLabel('Email').fill(`${randomUUID()}@students.test`)
    await dialog.getByLabel('Phone').fill('704 555 0123')
    await dialog.getByLabel('Password', { exact: true }).fill('fairway-seven')
    await dialog.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.getByRole('region', { name: 'Notifications', exact: true })).toContainText(
      /Payment Error.*Failed to process payment\. Please try again\./,
    )
    await expect(dialog).toBeHidden()

    const held = {
      bookingId: randomUUID(),
      checkoutUrl: '',
      priceCents: 6500,
      holdExpiresAt: '2030-01-01T00:00:00.000Z',
    }
    await answerOnce(page, '**/rpc/checkout/book', answer(200, held))
    await confirm.click()
    await expect(page.getByText('Payment Setup Failed')).toBeVisible()
    await expect(page.getByText('No checkout URL returned')).toBeVisible()
    await answerOnce(page, '**/rpc/checkout/book', broken)
    await confirm.click()
    await expect(page.getByText('Unable to process payment. Please try again.')).toBeVisible()

    await page.route('**/rpc/checkout/slots*', (route) => route.fulfill(broken))
    await page.getByLabel('2 hours').check()
    await expect(page.getByText('Error loading time slots')).toBeVisible()
    await expect(page.getByText('Please try again', { exact: true })).toBeVisible()

    await page.route('**/rpc/checkout/slots*', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({ response, json: { ...body, json: { ...body.json, isDemoBooking: true } } })
    })
    // The chosen day may have no time of this length.
    await Promise.all([page.waitForResponse('**/rpc/checkout/slots*'), page.getByLabel('1.5 hours').check()])
    await hydrated(page)
    await page.locator('#instant-book-section [data-start]').first().click()
    await expect(page.getByText('no card is charged')).toBeVisible()
    await answerOnce(page, '**/rpc/checkout/bookDemo', broken)
    await confirm.click()
    await expect(page.getByText('Booking Failed')).toBeVisible()
    await expect(page.getByText('Unable to create demo booking. Please try again.')).toBeVisible()
  })
})
