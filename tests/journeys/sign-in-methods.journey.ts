import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newStudent } from './lesson-support.ts'
import { confirmAddress } from './letter-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  scenario,
  test,
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
  await confirmAddress(page.request, email)
  return email
}

/** Signs out by forgetting the cookies, on a page that asks the server for nothing. */
async function signOut(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Gives the page a device with a fingerprint reader that recognizes its user. */
async function addDevice(page: Page) {
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
}

/**
 * Turns off passkeys below the email field, on pages opened from now on: the device answers every question at once, also
 * that one, for which nothing is pressed.
 */
async function offerNothingBelowFields(page: Page) {
  await page.addInitScript(() => {
    // Only pages of the site have it.
    if ('PublicKeyCredential' in window)
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

test('a visitor books and signs up with a provider: two fields, and the chosen time is kept', {
  tag: '@only-phone',
}, async ({ page }) => {
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
  await google.click()
  await continueAtProvider(page, `${randomUUID()}@students.test`)

  await expect(page.getByRole('heading', { name: 'Almost done' })).toBeVisible()
  const fields = page.locator('main form').locator('input:visible, select:visible, textarea:visible')
  expect(await fields.count()).toBeLessThanOrEqual(3)
  await expect(page.getByLabel('Name')).toHaveValue('Robin Vale')
  await expectAccessible(page, 'what is missing for an account')
  await expectNoSidewaysScroll(page)
  await page.getByLabel('Phone').fill('704 555 0142')
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByText('Account created!')).toBeVisible()
  await expect(summary).toContainText(chosen)
  expect((await (await page.request.get('/api/me')).json()).fullName).toBe('Robin Vale')
})

test('an account with the same address is not signed in to by a provider; its owner connects it in the settings, and disconnects it', async ({
  page,
}) => {
  const email = await confirmedStudent(page)
  await signOut(page)
  await page.goto('/auth?redirect=/profile')
  await hydrated(page)
  // Who cancels at the provider comes back and may choose again.
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('You did not continue at Google. Nothing has changed.')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in another way' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
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
  await expect(page).toHaveURL('/profile')

  const methods = page.getByRole('region', { name: 'Sign-in methods' })
  await methods.getByRole('button', { name: 'Connect Google' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Google' })
  await dialog.getByLabel('Your password').fill(password)
  await expectAccessible(page, 'connecting a provider')
  await dialog.getByRole('button', { name: 'Continue to Google' }).click()
  await continueAtProvider(page, email)
  await expect(page.getByText('Google is connected')).toBeVisible()
  await expect(methods).toContainText(`Connected: ${email}`)

  await signOut(page)
  await page.goto('/auth?redirect=/profile')
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await continueAtProvider(page, email)
  await expect(page).toHaveURL('/profile')
  await methods.getByRole('button', { name: 'Disconnect Google' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(methods).toContainText('Not connected')

  // A signed-in person for whom connecting fails goes back to the settings.
  await page.goto('/sign-in-return')
  await expect(page.getByRole('heading', { name: 'Nothing was connected' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Profile Settings' })).toHaveAttribute(
    'href',
    '/profile#sign-in-methods',
  )
})

test.describe('with a device', () => {
  // The device and the script stay in the browser context. A passkey that was removed is refused.
  test.use({ mayBeUsed: false, expectedErrors: [/403 \(Forbidden\)/] })

  test('a student adds a passkey, renames it, signs in with it at the email field and by its button, and removes it', {
    tag: '@only-phone',
  }, async ({ page }) => {
    await addDevice(page)
    await confirmedStudent(page)
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

    await methods.getByRole('button', { name: /^Rename Chrome/ }).click()
    const rename = page.getByRole('dialog', { name: 'Rename the passkey' })
    await rename.getByLabel('Name').fill('My phone')
    await rename.getByRole('button', { name: 'Save the name' }).click()
    await expect(rename).toHaveCount(0)
    await expect(methods.getByText('My phone', { exact: true })).toBeVisible()
    await expect(methods).toContainText('not used yet')
    await expectAccessible(page, 'passkeys in the settings')
    await expectNoSidewaysScroll(page)

    // The browser offers it at the email field, and the device chooses it: nothing is pressed on the page.
    await signOut(page)
    await page.goto('/auth?redirect=/profile')
    await expect(page).toHaveURL('/profile')
    await expect(methods).toContainText('last used')

    await signOut(page)
    await offerNothingBelowFields(page)
    await page.goto('/auth?redirect=/profile')
    await hydrated(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL('/profile')
    await methods.getByRole('button', { name: 'Remove My phone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove it' }).click()
    await expect(page.getByText('The passkey is removed')).toBeVisible()
    await expect(methods.getByText('My phone', { exact: true })).toHaveCount(0)

    // The device still has it: it is refused, and the page says what to do.
    await signOut(page)
    await page.goto('/auth')
    await hydrated(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByText('This passkey was not accepted.')).toBeVisible()
    await expectAccessible(page, 'a passkey that was refused')
    expect(await (await page.request.get('/api/me')).json()).toBeNull()
  })
})
