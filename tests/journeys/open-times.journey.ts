import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

const found = (page: Page) => page.getByText(/Found \d+ instructors? within 50 miles of 28202/)
const times = (page: Page) => page.locator('#results article').getByRole('link', { name: /^Book .+ (AM|PM)/ })

test('a visitor asks for Saturday morning on the home page and sees three such times on each card', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const hero = page.getByRole('form', { name: 'Find instructors near you' })
  await hero.getByLabel('When').selectOption('Saturday morning')
  await hero.getByLabel('Your zip code').fill('28202')
  await hero.getByLabel('Your zip code').press('Enter')
  await expect(page).toHaveURL(/zip=28202&when=sat\.morning/)
  await expect(found(page)).toBeVisible()
  await expect(times(page).first()).toBeVisible()
  const labels = await times(page).allInnerTexts()
  expect(labels.length).toBeGreaterThan(2)
  for (const label of labels) expect(label).toMatch(/Sat, \w+ \d+\s+([6-9]|1[01]):\d\d AM/)
  await expectAccessible(page, 'results with times')
  await expectNoSidewaysScroll(page)
  // A shared link shows the same.
  await page.reload()
  await expect(page.getByRole('form', { name: 'Search' }).getByLabel('When')).toHaveValue('sat.morning')
  await expect(times(page).first()).toBeVisible()
})

test('Saturday morning within reach: from the home page to a held time in three clicks', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, 'student')
  await page.goto('/')
  await hydrated(page)
  const panel = page.getByRole('form', { name: 'Search' })
  await panel.getByLabel('Zip code').fill('28202')
  await expect(found(page)).toBeVisible()
  // First.
  await panel.getByLabel('When').selectOption('Saturday morning')
  await expect(page).toHaveURL(/when=sat\.morning/)
  const time = times(page).first()
  await expect(time).toContainText(/Sat, .+ AM/)
  const start = new URL((await time.getAttribute('href')) ?? '', page.url()).searchParams.get('time') ?? ''
  // Second.
  await time.click()
  await expect(page).toHaveURL(/\/instructor\/[^/]+\?.*time=/)
  const booking = page.locator('#instant-book-section')
  await expect(booking.locator(`input[name="time-slot"][value="${start}"]`)).toBeChecked()
  // Third. What pays for it depends on the student's gift cards; a time that is paid at once is held as well.
  await booking.getByRole('button', { name: 'Confirm Booking' }).click()
  const lessons = async () => JSON.stringify(await (await page.request.get('/api/bookings')).json())
  await expect.poll(lessons).toContain(start)
})

test('several days and parts of the day are chosen in a dialog, and without an opening other times are offered', {
  tag: '@only-phone',
}, async ({ page }) => {
  await page.goto('/?zip=28202')
  await hydrated(page)
  await expect(found(page)).toBeVisible()
  await page.getByRole('button', { name: 'Choose several days' }).click()
  const dialog = page.getByRole('dialog', { name: 'When would you like to play?' })
  await dialog.getByRole('button', { name: 'Saturday' }).first().click()
  await dialog.getByRole('button', { name: 'Sunday' }).first().click()
  await dialog.getByRole('button', { name: /Afternoon/ }).click()
  await expect(page).toHaveURL(/when=sat\.sun\.afternoon/)
  await expect(dialog.getByRole('button', { name: 'Sunday' }).first()).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'choosing days')
  await dialog.getByRole('button', { name: /^Show \d+ coach(es)?$/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('form', { name: 'Search' }).getByLabel('When')).toHaveValue('sat.sun.afternoon')

  // Too far ahead for anybody.
  await page.goto('/?zip=28202&when=2035-01-06.morning')
  await expect(
    page.getByText(
      'No instructors found within 50 miles of 28202. Try a different zip code or adjust your filters.',
    ),
  ).toBeVisible()
  const others = page.getByRole('region', { name: 'Nobody has an open time then' })
  const first = others.getByRole('button', { name: /, morning$/ }).first()
  await expect(first).toBeVisible()
  await expectAccessible(page, 'other times')
  await first.click()
  await expect(found(page)).toBeVisible()
  await expect(times(page).first()).toBeVisible()
})

test('the sheet of filters on a phone also asks when', { tag: '@only-phone' }, async ({ page }) => {
  await page.goto('/?zip=28202&price=any')
  await hydrated(page)
  await expect(found(page)).toBeVisible()
  await page.getByRole('form', { name: 'Search' }).getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'Saturday', exact: true }).click()
  await sheet.getByRole('button', { name: /Morning/ }).click()
  await expect(page).toHaveURL(/when=sat\.morning/)
  await sheet.getByRole('button', { name: 'Choose dates' }).click()
  const dates = sheet.getByRole('group', { name: 'On these dates' })
  // Dates without an opening are disabled once they are known.
  await expect(dates.locator('[aria-busy=false]')).toBeVisible()
  const date = dates.getByRole('button', { disabled: false }).first()
  await date.click()
  await expect(date).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/when=sat\.\d{4}-\d\d-\d\d\.morning/)
  await expectAccessible(page, 'the sheet of filters with the time')
  await expectNoSidewaysScroll(page)
  await sheet.getByRole('button', { name: /^Show \d+ coach(es)?$/ }).click()
  await expect(sheet).toBeHidden()
  await expect(times(page).first()).toBeVisible()
})

test('the page of a city shows three times on each card', async ({ page }) => {
  await page.goto('/charlotte-golf-instructors')
  await hydrated(page)
  const cards = page.getByRole('region', { name: /Best rated|Who teaches/ })
  const time = cards.getByRole('link', { name: /^Book .+ (AM|PM)/ }).first()
  await time.click()
  await expect(page).toHaveURL(/\/instructor\/[^/]+\?.*time=/)
})

test('the soonest opening comes first', async ({ page }) => {
  await page.goto('/?zip=28202&price=any')
  await hydrated(page)
  await page.getByLabel('Sort by').selectOption('Soonest opening')
  await expect(page).toHaveURL(/sort=soonest/)
  await expect(page.locator('#results [aria-busy="true"]')).toHaveCount(0)
  await expect(times(page).first()).toBeVisible()
  const cards = page.locator('#results article')
  const starts: number[] = []
  for (const card of await cards.all()) {
    const href = await card
      .getByRole('link', { name: /^Book .+ (AM|PM)/ })
      .first()
      .getAttribute('href', { timeout: 500 })
      .catch(() => null)
    if (href) starts.push(Date.parse(new URL(href, 'http://greenside.test').searchParams.get('time') ?? ''))
  }
  expect(starts.length).toBeGreaterThan(1)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
})
