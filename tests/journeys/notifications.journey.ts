import { request } from '@playwright/test'
import { bookWithMaya, newStudent } from './lesson-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

test('a person sees notifications in the bell and on the page, marks them read, chooses channels, and makes and closes a calendar address', {
  tag: '@only-phone',
}, async ({ page, baseURL }) => {
  // A new student without other events: the demo's users get notifications from other journeys.
  await newStudent(page.request)
  await bookWithMaya(page.request)
  await page.goto('/lessons')
  await hydrated(page)
  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(bell).toHaveAccessibleName(/unread$/)
  await bell.click()
  const menu = page.getByRole('menu')
  await expect(menu.getByRole('menuitem').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bell).toBeFocused()

  await bell.press('Enter')
  await menu.getByRole('menuitem', { name: 'All notifications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All read')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notifications')

  await page.goto('/notifications?tab=settings')
  await hydrated(page)
  await expectAccessible(page, 'the settings of notifications')
  await expectNoSidewaysScroll(page)
  const box = page.getByRole('checkbox', { name: 'Email: Proposals' })
  const was = await box.isChecked()
  const saved = page.waitForResponse((answer) => answer.url().includes('setPreference') && answer.ok())
  await box.click()
  await saved
  await page.reload()
  await hydrated(page)
  await expect(box).toBeChecked({ checked: !was })
  // Notifications that belong to a booking cannot be turned off.
  await expect(page.getByRole('checkbox', { name: 'Email: Lesson booked' })).toHaveCount(0)

  await page.getByLabel('From', { exact: true }).selectOption({ label: '10:00 PM' })
  await page.getByRole('button', { name: 'Save quiet hours' }).click()
  await expect(page.getByText('Quiet hours saved')).toBeVisible()
  await page.getByLabel('Until').selectOption({ label: '10:00 PM' })
  await page.getByRole('button', { name: 'Save quiet hours' }).click()
  await expect(page.getByText('Choose two different times.')).toBeVisible()

  // A private calendar address is shown once, opens for a stranger, and is revoked.
  const make = page.getByRole('button', { name: 'Make my calendar address' })
  await make.click()
  const address = page.getByLabel('Your private calendar address')
  await expect(address).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/)
  const path = new URL(await address.inputValue()).pathname
  const stranger = await request.newContext({ baseURL: baseURL ?? '' })
  expect(await (await stranger.get(path)).text()).toContain('BEGIN:VCALENDAR')
  await page.getByRole('button', { name: 'Close it' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close it' }).click()
  await expect(make).toBeVisible()
  expect((await stranger.get(path)).status()).toBe(404)
  await stranger.dispose()
})
