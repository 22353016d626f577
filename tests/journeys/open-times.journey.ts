import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

const found = (page: Page) => page.getByText(/Found \d+ instructors? within 50 miles of 28202/)
const times = (page: Page) => page.locator('#results article').getByRole('link', { name: /^Book .+ (AM|PM)/ })

test('a visitor asks for Saturday morning, then for several days: each card shows such times, and without an opening other times are offered', {
  tag: '@only-phone',
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

  await page.getByRole('button', { name: 'Choose several days' }).click()
  const dialog = page.getByRole('dialog', { name: 'When would you like to play?' })
  const sunday = dialog.getByRole('button', { name: 'Sunday' }).first()
  await sunday.click()
  await expect(sunday).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/when=sat\.sun\.morning/)
  await expectAccessible(page, 'choosing days')
  await dialog.getByRole('button', { name: /^Show \d+ coach(es)?$/ }).click()
  await expect(dialog).toBeHidden()
  const when = page.getByRole('form', { name: 'Search' }).getByLabel('When')
  await expect(when).toHaveValue('sat.sun.morning')

  // Too far ahead for anybody; a link says it as well.
  await page.goto('/?zip=28202&when=2035-01-06.morning')
  await hydrated(page)
  await expect(when).toHaveValue('2035-01-06.morning')
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

test('Saturday morning within reach: from the home page to a held time in three clicks', async ({ page }) => {
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
  await expectNoSidewaysScroll(page)
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

test('the page of a city shows times on each card', async ({ page }) => {
  await page.goto('/charlotte-golf-instructors')
  const cards = page.getByRole('region', { name: /Best rated|Who teaches/ })
  await expect(cards.getByRole('link', { name: /^Book .+ (AM|PM)/ }).first()).toHaveAttribute(
    'href',
    /\/instructor\/[^/]+\?.*time=/,
  )
})
