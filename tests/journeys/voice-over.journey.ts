import { addNumberedClip, leaveClip } from './clip-support.ts'
import { expect, expectAccessible, hydrated, scenario, signIn, test } from './support.ts'

const executablePath = process.env.BROWSER_PATH || undefined

// A fake microphone that hums, with permission granted; in this file only.
test.use({
  permissions: ['microphone'],
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  },
})

test('a coach records a voice-over while stepping and drawing, and it plays back in sync [row 95]', async ({
  page,
}) => {
  await signIn(page, 'coach')
  const pair = { instructorId: scenario.maya.id, studentId: scenario.sam.id }
  const clipId = await addNumberedClip(page.request, pair, 'Spoken over')
  await page.goto(`/clips/${clipId}`)
  await hydrated(page)
  const bar = page.getByRole('region', { name: 'Voice-over' })
  const frame = page.getByTestId('frame-number')
  // Long enough to be visible at frame 11 during playback, even on a slow machine.
  const elapsed = bar.getByText(/0:(0[5-9]|[1-5]\d) of 5:00/)
  await bar.getByRole('button', { name: 'Record a voice-over' }).click()
  await expect(bar.getByText('Recording')).toBeVisible()
  // Stays at frame 11, then jumps to 31 and draws a line there.
  const picture = page.getByRole('group', { name: /Spoken over: picture/ })
  await picture.press('Shift+ArrowRight')
  await expect(frame).toHaveText('11')
  await expect(elapsed).toBeVisible()
  await picture.press('Shift+ArrowRight')
  await picture.press('Shift+ArrowRight')
  await expect(frame).toHaveText('31')
  await page.getByRole('button', { name: 'Line', exact: true }).click()
  await page.getByLabel('Shown for').selectOption('whole')
  await page.getByRole('button', { name: 'Put it in the middle' }).click()
  await expect(page.getByRole('list', { name: 'Drawings in words' }).getByText(/^Line/)).toBeVisible()
  await bar.getByRole('button', { name: 'Stop' }).click()
  // A link does not discard what is not saved yet.
  await page.getByRole('link', { name: /^Clips with/ }).click()
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(leaving).toBeHidden()
  await bar.getByLabel('Text summary').fill('Watch the line at the top.')
  await bar.getByRole('button', { name: 'Save voice-over' }).click()
  await expect(bar.getByRole('button', { name: /^Play: You explain/ })).toBeVisible()
  await expect(bar.getByText('Watch the line at the top.')).toBeVisible()

  // After a reload it is played: at first without the line at frame 11, at the end with it at frame 31.
  await page.reload()
  await hydrated(page)
  await expect(frame).toHaveText('1')
  const drawn = page.getByTestId('drawing-layer').getByRole('img')
  await expect(drawn).not.toHaveCount(0)
  await bar.getByRole('button', { name: /^Play: You explain/ }).click()
  await expect(frame).toHaveText('11')
  await expect(drawn).toHaveCount(0)
  await expect(frame).toHaveText('31')
  await expect(drawn).not.toHaveCount(0)
  await expect(bar.getByRole('button', { name: /^Play: You explain/ })).toBeVisible()
  await expectAccessible(page, 'a clip with a voice-over')
  await bar.getByRole('button', { name: 'Delete your voice-over' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete voice-over' }).click()
  await expect(bar.getByRole('button', { name: 'Record a voice-over' })).toBeVisible()
  await leaveClip(page)
  await page.request.delete(`/api/clips/${clipId}`)
})
