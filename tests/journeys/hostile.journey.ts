import { hostileCoach } from '../support/hostile-coach.ts'
import { randomAddresses, wrongWith } from '../support/random-addresses.ts'
import { expect, expectNoSidewaysScroll, hydrated, test } from './support.ts'

// A picture's address that is none is refused by the browser, and it says so.
test.use({
  expectedErrors: [
    /Failed to load resource|React has blocked a javascript: URL|policy: img-src refused javascript/,
  ],
})

test('text written by a coach is shown as text: on the card, profile, dialogs and map [rows 43, 47]', async ({
  page,
}) => {
  page.on('dialog', (dialog) => expect.soft(dialog.message(), 'a dialog that nobody asked for').toBe(''))
  const { id, zip, name, bio, specialty, credential, review } = hostileCoach
  await page.goto(`/?zip=${zip}`)
  await expect(page.getByText(`Found 1 instructor within 50 miles of ${zip}`)).toBeVisible()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.goto(`/instructor/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  for (const words of [bio, specialty, credential, review])
    await expect(page.getByText(words).first(), words).toBeVisible()
  await hydrated(page)
  await page.getByRole('button', { name: 'Verified' }).click()
  await expect(page.getByRole('dialog')).toContainText(credential)
  await page.keyboard.press('Escape')
  await expectNoSidewaysScroll(page)
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
  expect(await page.locator('a[href^="javascript:"], img[src^="javascript:"]').count()).toBe(0)
})

test('fifty unusual URLs: no errors and no reflected markup [row 24]', async ({ request }) => {
  const wrong: string[] = []
  for (const address of randomAddresses(50, 'journeys')) {
    const answer = await request.get(address, { maxRedirects: 0 })
    const type = answer.headers()['content-type'] ?? ''
    const found = wrongWith({ status: answer.status(), type, text: await answer.text() })
    if (found) wrong.push(`${found}: ${address}`)
  }
  expect(wrong).toEqual([])
})
