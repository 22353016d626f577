import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { renderEmail } from '#features/notifications/render-email.ts'
import { testProduct } from '../support/product.ts'

/** A company runs the marketplace with its own colors and logo. */
vi.hoisted(() => {
  process.env.BRAND_COLOR = '#1d3f8f'
  process.env.ACCENT_COLOR = '#8a2be2'
  // The set-up of the tests has read the colors already.
  vi.resetModules()
})

const LOGO_FILE = join(mkdtempSync(join(tmpdir(), 'brand-')), 'logo.png')
const product = testProduct({ LOGO_FILE })
const ours = /#(1f5a43|10291f|c93f22|d9482b)/i

beforeAll(() =>
  sharp({ create: { width: 512, height: 512, channels: 3, background: '#1d3f8f' } })
    .png()
    .toFile(LOGO_FILE),
)
afterAll(async () => {
  delete process.env.BRAND_COLOR
  delete process.env.ACCENT_COLOR
  vi.resetModules()
  await rm(dirname(LOGO_FILE), { recursive: true })
})

test('pages load the operator’s colors, and the installed app has them', async () => {
  const styles = await product.visitor().get('/brand.css')
  expect(styles.status).toBe(200)
  expect(styles.text).toContain('--brand:light-dark(#1d3f8f')
  expect(styles.text).toContain('--accent:light-dark(#8a2be2')
  expect(styles.text).not.toMatch(ours)
  expect(styles.text).not.toContain('--danger')
  const manifest = await product.visitor().get('/manifest.webmanifest')
  expect(manifest.text).toMatch(/"theme_color":"#[0-9a-f]{6}"/)
  expect(manifest.text).not.toMatch(ours)
})

test('emails have the operator’s colors', () => {
  const { html } = renderEmail(
    { subject: 'Booked', htmlContent: '<a style="background:#1f5a43" href="{{app_url}}">See it</a>' },
    { app_url: 'https://fairway.test', site_name: 'Fairway Works', support_email: 'help@fairway.test' },
    null,
  )
  expect(html).toContain('background:#1d3f8f')
  expect(html).not.toMatch(ours)
})

test('icons and social images show the logo', async () => {
  const icon = await product.visitor().get('/favicon.svg')
  expect(icon.status).toBe(200)
  expect(icon.text).toContain('data:image/png;base64,')
  const image = await product.visitor().send('GET', '/social/site.jpg')
  expect(image.status).toBe(200)
})
