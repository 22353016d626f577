import { addDays } from '#platform/time.ts'
import { newCoach } from './coach-support.ts'
import { expect, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

test('a coach changes the weekly hours, blocks a week and undoes it, asks why a time is not open, and overwrites nothing that a second window saved [rows 95, 96]', async ({
  page,
}) => {
  await newCoach(page.request, { days: [3, 4, 5, 6] })
  const added = await page.request.post('/api/coach/places', {
    data: { locationName: 'Otter Range', address: '2 Range Road', zip: '05602' },
  })
  expect(added.ok(), await added.text()).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/availability')
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Availability' })).toBeVisible()
  const effect = page.getByText(/\d+ open times? in two weeks/)
  await expect(effect).toBeVisible()
  const cut = await page
    .getByRole('tablist', { name: 'Parts of your availability' })
    .evaluate((list) => list.scrollWidth - list.clientWidth)
  expect(cut, 'all parts fit the width of a laptop').toBeLessThanOrEqual(0)

  // The effects of a draft are shown before it is saved.
  const before = await page.request.get('/api/coach/availability').then((answer) => answer.json())
  const taught = new Set(before.week.hours.map(({ day }: { day: number }) => day))
  const free = ['Sunday', 'Monday', 'Tuesday'].find((_, day) => !taught.has(day)) ?? 'Sunday'
  await page.getByLabel(free, { exact: true }).check()
  await expect(page.getByText('after saving', { exact: false }).first()).toBeVisible()
  await page.getByLabel(`${free}, until`).fill('08:00')
  await expect(page.getByText('Must end after it begins')).toBeVisible()
  // It is kept while another tab is shown.
  await page.getByRole('tab', { name: 'Booking rules' }).click()
  await expect(page.getByText('Must end after it begins')).toBeHidden()
  await expect(page).toHaveURL(/part=rules/)
  await page.getByRole('tab', { name: 'Weekly hours' }).click()
  await expect(page.getByText('Must end after it begins')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Must end after it begins')).toBeHidden()

  // A selected option stays selected while the preview is loading.
  await page.getByRole('tab', { name: 'Booking rules' }).click()
  await page.getByLabel('Lessons start').selectOption('60')
  await expect(page.getByText(/open times now, \d+ after saving/).first()).toBeVisible()
  await expect(page.getByLabel('Lessons start')).toHaveValue('60')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Lessons start')).toHaveValue('30')

  // A block without lessons, undone with the button in its message.
  await page.getByRole('tab', { name: /Days off/ }).click()
  await page.getByRole('button', { name: 'Block time' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(dialog.getByText('Choose a date')).toBeVisible()
  const from = addDays(before.today, 200)
  await dialog.getByLabel('First date').fill(from)
  await dialog.getByLabel('Last date').fill(addDays(from, 6))
  await dialog.getByLabel('Note').fill('A journey of the tests')
  await dialog.getByRole('button', { name: 'Block', exact: true }).click()
  const undo = page.locator('[data-toaster]').getByRole('button', { name: 'Undo' })
  await undo.hover()
  await expect(page.getByText('A journey of the tests')).toBeVisible()
  await undo.click()
  await expect(page.getByText('A journey of the tests')).toBeHidden()

  // Keyboard navigation from one time to the next, and the conflicts of a time.
  const first = page.locator('[data-cell="0-0"]')
  await first.press('ArrowDown')
  const second = page.locator('[data-cell="1-0"]')
  await expect(second).toBeFocused()
  await second.press('Enter')
  await expect(page.getByText(/Passed|Outside your hours|Within your notice/).first()).toBeVisible()

  // A second window saves other hours meanwhile. Both actions are visible at any scroll position.
  await page.getByRole('tab', { name: 'Weekly hours' }).click()
  await page
    .getByRole('button', { name: /^Add another time on/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Save hours' })).toBeVisible()
  const kept = await page.request.get('/api/coach/availability').then((answer) => answer.json())
  const otter = kept.places.find(({ name }: { name: string }) => name === 'Otter Range')
  const calendar = { id: crypto.randomUUID(), name: 'Of another window', placeId: otter.id }
  const saved = await page.request.put('/api/coach/availability/week', {
    data: { basedOn: kept.weekTag, week: { ...kept.week, calendars: [...kept.week.calendars, calendar] } },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await expect(page.getByText('These hours were changed in another window')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Save mine instead' })).toBeInViewport()
  await page.getByRole('button', { name: 'Show the latest' }).click()
  // The preview shows the place that is edited.
  await page.getByRole('button', { name: calendar.name }).click()
  await expect(page.getByLabel('Place', { exact: true })).toHaveValue(otter.id)
})

test('a coach blocks tomorrow afternoon from the dashboard in three taps; today’s lessons come first', async ({
  page,
}) => {
  await newCoach(page.request)
  await page.goto('/instructor')
  await hydrated(page)
  const topOf = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0
  const desktop = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const size of [{ width: 390, height: 844 }, desktop]) {
    await page.setViewportSize(size)
    expect(await topOf('No lessons today')).toBeLessThan(await topOf('Coming up'))
  }
  await page.getByRole('button', { name: 'Block time' }).click()
  await page.getByRole('button', { name: 'Tomorrow afternoon' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(
    page.locator('[data-toaster]').getByText(/, 12:00 – 6:00 PM$|, 12:00 PM – 6:00 PM$/),
  ).toBeVisible()
  const { today, acts } = await page.request.get('/api/coach/availability').then((answer) => answer.json())
  const tomorrow = addDays(today, 1)
  expect(acts).toMatchObject([{ from: tomorrow, to: tomorrow, startTime: '12:00', endTime: '18:00' }])

  // The dashboard with bookings on the narrowest phones.
  await signIn(page, 'coach')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/instructor')
  await expect(page.getByRole('heading', { name: 'Recent Bookings' })).toBeVisible()
  await expect(page.getByText('All lessons')).toBeVisible()
  await expectNoSidewaysScroll(page)
})
