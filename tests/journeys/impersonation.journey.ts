import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

// What the pages of the person ask for once more as the admin leaves is refused.
test.use({ expectedErrors: [/40[34]/] })

test('an admin views the site as a student: reason, banner, two tabs, exit, back button, sign-out [rows 106, 107, D8]', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin')
  await page.goto('/user-management?q=Keoni')
  await hydrated(page)
  await page.evaluate(() => sessionStorage.setItem('left over', 'of the admin'))
  await page.getByRole('button', { name: 'View as Keoni Akana' }).click()
  const dialog = page.getByRole('dialog', { name: 'View as Keoni Akana' })
  await dialog.getByLabel('Reason').fill('Why?')
  await dialog.getByRole('button', { name: 'View as Keoni Akana' }).click()
  await expect(dialog.getByText('Please give a reason of at least 10 characters')).toBeVisible()
  await expectAccessible(page, 'the reason')
  await dialog.getByLabel('Reason').fill('Ticket 4711: the calendar looks empty')
  await dialog.getByRole('button', { name: 'View as Keoni Akana' }).click()

  await expect(page).toHaveURL(/\/inbox$/)
  const banner = page.getByRole('region', { name: 'Admin Impersonation Mode Active' })
  await expect(banner).toContainText('Viewing as keoni.akana@greenside.demo')
  await expect(banner).toContainText('looking only')
  await hydrated(page)
  await expectAccessible(page, 'the inbox with the banner')
  await expectNoSidewaysScroll(page)
  await expect(page.locator('#content[data-demo-page]')).toHaveCount(0)
  const kept = await page.evaluate(() => ({
    local: { ...localStorage },
    leftOver: sessionStorage.getItem('left over'),
  }))
  expect(kept.leftOver).toBeNull()
  expect(kept.local).toMatchObject({
    isImpersonating: 'true',
    impersonatedUserEmail: 'keoni.akana@greenside.demo',
  })
  expect(kept.local.originalAdminId).toMatch(/^[0-9a-f-]{36}$/)
  expect(kept.local.impersonatedUserId).toMatch(/^[0-9a-f-]{36}$/)

  const tab = await context.newPage()
  await tab.goto('/profile')
  await hydrated(tab)
  await expect(tab.getByRole('region', { name: 'Visits by our staff' })).toContainText('is looking now')
  await banner.getByRole('button', { name: 'Act as this person' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Act as this person' }).click()
  await expect(banner).toContainText('your changes apply to their account')
  await expect(tab.getByRole('region', { name: 'Admin Impersonation Mode Active' })).toContainText(
    'your changes apply to their account',
  )

  await banner.getByRole('button', { name: 'Exit Impersonation' }).click()
  await expect(page).toHaveURL(/\/user-management$/)
  await expect(page.getByText('Admin Access')).toBeVisible()
  await expect(tab.getByText('Admin Access')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('isImpersonating'))).toBeNull()
  await page.goBack()
  await expect(page.getByText('Admin Impersonation Mode Active')).toHaveCount(0)
  await expect(page.getByText('Admin Access')).toBeVisible()
})
