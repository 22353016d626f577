import { expect, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

test('an admin opens a month of the market, then the ledger entries behind its sales', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/admin/market')
  await hydrated(page)
  const visible = (name: RegExp | string) =>
    page.getByRole('link', { name }).filter({ visible: true }).first()
  await expect(visible(/Sales, /)).toHaveText(/^\$[1-9]/)
  await visible(/^[A-Z][a-z]{2} 20\d\d$/).click()
  await expect(page.getByRole('heading', { name: 'By area' })).toBeVisible()
  const sales = visible(/Sales, .*\(\d{3}\)/)
  await expect(sales).toBeVisible()
  await expectNoSidewaysScroll(page, 'one month of the market')
  await expect(visible('Show all months and areas')).toHaveAttribute('href', '/admin/market')
  await sales.click()
  await expect(page.getByRole('heading', { name: 'Sales, fees and refunds' })).toBeVisible()
  await expect(page.getByText('Paid', { exact: true }).filter({ visible: true }).first()).toBeVisible()
})
