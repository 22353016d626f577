import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { newStudent } from './lesson-support.ts'
import { chooseTime, expect, hydrated, payByCard, scenario, test, toCheckout } from './support.ts'

test.describe.configure({ mode: 'parallel' })

/** Holds a slot through the API, as a student with an account of her own. */
async function holdSlot(request: APIRequestContext, pick: (starts: string[]) => string | undefined) {
  const account = await request.post('/api/accounts', {
    data: {
      name: 'Casey Moor',
      email: `${randomUUID()}@students.test`,
      phone: '7045550123',
      password: 'fairway-seven',
    },
  })
  expect(account.status()).toBe(201)
  const slots = await (await request.get(`/api/coaches/${scenario.ruth.id}/slots?durationMinutes=60`)).json()
  const starts: string[] = slots.days.flatMap((day: { slots: { start: string }[] }) =>
    day.slots.map((slot) => slot.start),
  )
  for (const start of [pick(starts), ...starts]) {
    const held = await request.post('/api/bookings', {
      data: { instructorId: scenario.ruth.id, start, durationMinutes: 60 },
    })
    if (held.status() === 201) return await held.json()
  }
  throw new Error('no open slot')
}

test.describe('a declined card', () => {
  test.use({ expectedErrors: [/409/] })

  test('shows the reason, keeps the typed text, and another card pays', async ({ page }) => {
    const held = await holdSlot(page.request, (starts) => starts.at(3))
    await page.goto(new URL(held.checkoutUrl).pathname)
    await payByCard(page, '4000 0000 0000 0002')
    await expect(page.getByText('Your card was declined. Please try another card.')).toBeVisible()
    await expect(page.getByLabel('Expiry')).not.toHaveValue('')
    await payByCard(page)
    await page.waitForURL(/\/payment-success/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/booked|is confirmed/i)
  })
})

test.describe('a lost answer', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED/] })

  test('leaves the time selected, and the same booking is paid', async ({ page }) => {
    await newStudent(page.request)
    await page.goto(`/instructor/${scenario.ruth.id}`)
    await hydrated(page)
    await chooseTime(page)
    const chosen = page.locator('input[name="time-slot"]:checked')
    const start = await chosen.inputValue()
    const pending = async () =>
      (await (await page.request.get('/api/bookings')).json()).filter(
        (lesson: { status: string }) => lesson.status === 'pending',
      )
    await page.route(
      '**/rpc/checkout/book',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    const reloaded = page.waitForResponse(/\/rpc\/checkout\/slots/)
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await reloaded
    await expect(page.getByText('Payment Setup Failed')).toBeVisible()
    await expect(chosen).toHaveValue(start)
    const [held] = await pending()
    await toCheckout(page)
    expect(await pending()).toMatchObject([{ id: held.id }])
  })
})

test('leaving the checkout frees the slot, and its page says so afterwards', async ({ page }) => {
  const held = await holdSlot(page.request, (starts) => starts.at(12))
  await page.goto(new URL(held.checkoutUrl).pathname)
  await hydrated(page)
  await page.getByRole('button', { name: 'Leave without paying' }).click()
  await page.waitForURL(/\/instructor\//)
  await expect
    .poll(async () => (await (await page.request.get(`/api/bookings/${held.bookingId}`)).json()).status)
    .toBe('cancelled')
  await page.goto(new URL(held.checkoutUrl).pathname)
  await expect(page.getByText(/expired|were not charged/i).first()).toBeVisible()
})

test.describe('before scripts load', () => {
  test.use({ javaScriptEnabled: false })

  test('a ZIP code finds coaches, a coach’s page is readable, and an invalid ZIP code shows a way on [rows 25, 30]', {
    tag: '@only-phone',
  }, async ({ page }) => {
    await page.goto('/')
    await page.locator('input[name="zip"]').first().fill('28202')
    await page.locator('input[name="zip"]').first().press('Enter')
    await expect(page.getByText(/Found \d+ instructors within 50 miles of 28202/)).toBeVisible()
    await page
      .getByRole('link', { name: /view profile/i })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto('/?zip=00000')
    await expect(
      page.getByText(
        'No instructors found within 50 miles of 00000. Try a different zip code or adjust your filters.',
      ),
    ).toBeVisible()
  })
})
