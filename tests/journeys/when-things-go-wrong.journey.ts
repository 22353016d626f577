import { newStudent } from './lesson-support.ts'
import { chooseTime, expect, hydrated, scenario, test, toCheckout } from './support.ts'

test.describe.configure({ mode: 'parallel' })

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
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(page.getByText('Payment Setup Failed')).toBeVisible()
    // The times are read again when the window regains focus; they do not have the held one any more.
    await Promise.all([
      page.waitForResponse(/\/rpc\/checkout\/slots/),
      page.evaluate(() => window.dispatchEvent(new Event('visibilitychange'))),
    ])
    await expect(chosen).toHaveValue(start)
    const [held] = await pending()
    await toCheckout(page)
    expect(await pending()).toMatchObject([{ id: held.id }])
  })
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
