import { addDays } from '#platform/time.ts'
import { newCoach } from './coach-support.ts'
import { expect, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

test('a coach changes the weekly hours, blocks a week and undoes it, and asks why a time is not open [rows 95, 96]', async ({
  page,
}) => {
  await newCoach(page.request, { days: [3, 4, 5, 6] })
  await page.goto('/availability')
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Availability' })).toBeVisible()
  const effect = page.getByText(/\d+ open times? in two weeks/)
  await expect(effect).toBeVisible()
  await expectNoSidewaysScroll(page)

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
})

test('hours saved in a second window are not overwritten by the first [row 96]', async ({
  page,
  context,
}) => {
  await newCoach(page.request)
  await page.goto('/availability')
  await hydrated(page)
  const kept = await page.request.get('/api/coach/availability').then((answer) => answer.json())
  await page
    .getByRole('button', { name: /^Add another time on/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Save hours' })).toBeVisible()
  const other = await context.newPage()
  const week = {
    ...kept.week,
    calendars: [
      ...kept.week.calendars,
      { id: crypto.randomUUID(), name: 'Of another window', placeId: null },
    ],
  }
  const saved = await other.request.put('/api/coach/availability/week', {
    data: { basedOn: kept.weekTag, week },
  })
  expect(saved.ok()).toBe(true)
  // Both actions are visible at any scroll position.
  await expect(page.getByText('These hours were changed in another window')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Save mine instead' })).toBeInViewport()
  await page.getByRole('button', { name: 'Show the latest' }).click()
  await expect(page.getByRole('button', { name: 'Of another window' })).toBeVisible()
})

test('a coach blocks tomorrow afternoon from the dashboard in three taps; today’s lessons come first @phone', async ({
  page,
}) => {
  await newCoach(page.request)
  await page.goto('/instructor')
  await hydrated(page)
  const topOf = async (name: string) => (await page.getByRole('heading', { name }).boundingBox())?.y ?? 0
  expect(await topOf('No lessons today')).toBeLessThan(await topOf('Coming up'))
  await page.getByRole('button', { name: 'Block time' }).click()
  await page.getByRole('button', { name: 'Tomorrow afternoon' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(
    page.locator('[data-toaster]').getByText(/, 12:00 – 6:00 PM$|, 12:00 PM – 6:00 PM$/),
  ).toBeVisible()
  const { today, acts } = await page.request.get('/api/coach/availability').then((answer) => answer.json())
  const tomorrow = addDays(today, 1)
  expect(acts).toMatchObject([{ from: tomorrow, to: tomorrow, startTime: '12:00', endTime: '18:00' }])
})

test('the availability page fits a laptop’s width, and the preview shows the place being edited', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'coach')
  await page.goto('/availability')
  await hydrated(page)
  const cut = await page
    .getByRole('tablist', { name: 'Parts of your availability' })
    .evaluate((list) => list.scrollWidth - list.clientWidth)
  expect(cut).toBeLessThanOrEqual(0)
  const { week, places } = await page.request.get('/api/coach/availability').then((answer) => answer.json())
  const ofPlace = week.calendars.find(
    ({ placeId }: { placeId: string | null }) => placeId !== null && placeId !== places[0].id,
  )
  await page.getByRole('button', { name: ofPlace.name }).click()
  await expect(page.getByLabel('Place', { exact: true })).toHaveValue(ofPlace.placeId)

  // The dashboard with bookings on the narrowest phones.
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/instructor')
  await expect(page.getByRole('heading', { name: 'Recent Bookings' })).toBeVisible()
  await expect(page.getByText('All lessons')).toBeVisible()
  await expectNoSidewaysScroll(page)
})
