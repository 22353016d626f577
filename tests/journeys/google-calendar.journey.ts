import { newCoach } from './coach-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

test('a coach connects Google Calendar, sees the blocked times, and disconnects it [row 97]', async ({
  page,
}) => {
  const { email } = await newCoach(page.request)
  await page.goto('/availability?part=calendars')
  await hydrated(page)
  const closed = page.getByRole('button', { name: /In your other calendar/ })
  const connect = page.getByRole('button', { name: 'Connect Google Calendar' })
  await connect.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You did not allow it at Google. Nothing was changed.')).toBeVisible()
  await expect(page).toHaveURL(/\/availability\?part=calendars$/)
  await hydrated(page)

  await page.getByRole('button', { name: 'Connect again' }).click()
  await expect(page.getByRole('heading', { name: 'Greenside wants access to your calendars' })).toBeVisible()
  await expectAccessible(page, 'the stand-in for Google')
  await page.getByRole('button', { name: 'Allow' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose your calendars' })
  await expect(dialog.getByRole('checkbox', { name: email })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: email })).toBeChecked()
  await dialog.getByRole('checkbox', { name: 'Family' }).check()
  await expectAccessible(page, 'choosing calendars')
  await dialog.getByRole('button', { name: 'Save calendars' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Working')).toBeVisible()
  await expect(page.getByText(`${email}, Family`)).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'a connected calendar')

  // The second week contains each weekday once, regardless of today's date.
  await page.getByRole('button', { name: 'Second week' }).click()
  await closed.first().click()
  await expect(page.getByText(/^An entry in Google Calendar, /)).toBeVisible()

  await page.getByRole('button', { name: 'Disconnect Google Calendar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(connect).toBeVisible()
  await expect(closed).toHaveCount(0)
})
