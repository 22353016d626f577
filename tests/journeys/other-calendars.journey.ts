import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

// An address that we don't read is refused once.
test.use({ expectedErrors: [/400/] })

test('a coach adds a calendar, sees the blocked times with the reason, and disconnects it [row 97] @only-phone', async ({
  page,
}) => {
  await signIn(page, 'coach')
  await page.goto('/availability?part=calendars')
  await hydrated(page)
  await expect(page.getByRole('tab', { name: 'Other calendars' })).toBeInViewport()
  // Her family's, and her own at Google.
  await expect(page.getByText('Working').nth(1)).toBeVisible()
  await page.getByRole('button', { name: 'Add by address' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Private address').fill('https://192.168.0.1/home.ics')
  await dialog.getByRole('button', { name: 'Add calendar' }).click()
  await expect(dialog.getByText('This address is not on the open internet')).toBeVisible()
  await expect(dialog.getByLabel('Private address')).toHaveValue('https://192.168.0.1/home.ics')
  await dialog.getByLabel('Private address').fill('webcal://calendars.greenside.demo/club.ics')
  await dialog.getByLabel('Name').fill('Of a journey')
  await dialog.getByRole('button', { name: 'Add calendar' }).click()
  await expect(page.getByText('Calendar added')).toBeVisible()
  await expect(page.getByText('Of a journey', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'other calendars')

  await page
    .getByRole('button', { name: /In your other calendar/ })
    .first()
    .click()
  await expect(page.getByText(/^“.+” in (Of a journey|Family), /)).toBeVisible()

  await page.getByRole('button', { name: 'Disconnect Of a journey' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Of a journey', { exact: true })).toBeHidden()
})
