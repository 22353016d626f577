import { readFile } from 'node:fs/promises'
import { numberedFrames } from './clip-support.ts'
import { mayasPage, newStudent } from './lesson-support.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  lettersTo,
  payByCard,
  scenario,
  test,
} from './support.ts'

type Page = Awaited<ReturnType<typeof mayasPage>>

/** Buys a review on Maya's profile, adds a video and asks. @returns the address of the review */
async function sendSwing(page: Page, question: string): Promise<string> {
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  const offer = page.getByRole('region', { name: 'Video review' })
  await page.locator('#video-review').scrollIntoViewIfNeeded()
  await expect(offer).toContainText('$45')
  await expectAccessible(page, 'a profile with a video review')
  await offer.getByRole('button', { name: 'Buy a video review' }).click()
  await page.getByRole('button', { name: 'Go to payment' }).click()
  await page.waitForURL(/\/checkout\//)
  await payByCard(page)
  await page.waitForURL(/\/video-reviews\//)
  await hydrated(page)
  await expect(page.getByRole('heading', { name: 'Send your swing' })).toBeVisible({ timeout: 30_000 })
  await page
    .getByLabel('Videos and pictures')
    .setInputFiles({ name: 'driver.mp4', mimeType: 'video/mp4', buffer: await readFile(numberedFrames) })
  await expect(page.getByText('1 of 5 videos added.')).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page, 'sending a swing')
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Your question').fill(question)
  await page.getByRole('button', { name: 'Send to Coach Maya' }).click()
  await expect(page.getByText('Coach Maya has your videos').first()).toBeVisible()
  return page.url()
}

test('a swing is reviewed in time, and another one is not and is refunded', {
  tag: '@phone',
}, async ({ page, context, browser }) => {
  test.setTimeout(240_000)
  const { email } = await newStudent(context.request)
  const answered = await sendSwing(page, 'Why do I slice my driver?')

  const maya = await mayasPage(browser)
  await maya.goto('/video-reviews')
  await hydrated(maya)
  await expectAccessible(maya, 'the queue of a coach')
  await expectNoSidewaysScroll(maya)
  await maya.goto(answered)
  await hydrated(maya)
  await expect(maya.getByText('Why do I slice my driver?')).toBeVisible()
  await expect(maya.getByRole('list', { name: 'Videos' }).getByRole('link')).toHaveCount(1)
  await maya.getByRole('textbox', { name: 'Answer' }).fill('Your grip is weak: turn both hands to the right.')
  await expectAccessible(maya, 'answering a review')
  await maya.getByRole('button', { name: 'Send answer' }).click()
  await expect(maya.getByText('Answered').first()).toBeVisible()
  await expect(page.getByText('Your grip is weak')).toBeVisible({ timeout: 30_000 })

  await sendSwing(page, 'And my putting?')
  await page.reload()
  await hydrated(page)
  const bar = page.getByRole('region', { name: 'Demo clock' })
  for (;;) {
    const next = bar.getByRole('button').first()
    const what = (await next.textContent()) ?? ''
    await next.click()
    if (what.includes('refunded')) break
    await expect(bar.getByRole('button', { name: what })).toHaveCount(0, { timeout: 60_000 })
    await hydrated(page)
  }
  await expect(page.getByText('You get the full $45 back').first()).toBeVisible({ timeout: 90_000 })
  await expectAccessible(page, 'a refunded review')
  await expect
    .poll(() => lettersTo(context.request, email), { timeout: 60_000 })
    .toContain('Your video review by Coach Maya is refunded')
})
