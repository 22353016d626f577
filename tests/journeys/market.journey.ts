import { expect, expectFitsBothWidths, hydrated, signIn, test } from './support.ts'

test('an admin opens a month of the market, then the ledger entries behind its sales', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/admin/market')
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'Market' })).toBeVisible()
  const sales = page
    .getByRole('link', { name: /Sales, / })
    .filter({ visible: true })
    .first()
  const amount = (await sales.textContent())?.split(' ')[0]
  expect(amount).toMatch(/^\$[1-9]/)
  await expectFitsBothWidths(page, 'the market')
  const month = page
    .getByRole('link', { name: /^[A-Z][a-z]{2} 20\d\d$/ })
    .filter({ visible: true })
    .first()
  await month.click()
  await expect(page.getByRole('heading', { name: 'By area' })).toBeVisible()
  await expect(
    page
      .getByRole('link', { name: /Sales, .*\(\d{3}\)/ })
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expectFitsBothWidths(page, 'one month of the market')
  await page.getByRole('link', { name: 'Show all months and areas' }).click()
  await sales.click()
  await expect(page.getByRole('heading', { name: 'Sales, fees and refunds' })).toBeVisible()
  await expect(page.getByText('Paid', { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expectFitsBothWidths(page, 'the entries behind sales')
})
