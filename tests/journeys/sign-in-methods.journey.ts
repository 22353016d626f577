import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newStudent } from './lesson-support.ts'
import { followLetter } from './letter-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectFitsBothWidths,
  expectNoSidewaysScroll,
  hydrated,
  lettersTo,
  payByCard,
  scenario,
  test,
  toCheckout,
} from './support.ts'

const coach = scenario.dale
const password = 'fairway-seven'

/** Continues at the local provider's page. */
async function continueAtProvider(page: Page, email: string, name = 'Robin Vale') {
  await expect(page.getByRole('heading', { name: 'Sign in to Greenside with Google' })).toBeVisible()
  await page.getByLabel('Email of the Google account').fill(email)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Signs in a new student who has confirmed the address. @returns the address */
async function confirmedStudent(page: Page): Promise<string> {
  const { email } = await newStudent(page.request)
  await followLetter(page, email, 'Confirm your email address')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  return email
}

/** Signs out by forgetting the cookies, on a page that asks the server for nothing. */
async function signOut(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Gives the page a device with a fingerprint reader that recognizes its user. @returns its session and id */
async function withDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devtools, authenticatorId }
}

/**
 * Turns off passkeys below the email field: the device answers every question at once, also that one, for which nothing
 * is pressed.
 */
async function offerNothingBelowFields(page: Page) {
  await page.addInitScript(() => {
    // Only pages of the site have it.
    if ('PublicKeyCredential' in window)
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

/** Adds a passkey in the settings. @returns the section */
async function addPasskey(page: Page) {
  await page.goto('/profile#sign-in-methods')
  await hydrated(page)
  const methods = page.getByRole('region', { name: 'Sign-in methods' })
  await methods.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await expect(dialog.getByLabel('Name')).toHaveValue(/Chrome/)
  await dialog.getByLabel('Your password').fill(password)
  await expectAccessible(page, 'adding a passkey')
  await dialog.getByRole('button', { name: 'Add the passkey' }).click()
  await expect(page.getByText('The passkey is added')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  return methods
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
  const checkout = await toCheckout(page, () =>
    page.getByRole('button', { name: 'Continue to Booking' }).click(),
  )
  await payByCard(checkout)
  await checkout.waitForURL(/\/payment-success/)
  await expect(checkout.getByRole('heading', { level: 1 })).toContainText(/booked|is confirmed/i)
  await expect.poll(() => lettersTo(page.request, email)).toContain('You are booked with')
})

test('an account with the same address is not signed in to by a provider; its owner connects it in the settings, and disconnects it', async ({
  page,
}) => {
  const email = await confirmedStudent(page)
  await signOut(page)
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
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(/\/lessons$/)

  await page.goto('/profile#sign-in-methods')
  await hydrated(page)
  const methods = page.getByRole('region', { name: 'Sign-in methods' })
  await methods.getByRole('button', { name: 'Connect Google' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Google' })
  await dialog.getByLabel('Your password').fill(password)
  await expectAccessible(page, 'connecting a provider')
  await dialog.getByRole('button', { name: 'Continue to Google' }).click()
  await continueAtProvider(page, email)
  await expect(page.getByText('Google is connected')).toBeVisible()
  await expect(methods).toContainText(`Connected: ${email}`)
  await expect.poll(() => lettersTo(page.request, email)).toContain('A way to sign in was added')

  await signOut(page)
  await page.goto('/auth?redirect=/profile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await continueAtProvider(page, email)
  await expect(page).toHaveURL(/\/profile$/)
  await methods.getByRole('button', { name: 'Disconnect Google' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(methods).toContainText('Not connected')

  // A signed-in person for whom connecting fails goes back to the settings.
  await page.goto('/sign-in-return')
  await expect(page.getByRole('heading', { name: 'Nothing was connected' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Profile Settings' }).click()
  await expect(page).toHaveURL(/\/profile#sign-in-methods$/)
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

test.describe('with a device', () => {
  // The device and the script stay in the browser context.
  test.use({ mayBeUsed: false })

  test('a student adds a passkey, renames it, signs in with it, and removes it', async ({ page }) => {
    await offerNothingBelowFields(page)
    await withDevice(page)
    await confirmedStudent(page)
    const methods = await addPasskey(page)

    await methods.getByRole('button', { name: /^Rename Chrome/ }).click()
    const rename = page.getByRole('dialog', { name: 'Rename the passkey' })
    await rename.getByLabel('Name').fill('My phone')
    await rename.getByRole('button', { name: 'Save the name' }).click()
    await expect(rename).toHaveCount(0)
    await expect(methods.getByText('My phone', { exact: true })).toBeVisible()
    await expect(methods).toContainText('not used yet')
    await expectFitsBothWidths(page, 'passkeys in the settings')

    await signOut(page)
    await page.goto('/auth?redirect=/profile')
    await hydrated(page)
    await expectFitsBothWidths(page, 'signing in with a passkey')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(/\/profile$/)
    await expect(methods).toContainText('last used')

    await methods.getByRole('button', { name: 'Remove My phone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove it' }).click()
    await expect(page.getByText('The passkey is removed')).toBeVisible()
    await expect(methods.getByText('My phone', { exact: true })).toHaveCount(0)
  })

  test('the browser offers the passkey at the email field, and choosing it signs in', async ({ page }) => {
    const { devtools, authenticatorId } = await withDevice(page)
    await confirmedStudent(page)
    await addPasskey(page)
    await signOut(page)
    // The person has not chosen yet.
    const choose = (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
    await choose(false)
    const offered = page.waitForResponse((answer) => answer.url().includes('/startPasskeySignIn'))
    await page.goto('/auth?redirect=/profile')
    await offered
    await hydrated(page)
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await choose(true)
    await expect(page).toHaveURL(/\/profile$/)
  })

  test.describe('whose passkey was removed from the account', () => {
    test.use({ expectedErrors: [/403 \(Forbidden\)/] })
    test('signs nobody in, and the page says what to do', async ({ page }) => {
      await offerNothingBelowFields(page)
      await withDevice(page)
      await confirmedStudent(page)
      const methods = await addPasskey(page)
      await methods.getByRole('button', { name: /^Remove Chrome/ }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove it' }).click()
      await expect(page.getByText('The passkey is removed')).toBeVisible()
      await signOut(page)
      await page.goto('/auth')
      await hydrated(page)
      await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
      await expect(page.getByText('This passkey was not accepted.')).toBeVisible()
      await expectAccessible(page, 'a passkey that was refused')
      expect(await (await page.request.get('/api/me')).json()).toBeNull()
    })
  })
})

test('a student who has not confirmed the address cannot add a way to sign in yet', async ({ page }) => {
  await newStudent(page.request)
  await page.goto('/profile#sign-in-methods')
  await hydrated(page)
  const methods = page.getByRole('region', { name: 'Sign-in methods' })
  await expect(methods).toContainText('Confirm your email address first')
  await expect(methods.getByRole('button')).toHaveCount(0)
})
