import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pageOfAnother } from './browser-contexts.ts'
import { addNumberedClip, leaveClip, numberedFrames } from './clip-support.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  scenario,
  signIn,
  test,
} from './support.ts'

const pair = { instructorId: scenario.maya.id, studentId: scenario.sam.id }

/** Reads the frame number that is encoded in the frame on screen: eight squares, black or white. */
const burntIn = (page: Page, nth = 0) =>
  page.evaluate((which) => {
    const video = document.querySelectorAll('video')[which]
    if (!video || video.seeking || video.readyState < 2) return -1
    const canvas = new OffscreenCanvas(320, 240)
    const context = canvas.getContext('2d')
    context?.drawImage(video, 0, 0)
    let number = 0
    for (let bit = 0; bit < 8; bit++) {
      const [red = 0] = context?.getImageData(bit * 40 + 20, 30, 1, 1).data ?? []
      if (red > 128) number |= 1 << bit
    }
    return number
  }, nth)

/** Converts a point of the picture to screen coordinates. */
async function onScreen(page: Page, x: number, y: number) {
  const box = await page.getByTestId('drawing-layer').boundingBox()
  if (!box) throw new Error('no picture')
  return { x: box.x + x * box.width, y: box.y + y * box.height }
}

test('a coach steps through a clip and draws an angle, and the student sees it at once [row 95] @only-phone', async ({
  page,
  browser,
}) => {
  await signIn(page, 'student')
  const clipId = await addNumberedClip(page.request, pair, 'Numbered frames')
  const coach = await pageOfAnother(browser)
  await signIn(coach, 'coach')
  await coach.goto(`/clips/${clipId}`)
  await hydrated(coach)

  await page.goto(`/clips/${clipId}`)
  await hydrated(page)
  await expect.poll(() => burntIn(page)).toBe(0)
  // Twenty frames forward, twenty back, faster than the player seeks: ends at the same frame (B1).
  const [forward, back] = ['One frame forward', 'One frame back'].map((name) =>
    page.getByRole('button', { name }),
  )
  for (let step = 0; step < 20; step++) await forward?.click()
  await expect.poll(() => burntIn(page)).toBe(20)
  await expect(page.getByTestId('frame-number')).toHaveText('21')
  for (let step = 1; step <= 5; step++) {
    await forward?.click()
    await expect.poll(() => burntIn(page)).toBe(20 + step)
  }
  for (let step = 0; step < 5; step++) await back?.click()
  for (let step = 0; step < 20; step++) await back?.click()
  await expect.poll(() => burntIn(page)).toBe(0)
  await page.getByRole('group', { name: /Numbered frames: picture/ }).press('Shift+ArrowRight')
  await expect.poll(() => burntIn(page)).toBe(10)

  // Draws a right angle: drags one arm to the corner, and taps the end of the other (B2).
  await page.getByRole('button', { name: 'Angle', exact: true }).click()
  await page.getByLabel('Shown for').selectOption('whole')
  // On a phone the tools are below the picture, and choosing one may have scrolled the picture away.
  await page.getByTestId('drawing-layer').scrollIntoViewIfNeeded()
  const [top, corner, side] = [
    await onScreen(page, 0.3, 0.35),
    await onScreen(page, 0.3, 0.75),
    await onScreen(page, 0.6, 0.75),
  ]
  await page.mouse.move(top.x, top.y)
  await page.mouse.down()
  await page.mouse.move(corner.x, corner.y, { steps: 4 })
  await page.mouse.up()
  await page.mouse.click(side.x, side.y)
  const words = page
    .getByRole('list', { name: 'Drawings in words' })
    .getByText(/^Angle of (89|90|91)°, yellow/)
  await expect(words).toBeVisible()
  await expect(coach.getByText(/^Angle of (89|90|91)°, yellow/)).toBeVisible()
  // Only its author can change it (B4).
  await expect(coach.getByRole('button', { name: /^(Edit|Delete): Angle/ })).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'a clip')
  await page.reload()
  await expect(words).toBeVisible()
  // An open page would request the deleted clip.
  await leaveClip(page)
  await page.request.delete(`/api/clips/${clipId}`)
})

test.describe('over an unreliable connection', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('an interrupted upload resumes and becomes a clip with a still [row 95]', async ({ page }) => {
    await signIn(page, 'student')
    await page.goto('/clips')
    await hydrated(page)
    const sent: string[] = []
    let cuts = 0
    // The connection fails once during the upload and recovers.
    await page.route('**/uploads/clips/**', async (route) => {
      const request = route.request()
      if (request.method() !== 'PATCH') return await route.continue()
      sent.push(request.headers()['upload-offset'] ?? '')
      if (cuts++ === 0) {
        const body = request.postDataBuffer() ?? Buffer.alloc(0)
        const most = Math.floor(body.length * 0.6)
        await page.request.fetch(request.url(), {
          method: 'PATCH',
          data: body.subarray(0, most),
          headers: {
            'tus-resumable': '1.0.0',
            'upload-offset': '0',
            'content-type': 'application/offset+octet-stream',
          },
        })
        return await route.abort('connectionreset')
      }
      return await route.continue()
    })
    const name = `Cut ${randomUUID().slice(0, 8)}`
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: `${name}.mp4`, mimeType: 'video/mp4', buffer: await readFile(numberedFrames) })
    const card = page.getByRole('article').filter({ hasText: name })
    await expect(card).toBeVisible({ timeout: 60_000 })
    expect(sent).toEqual(['0', String(Math.floor((await readFile(numberedFrames)).length * 0.6))])
    await expect(card.locator('img')).toBeAttached()
    await expectAccessible(page, 'clips')
    const href = (await card.getByRole('link').getAttribute('href')) ?? ''
    await page.request.delete(`/api${href}`)
  })
})

test('two clips synced at impact stay within a frame at quarter speed [row 95]', async ({ page }) => {
  await signIn(page, 'student')
  const ids: string[] = []
  const impact = [33, 53]
  for (const frame of impact) {
    const id = await addNumberedClip(page.request, pair, `Impact at ${frame} ${randomUUID().slice(0, 8)}`)
    const { frameTimes } = await page.request.get(`/api/clips/${id}`).then((answer) => answer.json())
    const atUs = Math.floor((frameTimes[frame] + frameTimes[frame + 1]) / 2)
    await page.request.put(`/api/clips/${id}/positions/impact`, { data: { atUs } })
    ids.push(id)
  }
  await page.goto(`/clips/${ids[0]}`)
  await hydrated(page)
  await page.getByRole('tab', { name: 'Compare' }).click()
  await page.getByLabel('Compare with').selectOption(ids[1] ?? '')
  await expect(page.getByLabel('Both meet at')).toHaveValue('impact')
  // Both show their own frame of impact.
  await page.getByRole('button', { name: 'Impact', exact: true }).click()
  await expect.poll(() => burntIn(page, 0)).toBe(impact[0])
  await expect.poll(() => burntIn(page, 1)).toBe(impact[1])
  // Played at quarter speed: the second clip is as far from its impact as the first one, within a frame,
  // after the first has passed its own. A busy machine drops frames.
  for (let step = 0; step < 12; step++) await page.getByRole('button', { name: 'One frame back' }).click()
  await expect.poll(() => burntIn(page, 0)).toBe((impact[0] ?? 0) - 12)
  await page.getByRole('button', { name: 'Quarter speed' }).click()
  const meeting = page.evaluate(
    (wanted) =>
      new Promise<[number, number]>((done) => {
        const [first, second] = document.querySelectorAll('video')
        const canvas = new OffscreenCanvas(320, 240)
        const context = canvas.getContext('2d', { willReadFrequently: true })
        const read = (video: HTMLVideoElement | undefined) => {
          if (!video || !context) return -1
          context.drawImage(video, 0, 0)
          let number = 0
          for (let bit = 0; bit < 8; bit++)
            if ((context.getImageData(bit * 40 + 20, 30, 1, 1).data[0] ?? 0) > 128) number |= 1 << bit
          return number
        }
        const look = () => {
          const at = read(first)
          if (at >= wanted && at < 89) return done([at, read(second)])
          requestAnimationFrame(look)
        }
        look()
      }),
    impact[0] ?? 0,
  )
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const [first, second] = await meeting
  expect(Math.abs(second - (impact[1] ?? 0) - (first - (impact[0] ?? 0)))).toBeLessThanOrEqual(1)
  await leaveClip(page)
  for (const id of ids) await page.request.delete(`/api/clips/${id}`)
})

test('picture, player and drawing tools fit on one screen, no tab is cut off, and a model swing syncs at impact', async ({
  page,
}) => {
  await signIn(page, 'coach')
  const made = async (title: string) =>
    await addNumberedClip(page.request, pair, `${title} ${randomUUID().slice(0, 8)}`)
  const [clipId, model] = [await made('Fits'), await made('Model')]
  await page.request.put(`/api/coach/model-swings/${model}`, { data: { isModel: true } })
  await page.goto(`/clips/${clipId}`)
  await hydrated(page)
  for (const [width, height] of [
    [1440, 900],
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => window.scrollTo(0, 0))
    for (const part of [
      page.locator('video').first(),
      page.getByRole('button', { name: 'Play', exact: true }),
      page.getByRole('region', { name: 'Drawing tools' }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
    const cut = await page
      .getByRole('tablist', { name: 'About this clip' })
      .evaluate((list) => list.scrollWidth - list.clientWidth)
    expect(cut, `tabs at ${width}`).toBeLessThanOrEqual(0)
  }
  await page.getByRole('tab', { name: 'Compare' }).click()
  await page.getByLabel('Compare with').selectOption(model)
  await expect(page.locator('video')).toHaveCount(2)
  await expect(page.getByLabel('Compare with').locator('option:checked')).toHaveText(/^Model swing: Model/)
  // An open page would request the deleted clip.
  await page.goto('/clips')
  for (const id of [clipId, model]) await page.request.delete(`/api/clips/${id}`)
})
