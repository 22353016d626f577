import type { Page } from '@playwright/test'
import { plainPhoto } from '../support/media.ts'
import { followLetter } from './letter-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

const password = 'fairway-seven'

/** Creates a new account and signs it in in this browser. */
async function signUp(page: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${crypto.randomUUID().slice(0, 8)}@journeys.test`
  const made = await page.request.post('/api/accounts', {
    data: { name, email, phone: '704 555 0150', password },
  })
  expect(made.status()).toBe(201)
  return email
}

test('a forgotten password: request a link, open the email, choose a new password, and the link no longer works', async ({
  page,
}) => {
  const email = await signUp(page, 'Forgetful Fay')
  await page.context().clearCookies()
  await page.goto('/auth?redirect=/lessons')
  await hydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The email entered before is prefilled.
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page, 'the request for a new password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const address = await followLetter(page, email, 'Choose a new password')
  await expect(page.getByText('For the account of f•••@journeys.test.')).toBeVisible()
  await expectAccessible(page, 'the choice of a new password')
  const field = page.getByLabel('New password')
  await field.fill('golfer')
  await expect(page.getByText('Easy to guess')).toBeVisible()
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('This password is too easy to guess')).toBeVisible()
  await field.fill('three putts and a cloud')
  await expect(page.getByText('Strong')).toBeVisible()
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByText('Your new password is set')).toBeVisible()
  await expect(page).toHaveURL('/')

  await page.goto(address)
  await expect(page.getByText('This link has been used. Each one works once.')).toBeVisible()
})

test('a sign-in link: opening it signs nobody in, one click does, and it returns to the original page', async ({
  page,
}) => {
  const email = await signUp(page, 'Linkless Lou')
  await page.context().clearCookies()
  await page.goto('/lessons')
  await hydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await followLetter(page, email, 'Your sign-in link')
  expect(await (await page.request.get('/api/me')).json()).toBeNull()
  await expectAccessible(page, 'the sign-in link')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/lessons')
  await expect(page.getByRole('heading', { level: 1, name: 'My Lessons' })).toBeVisible()
})

test('the profile: confirm the address, change details, view devices, sign out everywhere', async ({
  page,
  playwright,
  baseURL,
}) => {
  const email = await signUp(page, 'Careful Cary')
  await page.goto('/profile')
  await hydrated(page)
  await expect(page.getByText('Verify your email')).toBeVisible()
  await expectAccessible(page, 'the profile')
  await expectNoSidewaysScroll(page)
  await page.getByLabel('City').fill('Charlotte')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Add your city')).toHaveCount(0)

  await followLetter(page, email, 'Confirm your email address')
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await page.goto('/profile')
  await hydrated(page)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Charlotte')

  // Another device, and a wrong password before a sensitive action.
  const elsewhere = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await elsewhere.post('/api/sessions', { data: { email, password } })
  await page.reload()
  await hydrated(page)
  await expect(page.getByText('This one')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('button', { name: 'Sign out the others' }).click()
  await expect(page.getByText('One device was signed out')).toBeVisible()
  await elsewhere.dispose()

  await page.evaluate(() => localStorage.setItem('isImpersonating', 'true'))
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Sign out everywhere' })
    .click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('isImpersonating'))).toBeNull()
  expect(await (await page.request.get('/api/me')).json()).toBeNull()
})

test.describe('with a wrong password', () => {
  test.use({ expectedErrors: [/403 \(Forbidden\)/] })
  test('closing the account fails; with the right one the account is deleted', async ({ page }) => {
    await signUp(page, 'Leaving Lee')
    await page.goto('/profile')
    await hydrated(page)
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Your password').fill('not it')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(dialog.getByText('That password is not correct.')).toBeVisible()
    await expectAccessible(page, 'the way out')
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page).toHaveURL('/')
    expect(await (await page.request.get('/api/me')).json()).toBeNull()
  })
})

test('two tabs: signing out in one signs out the other [row 83]', async ({ page }) => {
  await signUp(page, 'Tabby Teal')
  await page.goto('/lessons')
  await hydrated(page)
  const other = await page.context().newPage()
  await other.goto('/profile')
  await hydrated(other)
  await other.getByRole('button', { name: 'Sign out everywhere' }).click()
  await other.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page).toHaveURL(/\/auth\?redirect=/)
})

test('a prospect becomes a bookable coach in five steps, with a reload in between', {
  tag: '@only-phone',
}, async ({ page }) => {
  await page.goto('/prospect-signup')
  await hydrated(page)
  await expectAccessible(page, 'the sign-up of a coach-to-be')
  await page.getByLabel('Name').fill('Rory Vale')
  await page.getByLabel('Email').fill(`rory.${crypto.randomUUID().slice(0, 8)}@journeys.test`)
  await page.getByLabel('Phone').fill('928 555 0150')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Start looking' }).click()
  await expect(page.getByText('Account created!')).toBeVisible()

  await page.goto('/instructor-onboarding')
  await hydrated(page)
  await expect(page.getByLabel('Name')).toHaveValue('Rory Vale')
  // Onboarding shows no student menu, and does not claim that input was saved before there is any.
  await expect(page.getByRole('navigation', { name: 'Student' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'My Lessons' })).toHaveCount(0)
  await expect(page.getByText('What you type is saved as you go.')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Tell students a little about yourself')).toBeVisible()
  await expect(page.getByLabel('About you')).toBeFocused()
  await expectAccessible(page, 'the first step, with a fault')
  await page
    .getByLabel('About you')
    .fill('Twenty years of other people’s slices, most of them cured and all forgiven.')
  await page.getByLabel('Years of coaching').fill('12')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Where you teach' })).toBeFocused()
  await page.getByLabel('Name of the place').fill('Foothills Golf Center')
  await page.getByLabel('ZIP code').fill('99999')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('We do not know this ZIP code')).toBeVisible()
  await expect(page.getByLabel('ZIP code')).toBeFocused()
  await expect(page.getByText('Saved. You can continue at any time.')).toBeVisible()
  await page.goto('/')
  await hydrated(page)
  await page.getByRole('link', { name: 'Go on with your profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Where you teach' })).toBeVisible()
  await hydrated(page)
  await page.getByLabel('ZIP code').fill('85365')
  await expect(page.getByText('Yuma, AZ')).toBeVisible()
  await expect(page.getByText('Saved. You can continue at any time.')).toBeVisible()
  // What was saved is there after leaving and returning without a new page load.
  await page.getByRole('link', { name: 'Greenside' }).first().click()
  await page.getByRole('link', { name: 'Go on with your profile' }).click()
  await page.getByRole('link', { name: 'Where you teach' }).click()
  await expect(page.getByLabel('ZIP code')).toHaveValue('85365')
  await page.reload()
  await hydrated(page)
  await page.getByRole('link', { name: 'Where you teach' }).click()
  await expect(page.getByLabel('Name of the place')).toHaveValue('Foothills Golf Center')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByText('Short Game').click()
  await page.getByLabel('Launch monitor').fill('TrackMan 4')
  await page.getByLabel('Price per hour').fill('92.50')
  await page.getByText('2 hours').click()
  await expect(page.getByText('$185')).toBeVisible()
  await expectAccessible(page, 'what is taught')
  await page.getByRole('button', { name: 'Continue' }).click()

  // Sets Monday to Friday at once.
  await page.getByLabel('These days, from').selectOption('09:00')
  await page.getByRole('button', { name: 'Set 5 days' }).click()
  await expect(page.getByLabel('Monday', { exact: true })).toBeChecked()
  await expect(page.getByLabel('Friday', { exact: true })).toBeChecked()
  await page.getByLabel('Friday, until').selectOption('24:00')
  await expectAccessible(page, 'a week of hours')
  await expectNoSidewaysScroll(page)
  await page.goBack()
  await expect(page.getByLabel('Price per hour')).toHaveValue('92.50')
  await page.goForward()
  // The previous step has a button of the same name.
  await expect(page.getByLabel('Friday, until')).toHaveValue('24:00')
  await page.getByRole('button', { name: 'Continue' }).click()

  await expect(page.getByText('9:00 AM to midnight')).toBeVisible()
  await expect(page.getByText('12 years of coaching')).toBeVisible()
  await expect(page.getByText('Launch monitor: TrackMan 4')).toBeVisible()
  await expectAccessible(page, 'the preview')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Go live' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your profile is live, Rory' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Connect a bank account' })).toBeVisible()
  await hydrated(page)
  await page.locator('input[type=file]').setInputFiles({
    name: 'portrait.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await plainPhoto('png', 600, 600)),
  })
  await page.getByRole('button', { name: 'Save portrait' }).click()
  await expect(page.getByText('Portrait saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Choose another' })).toBeVisible()
  await expectAccessible(page, 'the end of the onboarding')
  await expectNoSidewaysScroll(page)
  await expect(page.getByText('Your email address is not confirmed yet')).toBeVisible()
  const profile = await page.getByRole('link', { name: 'See your profile' }).getAttribute('href')
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await expect(page).toHaveURL('/instructor')

  // A visitor finds open times. Leaves the dashboard first, which would keep listening for its coach.
  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(profile ?? '')
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Rory Vale' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /[AP]M/ }).first()).toBeVisible()
})

test.describe('a coach-to-be whose last change does not reach the server', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  test('does not go live without it, and goes live with it on the next attempt', async ({ page }) => {
    await signUp(page, 'Nora Yuma')
    const draft = {
      displayName: 'Nora Yuma',
      bio: 'Teaches the short game outdoors, early in the day before the heat arrives.',
      gender: '',
      years: '6',
      locationName: 'Foothills Golf Center',
      address: '',
      zip: '85365',
      facilityTypes: ['outdoor'],
      specialties: ['Putting'],
      hourlyRate: '85',
      durations: [60],
      launchMonitor: '',
      credential: '',
      hours: [{ day: 1, from: '09:00', to: '17:00' }],
    }
    expect((await page.request.put('/api/coach-draft', { data: draft })).ok()).toBe(true)
    await page.goto('/instructor-onboarding?step=teaching')
    await hydrated(page)
    await page.route('**/rpc/onboarding/saveDraft', (route) => route.abort())
    await page.getByLabel('Price per hour').fill('120')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/step=hours/)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Your saved cards are deleted')).toBeVisible()
    await page.getByRole('button', { name: 'Go live' }).click()
    await expect(page.getByText('We could not reach the server.')).toBeVisible()
    await page.unroute('**/rpc/onboarding/saveDraft')
    await page.getByRole('button', { name: 'Go live' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^Your profile is live/ })).toBeVisible()
    const { words } = await (await page.request.get('/api/coach/profile')).json()
    expect(words.hourlyRate).toBe('120')
  })
})
