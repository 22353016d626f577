import { randomUUID } from 'node:crypto'
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
  test,
  toCheckout,
} from './support.ts'

test.describe('an answer or a request that is lost', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED/] })

  test('a golfer buys a package on the profile in three clicks, and books the second lesson from it once', async ({
    page,
  }) => {
    await newStudent(page.request)
    await page.goto(`/instructor/${scenario.maya.id}`)
    await hydrated(page)
    const panel = page.getByRole('region', { name: 'Book a lesson with Coach Maya' })
    const prices = panel.getByRole('region', { name: 'Price summary' })
    await expect(panel.getByRole('radio', { name: /Private lesson/ })).toBeChecked()
    await panel.getByRole('radio', { name: /Break 90 in five lessons/ }).check()
    await expect(prices).toContainText('$395')
    await expect(panel.getByText('Have a promo code?')).toHaveCount(0)
    await chooseTime(page)
    await expect(prices).toContainText('The lessons can be booked for 180 days.')
    const checkout = await toCheckout(page)
    await expect(checkout.getByText('Break 90 in five lessons with Coach Maya')).toBeVisible()
    await payByCard(checkout)
    await checkout.waitForURL(/\/payment-success/)
    await expect(checkout.getByText('Break 90 in five lessons').first()).toBeVisible()
    await expect(checkout.getByRole('link', { name: 'See the details' })).toHaveAttribute(
      'href',
      /^\/payment-confirmation\?session_id=/,
    )
    await checkout.close()

    // The page offers the lessons that are left first. An open time and the button for it are visible without scrolling.
    await page.goto(`/instructor/${scenario.maya.id}`)
    await hydrated(page)
    const payWith = panel.getByLabel('Pay with')
    await expect(payWith.locator('option:checked')).toHaveText('Break 90 in five lessons: 4 of 5 left')
    await expect(panel.getByRole('radio', { name: /Private lesson/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /\d+:\d\d [AP]M$/ }).first()).toBeInViewport({ ratio: 1 })
    await expect(prices).toContainText('Paid')
    await chooseTime(page)
    await expect(prices).toContainText(/the lesson goes back to your package/)
    await expectAccessible(page, 'a profile with a package')
    // The times of the package's length are still loading when the button is pressed: the press waits for them.
    await payWith.selectOption({ label: 'Card, $85 an hour' })
    await Promise.all([
      page.waitForResponse('**/rpc/checkout/slots*'),
      panel.getByRole('radio', { name: '1.5 hours' }).check(),
    ])
    await hydrated(page)
    // The chosen day may have no time of this length.
    await panel.locator('[data-start]').last().click()
    const answer = Promise.withResolvers<void>()
    await page.route('**/rpc/checkout/slots', async (route) => {
      await answer.promise
      await route.continue()
    })
    // The answer is lost on its way: the request is sent again, and the lesson is booked once.
    await page.route(
      '**/rpc/proposals/bookFromPackage',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await payWith.selectOption({ label: 'Break 90 in five lessons: 4 of 5 left' })
    const confirm = panel.getByRole('button', { name: 'Confirm Booking' })
    await confirm.click()
    await expect(confirm).toHaveAttribute('aria-busy', 'true')
    answer.resolve()
    await page.waitForURL(/\/payment-confirmation/)
    await expect(page.getByRole('heading', { level: 1, name: "You're booked" })).toBeVisible()
    await expect(page.getByText('Your package', { exact: true })).toBeVisible()
    expect((await (await page.request.get('/api/packages')).json())[0]?.left).toBe(3)
  })

  test('a visitor, who reads when nothing was bought, gets an account, buys a package without a time, and books from it later', async ({
    page,
  }) => {
    await page.goto(`/instructor/${scenario.maya.id}`)
    await hydrated(page)
    const panel = page.getByRole('region', { name: 'Book a lesson with Coach Maya' })
    await panel.getByRole('radio', { name: /Break 90 in five lessons/ }).check()
    await chooseTime(page)
    const buy = panel.getByRole('button', { name: 'Buy for $395, choose times later' })
    await expect(buy).toHaveCount(0)
    await panel.getByRole('button', { name: 'Choose all times later' }).click()
    await expect(buy).toBeVisible()
    await expectAccessible(page, 'a package to buy without a time')
    await buy.click()
    const dialog = page.getByRole('dialog', { name: 'Buy this package' })
    await expect(dialog).toContainText('5 × 1 hour, $395. Valid for 180 days.')
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
    await expect(page.getByText('Break 90 in five lessons with Coach Maya')).toBeVisible()
    await payByCard(page)
    await page.waitForURL(/\/lessons\?bought=/)
    await expect(page.getByText('Your package is paid')).toBeVisible()
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
    await expect(page.getByText('From your package: Break 90 in five lessons').first()).toBeVisible()
  })
})

test('a coach says which lessons can be booked at open times, adds a package, changes its price, and removes it', async ({
  page,
}) => {
  await newCoach(page.request)
  await page.goto('/profile-edit')
  await hydrated(page)
  const lengths = page.getByRole('region', { name: 'Prices and lengths' })
  await lengths.getByLabel(/Playing lesson, an hour/).fill('120')
  await lengths.getByLabel('Booking a playing lesson').selectOption({ label: 'At my open times, 4 hours' })
  await expect(lengths.getByText('Students pay $480 for 4 hours.')).toBeVisible()

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
  await expect(lengths.getByText('Students pay $480 for 4 hours.'), 'what is typed stays').toBeVisible()

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
  await lengths.getByLabel(/Playing lesson, an hour/).fill('')
  await expect(lengths.getByLabel('Booking a playing lesson')).toBeDisabled()
})
