import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

test('a lesson type on the home page leads to the coaches who offer it', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('region', { name: 'Lesson types' }).getByRole('link', { name: 'Group of 2–4' }).click()
  await expect(page).toHaveURL(/type=group/)
  await expect(page.getByRole('status').filter({ hasText: /Found \d+ instructors/ })).toBeVisible()
  const first = page
    .getByRole('region', { name: 'Results' })
    .getByRole('article')
    .first()
    .getByRole('link')
    .first()
  const profile = await page.request.get((await first.getAttribute('href')) ?? '')
  expect(await profile.text()).toContain('Group of up to')
})

test('a visitor finds the clinics near a ZIP code, and opens one', { tag: '@only-phone' }, async ({
  page,
}) => {
  await page.goto('/?zip=28202')
  await hydrated(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page
    .getByRole('combobox', { name: 'Lesson type' })
    .filter({ visible: true })
    .selectOption('Clinics and camps')
  await expect(page).toHaveURL(/type=clinic/)
  await page.getByRole('button', { name: /^Show \d+ coach/ }).click()
  const clinics = page.getByRole('region', { name: 'Clinics and camps near 28202' })
  await expect(clinics.getByRole('link', { name: /Short game clinic/ })).toContainText('$60 a seat')
  await expectAccessible(page, 'results with clinics')
  await expectNoSidewaysScroll(page)
  await clinics.getByRole('link', { name: /Short game clinic/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Short game clinic' })).toBeVisible()
})

test('the page of a city lists its clinics', async ({ page }) => {
  await page.goto('/charlotte-golf-instructors')
  await hydrated(page)
  const coaches = page.getByRole('region', { name: /around Charlotte$/ }).first()
  await coaches.getByRole('article').last().scrollIntoViewIfNeeded()
  await expect(
    page
      .getByRole('region', { name: 'Clinics and camps near Charlotte' })
      .getByRole('link', { name: /Short game clinic/ }),
  ).toBeVisible()
})
