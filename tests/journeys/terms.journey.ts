import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

// The server refuses a day that is too early.
test.use({ expectedErrors: [/400 \(Bad Request\)/] })

test('new terms are announced only after a confirmation', async ({ page }) => {
  // Caught on the way: letters to everybody would reach the people of other journeys.
  const announced: string[] = []
  await page.route('**/rpc/content/announceTerms', async (route) => {
    announced.push(route.request().postData() ?? '')
    await route.fulfill({ json: {} })
  })
  await signIn(page, 'admin')
  await page.goto('/?tab=terms')
  await hydrated(page)
  const day = page.getByLabel('They take effect on')
  const earliest = (await day.getAttribute('min')) ?? ''
  await day.fill(earliest)
  await page.getByLabel('What changes').fill('Lessons may be moved once without a fee.')
  const announce = page.getByRole('button', { name: 'Preview and announce' })
  const question = page.getByRole('alertdialog', { name: /^New terms from / })

  await day.fill('2026-01-01')
  await announce.click()
  await expect(page.getByText(/^The first possible day is /)).toBeVisible()
  await expect(question).toBeHidden()
  await day.fill(earliest)
  await announce.click()
  await expect(question).toContainText(/\d people get this email/)
  await expect(
    page
      .frameLocator('iframe[title="Preview of the email"]')
      .getByText('Lessons may be moved once without a fee.'),
  ).toBeVisible()
  await expect(question.getByRole('button', { name: 'Go back' })).toBeFocused()
  await expectAccessible(page, 'the question before new terms')
  await expectNoSidewaysScroll(page)
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(question).toBeHidden()
  expect(announced).toEqual([])

  await announce.click()
  await question.getByRole('button', { name: 'Announce and send emails' }).click()
  await expect(page.getByText('Terms announced')).toBeVisible()
  await expect(question).toBeHidden()
  expect(announced).toEqual([expect.stringContaining(earliest)])
})
