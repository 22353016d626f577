import { type Page, request } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { codeFrom, wrongCode } from '../support/totp.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

const password = 'fairway-seven'
// A wrong code is answered with 403, which the browser logs as an error.
test.use({ expectedErrors: [/status of 403/] })

async function signUp(page: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${crypto.randomUUID().slice(0, 8)}@journeys.test`
  const made = await page.request.post('/api/accounts', {
    data: { name, email, phone: '704 555 0150', password },
  })
  expect(made.status()).toBe(201)
  return email
}

/** Decodes the QR code on the page. */
async function scan(page: Page): Promise<string> {
  const shot = await page.getByRole('img', { name: 'QR code for your app' }).screenshot()
  const pixels = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
    const context = canvas.getContext('2d')
    context?.drawImage(bitmap, 0, 0)
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
    return { width: bitmap.width, height: bitmap.height, data: Array.from(data) }
  }, shot.toString('base64'))
  return decodeQR({ ...pixels, data: Uint8Array.from(pixels.data) })
}

test('two-step sign-in: scan, enter a first code, save the backup codes; then the password alone is not enough', async ({
  page,
  baseURL,
}) => {
  const email = await signUp(page, 'Two Step Tess')
  await page.goto('/profile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Set it up' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up two-step sign-in' })
  await dialog.getByLabel('Your password').fill('not mine')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('That password is not correct.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()

  const code = dialog.getByLabel('6-digit code')
  await expect(dialog.getByText('Scan this with an authenticator app')).toBeFocused()
  await expectAccessible(page, 'connecting an app')
  await expectNoSidewaysScroll(page)
  const uri = await scan(page)
  expect(uri).toBe(await dialog.getByRole('link', { name: 'Open my app' }).getAttribute('href'))
  const typed = (await dialog.getByTestId('secret').textContent())?.replaceAll(' ', '')
  expect(typed).toBe(new URL(uri).searchParams.get('secret'))
  await code.fill(wrongCode(uri))
  await code.press('Enter')
  await expect(dialog.getByText('That code is not correct.')).toBeVisible()
  await expect(code).toBeFocused()
  await code.fill(codeFrom(uri))
  await code.press('Enter')

  await expect(dialog.getByRole('heading', { name: 'Keep these backup codes' })).toBeFocused()
  const codes = await dialog
    .getByRole('list', { name: 'Backup codes' })
    .getByRole('listitem')
    .allTextContents()
  expect(new Set(codes).size).toBe(10)
  await expectAccessible(page, 'backup codes')
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('You have 10 backup codes left.')).toBeVisible()

  // Leaves the page first, because pending requests of the signed-in user would be refused.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/auth?redirect=/profile')
  await hydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('One more step: the code your app shows for Greenside.')).toBeVisible()
  await expect(page.getByLabel('6-digit code')).toBeFocused()
  await expectAccessible(page, 'the second step')
  await expectNoSidewaysScroll(page)
  expect(await (await page.request.get('/api/me')).json()).toBeNull()
  await page.getByLabel('6-digit code').fill(wrongCode(uri))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('That code is not correct.')).toBeVisible()
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await expect(page.getByLabel('Backup code')).toBeFocused()
  await page.getByRole('button', { name: 'Use a code from my app' }).click()
  // The code of the next half minute, because the current one was used to turn it on.
  await page.getByLabel('6-digit code').fill(codeFrom(uri, Date.now() + 30_000))
  await page.getByLabel('Don’t ask on this device for 30 days').check()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/profile')

  // This device is trusted now: the password is sufficient here, and nowhere else.
  const { cookies } = await page.context().storageState()
  const trusted = cookies.filter(({ name }) => name.includes('trusted_device'))
  expect(trusted).toHaveLength(1)
  for (const [own, isTrusted] of [
    [trusted, true],
    [[], false],
  ] as const) {
    const device = await request.newContext({
      baseURL: baseURL ?? '',
      storageState: { cookies: [...own], origins: [] },
    })
    const answer = await device.post('/api/sessions', { data: { email, password } })
    expect(answer.ok()).toBe(true)
    expect('secondFactor' in (await answer.json())).toBe(!isTrusted)
    await device.dispose()
  }

  await expect(page.getByText('You have 10 backup codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn it off' }).click()
  const off = page.getByRole('dialog', { name: 'Turn two-step sign-in off?' })
  await off.getByRole('button', { name: 'Use a backup code' }).click()
  await expect(off.getByLabel('Backup code')).toBeFocused()
  await off.getByLabel('Backup code').fill(codes[0]?.toUpperCase() ?? '')
  await off.getByLabel('Your password').fill(password)
  await expectAccessible(page, 'turning it off')
  await off.getByRole('button', { name: 'Turn it off' }).click()
  await expect(page.getByText('Two-step sign-in is off')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set it up' })).toBeVisible()
})
