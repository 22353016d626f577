import { randomUUID } from 'node:crypto'
import { newCoach } from './coach-support.ts'
import { mayasPage, newStudent } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectFitsBothWidths,
  expectNoSidewaysScroll,
  hydrated,
  payByCard,
  scenario,
  test,
  toCheckout,
} from './support.ts'

test.describe('a lost answer', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED/] })

  test('a golfer buys a package on the profile in three clicks, and books the second lesson from it', {
    tag: '@phone',
  }, async ({ page }) => {
    await newStudent(page.request)
    await page.goto(`/instructor/${scenario.maya.id}`)
    await hydrated(page)
    const panel = page.getByRole('region', { name: 'Book a lesson with Coach Maya' })
    const prices = panel.getByRole('region', { name: 'Price summary' })
    await expect(panel.getByRole('radio', { name: /Private lesson/ })).toBeChecked()
    await panel.getByRole('radio', { name: /Break 90 in five lessons/ }).check()
    await expect(prices).toContainText('$395')
    await expect(panel.getByText('Have a promo code?')).toHaveCount(0)
    await expectAccessible(page, 'a package of the profile')
    await expectNoSidewaysScroll(page)

    await chooseTime(page)
    await expect(prices).toContainText('The lessons can be booked for 180 days.')
    const checkout = await toCheckout(page)
    await expect(checkout.getByText('Break 90 in five lessons with Coach Maya')).toBeVisible()
    await payByCard(checkout)
    await checkout.waitForURL(/\/payment-success/)
    await expect(checkout.getByText('Break 90 in five lessons').first()).toBeVisible()

    // The page offers the lessons that are left first.
    await page.goto(`/instructor/${scenario.maya.id}`)
    await hydrated(page)
    await expect(panel.getByLabel('Pay with')).toContainText('Break 90 in five lessons: 4 of 5 left')
    await expect(panel.getByRole('radio', { name: /Private lesson/ })).toHaveCount(0)
    await chooseTime(page)
    // The answer is lost on its way: the request is sent again, and the lesson is booked once.
    await page.route(
      '**/rpc/proposals/bookFromPackage',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await panel.getByRole('button', { name: 'Confirm Booking' }).click()
    await page.waitForURL(/\/payment-confirmation/)
    await expect.poll(async () => (await (await page.request.get('/api/packages')).json())[0]?.left).toBe(3)

    // The times of the package's length are still loading when the button is pressed: the press waits for them.
    const { days } = await (
      await page.request.get(`/api/coaches/${scenario.maya.id}/slots?durationMinutes=60`)
    ).json()
    await page.goto(`/instructor/${scenario.maya.id}?duration=90&time=${days.at(-1).slots[0].start}`)
    await hydrated(page)
    const answer = Promise.withResolvers<void>()
    await page.route('**/rpc/checkout/slots', async (route) => {
      await answer.promise
      await route.continue()
    })
    await panel.getByLabel('Pay with').selectOption({ label: 'Break 90 in five lessons: 3 of 5 left' })
    const confirm = panel.getByRole('button', { name: 'Confirm Booking' })
    await confirm.click()
    await expect(confirm).toHaveAttribute('aria-busy', 'true')
    answer.resolve()
    await expect.poll(async () => (await (await page.request.get('/api/packages')).json())[0]?.left).toBe(2)
  })

  test('a visitor whose purchase does not reach the server gets an account, and reads that nothing was bought', async ({
    page,
  }) => {
    await page.goto(`/instructor/${scenario.maya.id}`)
    await hydrated(page)
    const panel = page.getByRole('region', { name: 'Book a lesson with Coach Maya' })
    await panel.getByRole('radio', { name: /Break 90 in five lessons/ }).check()
    const buy = panel.getByRole('button', { name: 'Buy for $395, choose times later' })
    await buy.click()
    const dialog = page.getByRole('dialog', { name: 'Buy this package' })
    await dialog.getByLabel('Name', { exact: false }).first().fill('Robin Vale')
    await dialog.getByLabel('Email').fill(`${randomUUID()}@students.test`)
    await dialog.getByLabel('Phone').fill('704 555 0142')
    await dialog.getByLabel('Password', { exact: true }).fill('fairway-seven')
    await page.route('**/rpc/proposals/buyPackage', (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: 'Continue to Payment' }).click()
    await expect(page.locator('[data-toaster]')).toContainText('The package was not bought')
    await expect(dialog).toBeHidden()
    await buy.click()
    await page.waitForURL(/\/checkout\//)
  })
})

test('a golfer without an account buys a package, and chooses its times later', async ({ page }) => {
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  const panel = page.getByRole('region', { name: 'Book a lesson with Coach Maya' })
  await panel.getByRole('radio', { name: /Break 90 in five lessons/ }).check()
  const buy = panel.getByRole('button', { name: 'Buy for $395, choose times later' })
  await buy.click()
  const dialog = page.getByRole('dialog', { name: 'Buy this package' })
  await expect(dialog).toContainText('5 × 1 hour, $395. Valid for 180 days.')
  await expectFitsBothWidths(page, 'an account for a package')
  await dialog.getByLabel('Name', { exact: false }).first().fill('Robin Vale')
  await dialog.getByLabel('Email').fill(`${randomUUID()}@students.test`)
  await dialog.getByLabel('Phone').fill('704 555 0142')
  await dialog.getByLabel('Password', { exact: true }).fill('fairway-seven')
  await dialog.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.waitForURL(/\/checkout\//)
  await page.goBack()
  await hydrated(page)

  // Signed in, two clicks lead from the profile to the payment: the same checkout as before.
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  await panel.getByRole('radio', { name: /Break 90 in five lessons/ }).check()
  await chooseTime(page)
  await expect(buy).toHaveCount(0)
  await panel.getByRole('button', { name: 'Choose all times later' }).click()
  await expect(buy).toBeVisible()
  await expectFitsBothWidths(page, 'a package to buy without a time')
  await buy.click()
  await page.waitForURL(/\/checkout\//)
  await expect(page.getByText('Break 90 in five lessons with Coach Maya')).toBeVisible()
  await payByCard(page)
  await page.waitForURL(/\/lessons\?bought=/)
  const bought = page.getByText('Your package is paid')
  await expect(bought).toBeVisible()
  await expect(page.getByText('5 of 5 lessons left')).toBeVisible()
  await expect(page.getByText('Choose a time for the next lesson of your package above.')).toBeVisible()
  await hydrated(page)
  await expectFitsBothWidths(page, 'a package that was bought')

  await page.getByRole('button', { name: 'Book a lesson' }).click()
  const book = page.getByRole('dialog', { name: 'Book from Break 90 in five lessons' })
  await expect(book).toContainText(/5 of 5 lessons left, until \w+ \d+, \d{4}/)
  const place = book.getByLabel('Place')
  await place.or(book.locator('input[name="time-slot"]').first()).first().waitFor()
  if (await place.isVisible()) await place.selectOption({ index: 1 })
  await chooseTime(page)
  await book.getByRole('button', { name: /^Book / }).click()
  await expect(page.getByText('4 of 5 lessons left', { exact: true })).toBeVisible()
})

test('a package by link is shown to people with its address, and says when it is no longer sold', async ({
  page,
  browser,
}) => {
  const coach = await mayasPage(browser)
  const offers = await (await coach.request.get('/api/own-packages')).json()
  const byLink = offers.find(({ visibility }: { visibility: string }) => visibility === 'link')
  const panel = page.getByRole('region', { name: 'Book a lesson with Coach Maya' })
  await page.goto(`/instructor/${scenario.maya.id}`)
  await expect(panel.getByRole('radio', { name: /A whole season/ })).toBeVisible()
  await expect(panel.getByText(byLink.title)).toHaveCount(0)
  await page.goto(`/instructor/${scenario.maya.id}?package=${byLink.id}`)
  await expect(panel.getByRole('radio', { name: byLink.title })).toBeChecked()
  await page.goto(`/instructor/${scenario.maya.id}?package=${scenario.maya.id}`)
  await expect(panel.getByText('This package is no longer sold')).toBeVisible()
  await expect(panel.getByRole('radio', { name: /Private lesson/ })).toBeChecked()
})

test('a coach adds a package, changes its price, and removes it', async ({ page }) => {
  await newCoach(page.request)
  await page.goto('/profile-edit')
  await hydrated(page)
  const section = page.getByRole('region', { name: 'Packages' })
  await expect(section.getByText('No packages yet')).toBeVisible()
  await section.getByRole('button', { name: 'Add package' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a package' })
  await dialog.getByRole('button', { name: 'Add package' }).click()
  await expect(dialog.getByText('Enter the price of all lessons together, such as 400')).toBeVisible()
  await expect(dialog.getByLabel('Price for all lessons')).toBeFocused()
  await dialog.getByLabel('Lessons', { exact: true }).fill('4')
  await dialog.getByLabel('Price for all lessons').fill('300')
  await expectFitsBothWidths(page, 'adding a package')
  await page.keyboard.press('Enter')
  await expect(section.getByText('4 lessons of 1 hour')).toBeVisible()
  await expect(section.getByText('None sold yet')).toBeVisible()

  const menu = section.getByRole('button', { name: 'What to do with 4 lessons of 1 hour' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await page.getByRole('dialog').getByLabel('Price for all lessons').fill('280')
  await page.getByRole('button', { name: 'Save package' }).click()
  await expect(section.getByText('$280')).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Remove package' }).click()
  await expect(section.getByText('No packages yet')).toBeVisible()
})
