import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { demoPassword } from '#db/seed/scenarios.ts'
import { newStudent } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  lettersTo,
  payByCard,
  scenario,
  signIn,
  test,
} from './support.ts'

const coach = scenario.dale

/** Continues at the local provider's page. */
async function continueAtProvider(page: Page, email: string, name = 'Robin Vale') {
  await expect(page.getByRole('heading', { name: 'Sign in to Greenside with Google' })).toBeVisible()
  await page.getByLabel('Email of the Google account').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a visitor books and signs up with a provider: two fields, and the chosen time is kept', {
  tag: '@phone',
}, async ({ page }) => {
  const email = `${randomUUID()}@students.test`
  await page.goto('/?zip=46220&price=any')
  await hydrated(page)
  await page.getByRole('link', { name: `Book a lesson with ${coach.name}` }).click()
  await expect(page.getByRole('heading', { name: 'Select Your Lesson Time' })).toBeVisible()
  await chooseTime(page)
  const summary = page.getByRole('region', { name: 'Price summary' })
  await expect(summary).toContainText(/\w+, \w+ \d+, \d+:\d\d/)
  const chosen = /\w+, \w+ \d+, \d+:\d\d/.exec((await summary.textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('button', { name: 'Continue to Booking' }).click()

  const account = page.getByRole('dialog', { name: 'Complete Your Booking' })
  const google = account.getByRole('button', { name: 'Continue with Google' })
  await expect(google).toBeInViewport()
  await expectAccessible(page, 'an account with or without a provider')
  await google.click()
  await continueAtProvider(page, email)

  await expect(page.getByRole('heading', { name: 'Almost done' })).toBeVisible()
  const fields = page.locator('main form').locator('input:visible, select:visible, textarea:visible')
  expect(await fields.count()).toBeLessThanOrEqual(3)
  await expect(page.getByLabel('Name')).toHaveValue('Robin Vale')
  await expectAccessible(page, 'what is missing for an account')
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Phone').fill('704 555 0142')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('region', { name: 'Price summary' })).toContainText(chosen)
  const popup = page.waitForEvent('popup', { timeout: 8_000 }).catch(() => page)
  await page.getByRole('button', { name: 'Continue to Booking' }).click()
  const checkout = await popup
  await checkout.waitForURL(/\/checkout\//)
  await payByCard(checkout)
  await checkout.waitForURL(/\/payment-success/)
  await expect(checkout.getByRole('heading', { level: 1 })).toContainText(/booked|is confirmed/i)
  await expect.poll(() => lettersTo(page.request, email)).toContain('You are booked with')
})

test('an account with the same address is not signed in to by a provider; its owner connects it in the settings, and disconnects it', async ({
  page,
}) => {
  await signIn(page, 'student')
  const { email } = scenario.sam
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/auth?redirect=/lessons')
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await continueAtProvider(page, email)
  await expect(page.getByRole('heading', { name: 'You already have an account' })).toBeVisible()
  await expect(
    page.getByText('Sign in with your password, then connect Google in Profile Settings.'),
  ).toBeVisible()
  await expectAccessible(page, 'an account that exists')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/lessons$/)

  await page.goto('/profile#sign-in-methods')
  await hydrated(page)
  const methods = page.getByRole('region', { name: 'Sign-in methods' })
  await methods.getByRole('button', { name: 'Connect Google' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Google' })
  await dialog.getByLabel('Your password').fill(demoPassword)
  await expectAccessible(page, 'connecting a provider')
  await dialog.getByRole('button', { name: 'Continue to Google' }).click()
  await continueAtProvider(page, email)
  await expect(page.getByText('Google is connected')).toBeVisible()
  await expect(methods).toContainText(`Connected: ${email}`)
  await expect.poll(() => lettersTo(page.request, email)).toContain('A way to sign in was added')

  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/auth?redirect=/profile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await continueAtProvider(page, email)
  await expect(page).toHaveURL(/\/profile$/)
  await methods.getByRole('button', { name: 'Disconnect Google' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(methods).toContainText('Not connected')
})

test('pressing Cancel at a provider leads back, and the password still works', async ({ page }) => {
  await page.goto('/auth')
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You did not continue at Google. Nothing has changed.')).toBeVisible()
  await expectAccessible(page, 'a provider that was left')
  await page.getByRole('link', { name: 'Sign in another way' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
})

test('a coach adds a passkey, renames it, and signs in with it', { tag: '@phone' }, async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await signIn(page, 'coach')
  await page.goto('/profile#sign-in-methods')
  await hydrated(page)
  const methods = page.getByRole('region', { name: 'Sign-in methods' })
  await methods.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog.getByLabel('Name')).toHaveValue(/Chrome/)
  await dialog.getByLabel('Your password').fill(demoPassword)
  await expectAccessible(page, 'adding a passkey')
  await dialog.getByRole('button', { name: 'Add the passkey' }).click()
  await expect(page.getByText('The passkey is added')).toBeVisible()

  await methods.getByRole('button', { name: /^Rename Chrome/ }).click()
  const rename = page.getByRole('dialog', { name: 'Rename the passkey' })
  await rename.getByLabel('Name').fill('My phone')
  await rename.getByRole('button', { name: 'Save the name' }).click()
  await expect(methods.getByText('My phone', { exact: true })).toBeVisible()
  await expect(methods).toContainText('not used yet')
  await expectAccessible(page, 'passkeys in the settings')
  await expectNoSidewaysScroll(page)

  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/auth?redirect=/profile')
  await hydrated(page)
  await expectAccessible(page, 'signing in with a passkey')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(methods).toContainText('last used')

  await methods.getByRole('button', { name: 'Remove My phone' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('The passkey is removed')).toBeVisible()
  await expect(methods.getByText('My phone', { exact: true })).toHaveCount(0)
})

test('a student who has not confirmed the address cannot add a way to sign in yet', async ({ page }) => {
  await newStudent(page.request)
  await page.goto('/profile#sign-in-methods')
  await hydrated(page)
  const methods = page.getByRole('region', { name: 'Sign-in methods' })
  await expect(methods).toContainText('Confirm your email address first')
  await expect(methods.getByRole('button')).toHaveCount(0)
})
