import { mayasPage, newStudent } from './lesson-support.ts'
import { expect, expectFitsBothWidths, hydrated, test } from './support.ts'
import { sendSwing } from './video-review-support.ts'

test('a student buys a video review, sends a swing, and the coach answers it', async ({
  page,
  context,
  browser,
}) => {
  await newStudent(context.request)
  const answered = await sendSwing(page, 'Why do I slice my driver?', () =>
    expectFitsBothWidths(page, 'sending a swing'),
  )

  const maya = await mayasPage(browser)
  await maya.goto(answered)
  await hydrated(maya)
  await expect(maya.getByText('Why do I slice my driver?')).toBeVisible()
  await expect(maya.getByRole('list', { name: 'Videos' }).getByRole('link')).toHaveCount(1)
  const answer = maya.getByRole('textbox', { name: 'Answer' })
  await answer.fill('Your grip is weak: turn both hands to the right.')
  // What was typed stays while a video is watched.
  await maya.getByRole('list', { name: 'Videos' }).getByRole('link').click()
  await maya.waitForURL(/\/clips\//)
  await maya.getByRole('link', { name: 'Back to the video review' }).click()
  await maya.waitForURL(answered)
  await expect(answer).toHaveValue('Your grip is weak: turn both hands to the right.')
  await expectFitsBothWidths(maya, 'answering a review')
  await maya.getByRole('button', { name: 'Send answer' }).click()
  await expect(maya.getByText('Answered').first()).toBeVisible()
  await expect(page.getByText('Your grip is weak')).toBeVisible({ timeout: 30_000 })
})
