import { newCoach } from './coach-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

// An address that we don't read is refused once.
test.use({ expectedErrors: [/400/] })

test('a coach connects Google Calendar and adds another by its address, sees the blocked times with the reason, and disconnects both [row 97]', {
  tag: '@only-phone',
}, async ({ page }) => {
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
  // The second week contains each weekday once, regardless of today's date.
  await page.getByRole('button', { name: 'Second week' }).click()
  await closed.first().click()
  await expect(page.getByText(/^An entry in Google Calendar, /)).toBeVisible()

  await page.getByRole('button', { name: 'Add by address' }).click()
  const adding = page.getByRole('dialog')
  await adding.getByLabel('Private address').fill('https://192.168.0.1/home.ics')
  await adding.getByRole('button', { name: 'Add calendar' }).click()
  await expect(adding.getByText('This address is not on the open internet')).toBeVisible()
  await expect(adding.getByLabel('Private address')).toHaveValue('https://192.168.0.1/home.ics')
  await adding.getByLabel('Private address').fill('webcal://calendars.greenside.demo/club.ics')
  await adding.getByLabel('Name').fill('Of a journey')
  await adding.getByRole('button', { name: 'Add calendar' }).click()
  await expect(page.getByText('Calendar added')).toBeVisible()
  await expect(page.getByText('Of a journey', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'other calendars')

  await page.getByRole('button', { name: 'Disconnect Google Calendar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(connect).toBeVisible()
  // The club's times stay, and say why.
  await closed.first().click()
  await expect(page.getByText(/^“.+” in Of a journey, /)).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect Of a journey' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByText('Of a journey', { exact: true })).toBeHidden()
  await expect(closed).toHaveCount(0)
})
