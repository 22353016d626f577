import { newStudent } from './lesson-support.ts'
import { expect, expectFitsBothWidths, hydrated, lettersTo, test } from './support.ts'
import { sendSwing } from './video-review-support.ts'

test('a video review that is not answered in time is refunded', async ({ page, context }) => {
  test.setTimeout(180_000)
  const { email } = await newStudent(context.request)
  await sendSwing(page, 'And my putting?')
  await page.reload()
  await hydrated(page)
  const bar = page.getByRole('region', { name: 'Demo clock' })
  for (const next of ['The coach is reminded of the video review', 'The video review is refunded']) {
    await bar.getByRole('button', { name: next }).click()
    await expect(bar.getByRole('button', { name: next })).toHaveCount(0, { timeout: 60_000 })
    await hydrated(page)
  }
  await expect(page.getByText('You get the full $45 back').first()).toBeVisible({ timeout: 90_000 })
  await expectFitsBothWidths(page, 'a refunded review')
  await expect
    .poll(() => lettersTo(context.request, email), { timeout: 60_000 })
    .toContain('Your video review by Coach Maya is refunded')
})
