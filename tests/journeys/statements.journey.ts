import { bookWithMaya, newStudent } from './lesson-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

test('a coach views a year: chart and table, a figure opens its lessons, each shows the next step, and a CSV [rows 92, 93]', async ({
  page,
  playwright,
  baseURL,
}) => {
  // On the first days of a year she has earned nothing in it yet.
  const student = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await newStudent(student)
  await bookWithMaya(student)
  await student.dispose()
  await signIn(page, 'coach')
  await page.goto('/earnings-payouts')
  await hydrated(page)
  const statements = page.getByRole('region', { name: 'Statements' })
  await expect(statements.getByText('This is not a tax form.', { exact: false })).toBeVisible()
  await expect(statements.getByRole('img', { name: /^Earned each month/ })).toBeVisible()

  await statements.getByRole('link', { name: /, net of \d{4}: see the lessons$/ }).click()
  await expect(page).toHaveURL(/of=net#lines$/)
  const lines = page.getByRole('region', { name: 'Lines' })
  await expect(lines.getByRole('heading', { name: /^Net of \d{4}/ })).toBeVisible()
  await expect(lines.getByText(/held until the lesson ends/).first()).toBeVisible()
  // The newest lines may all be of lessons that other journeys booked: the year before has long been sent.
  const before = statements.getByRole('navigation', { name: 'Years' }).getByRole('link').nth(1)
  await before.click()
  await expect(before).toHaveAttribute('aria-current', /./)
  await statements.getByRole('link', { name: /, net of \d{4}: see the lessons$/ }).click()
  await expect(lines.getByText(/was sent/).first()).toBeVisible()
  await expectAccessible(page, 'the lines of a figure')
  await expectNoSidewaysScroll(page)

  const file = page.waitForEvent('download')
  await statements.getByRole('link', { name: /^CSV of \d{4}$/ }).click()
  expect((await file).suggestedFilename()).toMatch(/^statement-\d{4}\.csv$/)
  await expect(lines.getByRole('link', { name: / with / }).first()).toHaveAttribute(
    'href',
    /^\/lessons\?lesson=/,
  )
})
