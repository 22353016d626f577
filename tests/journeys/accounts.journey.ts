import { type Page, request } from '@playwright/test'
import { plainPhoto } from '../support/media.ts'
import { followLetter } from './letter-support.ts'
import { readPage } from './page-answers.ts'
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

test('a person without the password: a sign-in link signs in with one click, and another link chooses a new password, once', async ({
  page,
}) => {
  const email = await signUp(page, 'Forgetful Fay')
  await page.context().clearCookies()
  // The link to sign in: opening it does not sign in, one click does, and it returns to the original page.
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

  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto('/auth')
  await hydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  // The email entered before is prefilled.
  await expect(page.getByLabel('Email')).toHaveValue(email)
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
  expect((await readPage(page.request, address)).words).toContain(
    'This link has been used. Each one works once.',
  )
})

test('the profile: confirm the address, change details, view devices, sign out everywhere, also in another tab [row 83]', async ({
  page,
  baseURL,
}) => {
  const email = await signUp(page, 'Careful Cary')
  await page.goto('/profile')
  await hydrated(page)
  await expect(page.getByText('Verify your email')).toBeVisible()
  const methods = page.getByRole('region', { name: 'Sign-in methods' })
  await expect(methods).toContainText('Confirm your email address first')
  await expect(methods.getByRole('button')).toHaveCount(0)
  await page.getByLabel('City').fill('Charlotte')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Add your city')).toHaveCount(0)

  // Another device, and another tab.
  const elsewhere = await request.newContext({ baseURL: baseURL ?? '' })
  await elsewhere.post('/api/sessions', { data: { email, password } })
  await elsewhere.dispose()
  const other = await page.context().newPage()
  await followLetter(other, email, 'Confirm your email address')
  await other.getByRole('button', { name: 'Confirm my address' }).click()
  await expect(other.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible()
  await other.goto('/lessons')
  await hydrated(other)

  await page.reload()
  await hydrated(page)
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('Charlotte')
  await expect(page.getByText('This one')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('button', { name: 'Sign out the others' }).click()
  await expect(page.getByText('One device was signed out')).toBeVisible()

  await page.evaluate(() => localStorage.setItem('isImpersonating', 'true'))
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Sign out everywhere' })
    .click()
  await expect(page).toHaveURL('/')
  await expect(other).toHaveURL(/\/auth\?redirect=/)
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

test.describe('a prospect whose last change does not reach the server at first', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })
  test('becomes a bookable coach in five steps, with a reload in between, and does not go live without the change', {
    tag: '@only-phone',
  }, async ({ page }) => {
    await page.goto('/prospect-signup')
    await hydrated(page)
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
    // What was saved is there after leaving and returning without a new page load, and after a reload.
    await page.getByRole('link', { name: 'Greenside' }).first().click()
    await page.getByRole('link', { name: 'Go on with your profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Where you teach' })).toBeVisible()
    await expect(page.getByLabel('Name of the place')).toHaveValue('Foothills Golf Center')
    await page.getByLabel('ZIP code').fill('85365')
    await expect(page.getByText('Yuma, AZ')).toBeVisible()
    await expect(page.getByText('Saved. You can continue at any time.')).toBeVisible()
    await page.reload()
    await hydrated(page)
    await page.getByRole('link', { name: 'Where you teach' }).click()
    await expect(page.getByLabel('ZIP code')).toHaveValue('85365')
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
    await expectAccessible(page, 'a week of hours')
    await expectNoSidewaysScroll(page)
    await expect(page.getByText('Saved. You can continue at any time.')).toBeVisible()
    await page.route('**/rpc/onboarding/saveDraft', (route) => route.abort())
    await page.getByLabel('Friday, until').selectOption('24:00')
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
    await expect(page.getByText('We could not reach the server.')).toBeVisible()
    await page.unroute('**/rpc/onboarding/saveDraft')
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
    await expect(page.getByRole('link', { name: 'Go to your dashboard' })).toHaveAttribute(
      'href',
      '/instructor',
    )
    const { week } = await (await page.request.get('/api/coach/availability')).json()
    expect(week.hours).toContainEqual(expect.objectContaining({ day: 5, from: '09:00', to: '24:00' }))
    const profile = await page.getByRole('link', { name: 'See your profile' }).getAttribute('href')
    expect((await readPage(page.request, profile ?? '')).headings).toContain('Rory Vale')
  })
})
