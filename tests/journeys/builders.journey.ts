import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { someLetters } from './lesson-support.ts'
import { journeyPort, receiverPort } from './marketplace.ts'
import { expect, expectAccessible, hydrated, signIn, test } from './support.ts'

test('a coach adds a webhook, sends a test, and sees the delivery in the log; makes a token that a program uses, and revokes it', async ({
  page,
  context,
  playwright,
}) => {
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
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
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

    const tokens = page.locator('#tokens')
    const name = `Scores ${someLetters()}`
    await tokens.getByRole('button', { name: 'Make a token' }).click()
    const making = page.getByRole('dialog', { name: 'Make an access token' })
    await making.getByRole('button', { name: 'Make token' }).click()
    await expect(making.getByLabel('Name', { exact: true }), 'says what is missing').toBeFocused()
    await making.getByLabel('Name', { exact: true }).fill(name)
    await making.getByRole('checkbox', { name: 'See your lessons' }).check()
    await expectAccessible(page, 'a new token')
    await making.getByRole('button', { name: 'Make token' }).click()
    const field = page.getByLabel(`Your token “${name}”`)
    await expect(field).toBeFocused()
    await tokens.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect(page.getByText('Copied', { exact: true })).toBeVisible()
    const token = await page.evaluate(() => navigator.clipboard.readText())
    await expect(field).toHaveValue(token)
    await tokens.getByRole('button', { name: 'I have copied it' }).click()
    await expect(field).toHaveCount(0)

    const tokenHolder = await playwright.request.newContext({
      baseURL: new URL(page.url()).origin,
      extraHTTPHeaders: { authorization: `Bearer ${token}` },
    })
    expect((await tokenHolder.get('/api/v1/bookings')).status()).toBe(200)
    expect((await tokenHolder.get('/api/v1/me')).status(), 'beyond what it may do').toBe(403)
    await tokens.getByRole('button', { name: `Revoke ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
    await expect(page.getByText('Token revoked')).toBeVisible()
    await expect(tokens.getByRole('button', { name: `Revoke ${name}` })).toHaveCount(0)
    expect((await tokenHolder.get('/api/v1/bookings')).status()).toBe(401)
    await tokenHolder.dispose()
  } finally {
    await new Promise((done) => program.close(done))
  }
})
