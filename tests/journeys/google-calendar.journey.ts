import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

/** A coach of this journey alone, in a town where no other coach is, signed in here. */
async function newCoach(page: Page): Promise<string> {
  const email = `${randomUUID()}@coaches.test`
  const account = await page.request.post('/api/accounts', {
    data: { name: 'Calendar Cal', email, phone: '8025550123', password: 'fairway-seven' },
  })
  expect(account.status()).toBe(201)
  const draft = {
    displayName: 'Calendar Cal',
    bio: 'Teaches in the mornings and keeps a calendar of everything else that happens.',
    gender: '',
    years: '9',
    locationName: 'Worcester Range',
    address: '1 Range Road',
    zip: '05602',
    facilityTypes: ['outdoor'],
    specialties: ['Putting'],
    hourlyRate: '80',
    durations: [60],
    launchMonitor: '',
    credential: '',
    hours: [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, from: '09:00', to: '17:00' })),
  }
  expect((await page.request.put('/api/coach-draft', { data: draft })).ok()).toBe(true)
  const live = await (await page.request.post('/api/coach-draft/live')).json()
  expect(live.ok, JSON.stringify(live)).toBe(true)
  return email
}

test('a coach connects Google Calendar, sees what it closes, and disconnects it [row 97] @phone', async ({
  page,
}) => {
  const email = await newCoach(page)
  await page.goto('/availability?part=calendars')
  await hydrated(page)
  const closed = page.getByRole('button', { name: /In your other calendar/ })
  const connect = page.getByRole('button', { name: 'Connect Google Calendar' })
  await connect.click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You did not allow it at Google. Nothing was changed.')).toBeVisible()
  await expect(page).toHaveURL(/\/availability\?part=calendars$/)

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

  // Whatever day it is, the second week has each weekday once.
  await page.getByRole('button', { name: 'Second week' }).click()
  await closed.first().click()
  await expect(page.getByText(/^An entry in Google Calendar, /)).toBeVisible()

  await page.getByRole('button', { name: 'Disconnect Google Calendar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(connect).toBeVisible()
  await expect(closed).toHaveCount(0)
})
