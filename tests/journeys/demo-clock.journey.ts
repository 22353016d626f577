import { bookWithMaya, mayasPage, newStudent, soonestTime } from './lesson-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

/** Runs after all the others: they share a marketplace, and this one moves its clock. */
test('a lesson from booking to review in one browser: reminder, lesson, payout and review within two minutes', async ({
  page,
  context,
  browser,
}, info) => {
  test.setTimeout(120_000)
  const { name } = await newStudent(context.request)
  const id = await bookWithMaya(context.request, await soonestTime(context.request))
  await page.goto('/lessons')
  await hydrated(page)
  const bar = page.getByRole('region', { name: 'Demo clock' })
  await bar.scrollIntoViewIfNeeded()
  await expectAccessible(page, 'lessons with the clock below')
  await expectNoSidewaysScroll(page)
  await page.screenshot({ path: info.outputPath('clock.png'), fullPage: true })
  for (const next of [
    'The reminder of the day before goes out',
    'The reminder two hours before goes out',
    'The lesson begins',
    'The lesson is over',
    'The lesson counts as completed',
    'The coach is paid',
  ]) {
    await bar.getByRole('button', { name: next }).click()
    await expect(bar.getByRole('button', { name: next })).toHaveCount(0, { timeout: 60_000 })
    await hydrated(page)
  }
  const letters = await (await context.request.get('/dev/outbox')).text()
  expect(letters).toContain('Coming up: your lesson with Coach Maya')
  expect(letters).toContain('Soon: your lesson with Coach Maya')

  await page.goto(`/lessons?lesson=${id}&do=review`)
  await hydrated(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^5/ }).check({ force: true })
  await dialog.getByRole('button', { name: 'Send the review' }).click()
  await expect(page.getByText('Thank you for your review')).toBeVisible()

  const maya = await mayasPage(browser, page)
  await maya.goto('/earnings-payouts')
  await expect(maya.getByText(name).filter({ visible: true }).first()).toBeVisible()
  await expect(
    maya
      .getByText(/Paid out/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
})
