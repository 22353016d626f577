import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { numberedFrames } from './clip-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

test.use({ serviceWorkers: 'allow' })

/** Sends files as the phone's share sheet does: a form that the service worker receives. */
async function share(page: Page, files: { name: string; type: string; bytes: Buffer }[]) {
  await page.evaluate(
    (given) => {
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' })
      const input = document.createElement('input')
      Object.assign(input, { type: 'file', name: 'files', multiple: true })
      const chosen = new DataTransfer()
      for (const { name, type, base64 } of given)
        chosen.items.add(
          new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type }),
        )
      input.files = chosen.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })),
  )
}

/** Opens a page on which the service worker receives what is shared. */
async function openWithWorker(page: Page, path: string) {
  await page.goto(path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
}

test('shots shared from a phone wait while the golfer signs in, and are imported', {
  tag: '@only-phone',
}, async ({ page }) => {
  await openWithWorker(page, '/blog')
  const name = `range ${crypto.randomUUID().slice(0, 8)}`
  const speed = (100 + Math.random() * 20).toFixed(3)
  const shots = [150, 151, 152, 149, 150].map((carry) => `7i,${carry},${speed},17.2,-1.5`)
  await share(page, [
    {
      name: `${name}.csv`,
      type: 'text/csv',
      bytes: Buffer.from(
        `Club Type,Carry Distance,Ball Speed,Launch Angle,Attack Angle\n${shots.join('\n')}\n`,
      ),
    },
    { name: 'invoice.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') },
  ])
  await expect(page).toHaveURL(/\/auth\?.*share/)

  await signIn(page, 'student')
  await page.goto('/share')
  await hydrated(page)
  const files = page.getByRole('list', { name: 'Shared files' })
  await expect(files.getByRole('listitem')).toHaveCount(2)
  await expect(files).toContainText('Neither a CSV of shots nor a video or picture')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'files shared from a phone')
  await page.getByRole('button', { name: 'Remove invoice.pdf' }).click()
  await page.getByLabel('Who is the golfer?').selectOption({ label: 'You, with Coach Maya' })
  await page.getByRole('button', { name: `Import shots of ${name}.csv` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add 5 shots' }).click()

  await expect(page.getByText('No files are waiting', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('No files are waiting', { exact: true })).toBeVisible()
  await page.getByLabel('Who is the golfer?').waitFor({ state: 'hidden' })
  await page.goto('/student-collaborate')
  await hydrated(page)
  await page
    .getByRole('link', { name: /Coach Maya/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Numbers' }).click()
  await page.getByRole('button', { name: `Open ${name}` }).click()
  await expect(
    page.getByRole('dialog', { name }).getByText('Attack angle (down is negative) (deg)'),
  ).toBeVisible()
})

test('a clip shared from a phone is uploaded to the golfer’s clips', { tag: '@only-phone' }, async ({
  page,
}) => {
  await signIn(page, 'coach')
  await openWithWorker(page, '/share')
  const name = `Shared ${crypto.randomUUID().slice(0, 8)}`
  await share(page, [{ name: `${name}.mp4`, type: 'video/mp4', bytes: await readFile(numberedFrames) }])
  await expect(page).toHaveURL(/\/share$/)
  await hydrated(page)
  const files = page.getByRole('list', { name: 'Shared files' })
  await expect(files).toContainText(`${name}.mp4`)
  await expect(page.getByRole('button', { name: 'Upload 1 clip' })).toBeDisabled()
  await page.getByLabel('Who is the golfer?').selectOption({ label: 'Sam Rivera' })
  await page.getByRole('button', { name: 'Upload 1 clip' }).click()
  await expect(files.getByRole('listitem')).toHaveCount(0, { timeout: 60_000 })
  await page.getByRole('link', { name: 'Open the clips' }).click()
  const card = page.getByRole('article').filter({ hasText: name })
  await expect(card.locator('img')).toBeAttached()
  const href = (await card.getByRole('link').getAttribute('href')) ?? ''
  await page.request.delete(`/api${href}`)
  await page.goto('/share')
  await expect(page.getByText('No files are waiting', { exact: true })).toBeVisible()
})
