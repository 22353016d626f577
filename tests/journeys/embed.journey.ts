import type { Page } from '@playwright/test'
import { embedSnippet } from '#features/embed/embed.ts'
import { startLocalServer } from '../support/local-server.ts'
import { someLetters } from './lesson-support.ts'
import { journeyPort } from './marketplace.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  payByCard,
  scenario,
  signIn,
  test,
} from './support.ts'

const { maya } = scenario
/** Where the marketplace is; the coach's own site is elsewhere. */
const ours = `http://localhost:${journeyPort()}`

/** A coach's own web site, elsewhere: another host and port than ours. */
async function openOwnSite(body: string) {
  const { url, close } = await startLocalServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><html lang="en"><title>Bennett Golf</title><h1>Bennett Golf</h1>${body}</html>`),
  )
  return { address: `${url}/`, close }
}

/** A mobile connection far from its mast: each answer takes half a second, in milliseconds; the throughput is not limited. */
const slowLine = { offline: false, latency: 500, downloadThroughput: -1, uploadThroughput: -1 }

const panelOf = (page: Page) => page.frameLocator(`iframe[title="Book a lesson with ${maya.name}"]`)

test('a visitor on a coach’s own site picks a time, signs up and pays on ours, and the lesson is booked', {
  tag: '@only-phone',
}, async ({ page: ownSite }) => {
  const site = await openOwnSite(embedSnippet(ours, { coachId: maya.id, label: maya.name, theme: 'light' }))
  try {
    await ownSite.goto(site.address)
    const panel = panelOf(ownSite)
    await expect(panel.getByRole('heading', { level: 1 })).toContainText(maya.name)
    const inside = () => ownSite.frames().find((frame) => frame.url().includes('/embed/'))
    const hiddenPixels = () =>
      inside()?.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
    await expect.poll(hiddenPixels, 'the page gives the panel its height').toBeLessThanOrEqual(0)

    const steps = await ownSite.evaluate(() => history.length)
    const day = panel.locator('a.day').last()
    const date = (await day.getAttribute('id'))?.slice(4) ?? ''
    await day.click()
    await expect(panel.locator(`[id="day-${date}"]`)).toHaveAttribute('aria-current', 'true')
    await expect(panel.locator(`[id="day-${date}"]`)).toBeFocused()
    await expect(panel.getByRole('status').filter({ hasText: /\d open time/ })).toHaveCount(1)
    expect(await ownSite.evaluate(() => history.length), 'a choice in the frame is no step back').toBe(steps)
    expect(ownSite.url()).toBe(site.address)
    expect(await inside()?.evaluate(() => self.origin), 'the frame has no session and no storage').toBe(
      'null',
    )

    const times = panel.locator('a[data-start]')
    const time = times.nth(Math.floor(Math.random() * (await times.count())))
    const start = await time.getAttribute('data-start')
    const [booking] = await Promise.all([ownSite.waitForEvent('popup'), time.click()])
    expect(ownSite.url(), "the coach's own page stays").toBe(site.address)
    const page = booking
    await page.waitForURL(/\/instructor\//)
    expect(new URL(page.url()).origin).toBe(ours)
    await hydrated(page)
    await expect(page.locator('input[name="time-slot"]:checked')).toHaveValue(start ?? '')
    await page.getByRole('button', { name: 'Confirm Booking' }).click()

    const dialog = page.getByRole('dialog', { name: 'Complete Your Booking' })
    await dialog.getByLabel('Name', { exact: false }).first().fill(`Robin ${someLetters()}`)
    await dialog.getByLabel('Email').fill(`${crypto.randomUUID()}@students.test`)
    await dialog.getByLabel('Phone').fill('704 555 0142')
    await dialog.getByLabel('Password', { exact: true }).fill('fairway-seven')
    // On a slow line the dialog is closed long before the checkout answers; its step of the history must not stop the load.
    const line = await page.context().newCDPSession(page)
    await line.send('Network.emulateNetworkConditions', slowLine)
    await dialog.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.waitForURL(/\/checkout\//)
    await line.send('Network.emulateNetworkConditions', { ...slowLine, latency: 0 })
    await payByCard(page)
    await page.waitForURL(/\/payment-success/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/booked|is confirmed/i)
    const { items } = await (await page.request.get('/api/v1/bookings')).json()
    expect(items).toMatchObject([{ status: 'confirmed' }])
    expect(Date.parse(items[0].start)).toBe(Date.parse(start ?? ''))
  } finally {
    await site.close()
  }
})

test('a coach copies the embed code and previews the widget', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'coach')
  await page.goto('/profile-edit')
  await hydrated(page)
  const section = page.getByRole('region', { name: 'Booking on your own website' })
  await section.getByLabel('Colors').selectOption('dark')
  await section.getByRole('button', { name: 'Copy code' }).click()
  await expect(page.getByText('Paste it where your page should show the panel.')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(embedSnippet(ours, { coachId: maya.id, label: maya.name, theme: 'dark' }))
  await section.getByRole('button', { name: 'Show a preview' }).click()
  const preview = page.frameLocator('iframe[title="Preview of the booking panel"]')
  await expect(preview.locator('html[data-theme="dark"] h1')).toContainText(maya.name)
})

test.describe('in a narrow column', () => {
  test.use({ expectedErrors: [/404 \(Not Found\)/] })

  test('the widget fits, also when there is no such coach', async ({ page }) => {
    await page.setViewportSize({ width: 280, height: 700 })
    await page.goto(`/embed/${maya.id}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(maya.name)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'the panel in a narrow column')
    await page.goto(`/embed/${crypto.randomUUID()}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'the panel of nobody')
  })
})
