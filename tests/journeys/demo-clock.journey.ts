import { bookWithMaya, mayasPage, newStudent, soonestTime } from './lesson-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, lettersTo, test } from './support.ts'

/** Runs after all the others of its marketplace, because it moves the clock. */
test('a lesson from booking to review in one browser: reminder, lesson, payout and review within two minutes', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(120_000)
  const { name, email } = await newStudent(context.request)
  const id = await bookWithMaya(context.request, await soonestTime(context.request))
  await page.goto('/lessons')
  await hydrated(page)
  const bar = page.getByRole('region', { name: 'Demo clock' })
  await bar.scrollIntoViewIfNeeded()
  await expectAccessible(page, 'lessons with the clock below')
  await expectNoSidewaysScroll(page)
  for (const [next, letter] of [
    ['The reminder of the day before goes out', 'Coming up: your lesson with Coach Maya'],
    ['The reminder two hours before goes out', 'Soon: your lesson with Coach Maya'],
    ['The lesson begins'],
    ['The lesson is over'],
    ['The lesson counts as completed'],
    ['The coach is paid'],
  ] as const) {
    await bar.getByRole('button', { name: next }).click()
    await expect(bar.getByRole('button', { name: next })).toHaveCount(0, { timeout: 60_000 })
    await hydrated(page)
    if (letter) await expect.poll(() => lettersTo(context.request, email)).toContain(letter)
  }

  await page.goto(`/lessons?lesson=${id}&do=review`)
  await hydrated(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^5/ }).check({ force: true })
  await dialog.getByRole('button', { name: 'Send the review' }).click()
  await expect(page.getByText('Thank you for your review')).toBeVisible()

  const maya = await mayasPage(browser)
  await maya.goto('/earnings-payouts')
  await expect(maya.getByText(name).filter({ visible: true }).first()).toBeVisible()
  await expect(
    maya
      .getByText(/Paid out/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})
