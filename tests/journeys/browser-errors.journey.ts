import { createServer } from 'node:http'
import { journeyPort, reportsPort } from './marketplace.ts'
import { expect, hydrated, test } from './support.ts'

const thrown = 'the ball lies in the water'
test.use({ expectedErrors: [/lies in the water|Cannot destructure/] })

test('an error in a browser is reported to the operator with its page and location', async ({ page }) => {
  const heard: string[] = []
  const tracker = createServer(async (asked, answer) => {
    for await (const part of asked) heard.push(String(part))
    answer.writeHead(204).end()
  })
  await new Promise<void>((done) => tracker.listen(reportsPort(journeyPort()), '127.0.0.1', done))
  const lines = () =>
    heard
      .join('')
      .split('\n')
      .filter((line) => line.includes('an error in a browser'))
      .map((line) => JSON.parse(line))
  try {
    // An uncaught error in a script after startup.
    await page.route('**/assets/app-*.js', async (route) => {
      const script = await (await route.fetch()).text()
      await route.fulfill({
        contentType: 'text/javascript',
        body: `${script};addEventListener('keyup',function missed(){throw new Error(${JSON.stringify(thrown)})})`,
      })
    })
    await page.goto('/blog?from=somebody@mail.test')
    await hydrated(page)
    await page.keyboard.press('F2')
    await expect.poll(lines).toEqual([
      expect.objectContaining({
        page: '/blog',
        agent: expect.stringContaining('Chrome'),
        broke: {
          type: 'Error',
          message: thrown,
          stack: expect.stringMatching(/^(\w+\.)?missed@\/assets\/app-[\w-]+\.js:\d+:\d+$/),
        },
      }),
    ])
    expect(heard.join('')).not.toContain('somebody')

    // A response that cannot be rendered: the page shows an error and reports it.
    await page.route('**/rpc/content/**', (route) => route.fulfill({ json: { json: null } }))
    await page.locator('main a[href="/blog/how-to-cure-a-slice"]').first().click()
    await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
    await expect.poll(() => lines().map((line) => line.page)).toEqual(['/blog', '/blog/how-to-cure-a-slice'])
  } finally {
    await new Promise((done) => tracker.close(done))
  }
})
