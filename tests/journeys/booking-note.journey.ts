import { expect, hydrated, scenario, test } from './support.ts'

const words = 'I slice my driver. My son comes along to watch.'

// A note on its way to the coach: intake-questions.journey.ts.
test('a note for one coach is not for the next one', async ({ page }) => {
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Add a note for Coach Maya' }).click()
  await page.getByLabel('Note for Coach Maya').fill(words)
  const others = page.getByRole('region', { name: 'Other coaches nearby' })
  await others.scrollIntoViewIfNeeded()
  await others
    .getByRole('link', { name: /^View profile/ })
    .first()
    .click()
  await expect(page).not.toHaveURL(new RegExp(scenario.maya.id))
  await expect(page.getByRole('region', { name: /^Book a lesson with/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Book a lesson with Coach Maya' })).toHaveCount(0)
  await expect(page.getByLabel(/^Note for/)).toHaveCount(0)
  // It is still there for the coach it was written for.
  await page.goBack()
  await expect(page.getByLabel('Note for Coach Maya')).toHaveValue(words)
})
