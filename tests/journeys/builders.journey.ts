import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { journeyPort, receiverPort } from './marketplace.ts'
import { expect, expectAccessible, hydrated, signIn, test } from './support.ts'

test('a coach adds a webhook, sends a test, and sees in the log that it arrived', async ({ page }) => {
  const heard: { headers: IncomingHttpHeaders; body: string }[] = []
  const port = receiverPort(journeyPort())
  const program = createServer((asked, answer) => {
    let body = ''
    asked.on('data', (part) => {
      body += part
    })
    asked.on('end', () => {
      heard.push({ headers: asked.headers, body })
      answer.writeHead(204).end()
    })
  })
  await new Promise<void>((done) => program.listen(port, '127.0.0.1', done))
  try {
    await signIn(page, 'coach')
    await page.goto('/profile')
    await hydrated(page)
    const demo = page.getByRole('article', { name: /hooks\.longleaf-hollow/ })
    await expect(demo).toContainText('Switched off')
    await expect(demo).toContainText('answered 410')
    const address = `https://127.0.0.1:${port}/${crypto.randomUUID()}`
    await page.getByRole('button', { name: 'Add a webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' })
    await dialog.getByLabel('Address').fill(address)
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const secret = await page.getByLabel('Your webhook’s secret').inputValue()
    const card = page.getByRole('article', { name: address })
    await card.getByRole('button', { name: 'Send a test' }).click()
    await expect(async () => {
      await card.getByRole('button', { name: 'Refresh' }).click()
      await expect(card.getByText('answered 204')).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 60_000 })
    const [message] = heard
    const headers = Object.fromEntries(
      Object.entries(message?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    )
    expect(new Webhook(secret).verify(message?.body ?? '', headers)).toMatchObject({ type: 'test' })
    await expectAccessible(page, 'a webhook with its log')
    await card.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove webhook' }).click()
    await expect(card).toHaveCount(0)
  } finally {
    await new Promise((done) => program.close(done))
  }
})
