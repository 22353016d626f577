import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page } from '@playwright/test'

export const numberedFrames = new URL('media/numbered-frames.mp4', import.meta.url)

/** Adds a video of ninety frames at a changing rate, each with its number burnt in. @returns the clip's id */
export async function addNumberedClip(
  request: APIRequestContext,
  pair: { instructorId: string; studentId: string },
  title: string,
): Promise<string> {
  const bytes = await readFile(numberedFrames)
  const begun = await request.post('/api/clip-uploads', { data: { ...pair, title, bytes: bytes.length } })
  const { address, uploadId } = await begun.json()
  const sent = await request.fetch(address, {
    method: 'PATCH',
    data: bytes,
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    },
  })
  expect(sent.status()).toBe(204)
  const made = await request.post(`/api/clip-uploads/${uploadId}/clip`)
  return (await made.json()).clipId
}

/**
 * Leaves the page of a clip before the clip is deleted. A dialog that has just closed goes back in the history; on a slow machine
 * that would lead back to the clip.
 */
export async function leaveClip(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.history.state?.layers ?? 0)).toBe(0)
  await page.goto('about:blank')
}
