import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { numberedFrames } from './clip-support.ts'
import { expect, hydrated, payByCard, scenario } from './support.ts'

/**
 * Buys a video review on Maya's profile, adds a video and asks.
 * @param look is called when the video is added
 * @returns the address of the review
 */
export async function sendSwing(
  page: Page,
  question: string,
  look: () => Promise<void> = async () => undefined,
): Promise<string> {
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  const offer = page.getByRole('region', { name: 'Video review' })
  await page.locator('#video-review').scrollIntoViewIfNeeded()
  await expect(offer).toContainText('$45')
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
  await look()
  await page.getByLabel('Your question').fill(question)
  await page.getByRole('button', { name: 'Send to Coach Maya' }).click()
  await expect(page.getByText('Coach Maya has your videos').first()).toBeVisible()
  return page.url()
}
