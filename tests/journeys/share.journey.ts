import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

test.use({ serviceWorkers: 'allow' })

/** Sends files as the phone's share sheet does: a form that the service worker receives. */
async function share(page: Page, files: { name: string; type: string; text: string }[]) {
  await page.evaluate((given) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' })
    const input = document.createElement('input')
    Object.assign(input, { type: 'file', name: 'files', multiple: true })
    const chosen = new DataTransfer()
    for (const { name, type, text } of given) chosen.items.add(new File([text], name, { type }))
    input.files = chosen.files
    form.append(input)
    document.body.append(form)
    form.submit()
  }, files)
}

test('shots shared from a phone wait while the golfer signs in, and are imported', { tag: '@only-phone' }, async ({
  page,
}) => {
  await page.goto('/blog')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  const name = `range ${crypto.randomUUID().slice(0, 8)}`
  const speed = (100 + Math.random() * 20).toFixed(3)
  const shots = [150, 151, 152, 149, 150].map((carry) => `7i,${carry},${speed},17.2,-1.5`)
  await share(page, [
    {
      name: `${name}.csv`,
      type: 'text/csv',
      text: `Club Type,Carry Distance,Ball Speed,Launch Angle,Attack Angle\n${shots.join('\n')}\n`,
    },
    { name: 'invoice.pdf', type: 'application/pdf', text: '%PDF-1.7' },
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

  await expect(page.getByRole('heading', { name: 'No files are waiting' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No files are waiting' })).toBeVisible()
  await page.getByLabel('Who is the golfer?').waitFor({ state: 'hidden' })
  await page.goto('/student-collaborate')
  await hydrated(page)
  await page.getByRole('link', { name: /Coach Maya/ }).first().click()
  await page.getByRole('link', { name: 'Numbers' }).click()
  await page.getByRole('button', { name: `Open ${name}` }).click()
  await expect(page.getByRole('dialog', { name }).getByText('Attack angle (down is negative) (deg)')).toBeVisible()
})
