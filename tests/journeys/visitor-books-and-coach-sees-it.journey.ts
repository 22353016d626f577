import { pageOfAnother } from './browser-contexts.ts'
import { someLetters } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  isPhone,
  lettersTo,
  payByCard,
  scenario,
  signIn,
  test,
} from './support.ts'

test('a visitor finds a coach by ZIP code, picks an open time, signs up, pays, and the coach sees the lesson [rows 27, 29, 50, 51, 52, 55, 68, 70, 74, 76, 81, 82]', {
  tag: '@only-phone',
}, async ({ page, browser }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Find Your Match' })).toBeVisible()

  await hydrated(page)
  await page.getByLabel('Your zip code').fill('28202')
  await page.getByRole('button', { name: 'See Instructors Near You' }).click()
  await expect(page.getByText(/Found \d+ instructors within 50 miles of 28202/)).toBeVisible()
  await expectAccessible(page, 'results')
  await expectNoSidewaysScroll(page)

  const card = page.getByRole('article').filter({ hasText: scenario.maya.name })
  await expect(card).toContainText('$85')
  await expect(card).toContainText(/0\.3 mi/)
  await card.getByRole('link', { name: /view profile/i }).click()
  await expect(page.getByRole('heading', { level: 1, name: scenario.maya.name })).toBeVisible()

  const panel = page.locator('#instant-book-section')
  await panel.scrollIntoViewIfNeeded()
  await chooseTime(page)
  await expect(panel).toContainText(/E[SD]T/)
  await expectAccessible(page, 'profile')
  await expectNoSidewaysScroll(page)
  await panel.getByRole('button', { name: 'Confirm Booking' }).click()

  const dialog = page.getByRole('dialog', { name: 'Complete Your Booking' })
  await dialog.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await expect(dialog.getByLabel('Name', { exact: false }).first()).toBeFocused()
  const name = `Robin ${someLetters()}`
  const email = `${crypto.randomUUID()}@students.test`
  await dialog.getByLabel('Name', { exact: false }).first().fill(name)
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Phone').fill('704 555 0142')
  await dialog.getByLabel('Password', { exact: true }).fill('fairway-seven')
  await expectAccessible(page, 'account dialog')
  const popup = isPhone(page) ? null : page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue to Payment' }).click()
  const checkout = (await popup) ?? page
  if (!isPhone(page)) {
    const notes = page.getByRole('region', { name: 'Notifications', exact: true })
    await expect(notes).toContainText('Account created!')
    await expect(notes).toContainText('Proceeding with your booking...')
    expect(await page.evaluate(() => JSON.stringify(Reflect.get(window, 'dataLayer')))).toContain(
      '"event":"student_signup","user_type":"student","signup_method":"instant_book"',
    )
  }
  await checkout.waitForURL(/\/checkout\//)
  await expect(checkout.getByText('$85').first()).toBeVisible()
  await expectAccessible(checkout, 'checkout')
  await expectNoSidewaysScroll(checkout)
  await payByCard(checkout)

  await checkout.waitForURL(/\/payment-success/)
  await expect(checkout.getByRole('heading', { level: 1 })).toContainText(/booked|is confirmed/i)
  await expectAccessible(checkout, 'payment success')
  const session = new URL(checkout.url()).searchParams.get('session_id')
  await checkout.goto(`/payment-confirmation?session_id=${session}`)
  await expect(checkout.getByText('Longleaf Hollow Golf Center').first()).toBeVisible()
  await expect(checkout.getByText(/E[SD]T/).first()).toBeVisible()
  await expectAccessible(checkout, 'payment confirmation')
  await expectNoSidewaysScroll(checkout)

  // The tab the student came from has been updated automatically.
  if (!isPhone(page)) {
    await expect(page).toHaveURL(/\/payment-confirmation\?session_id=/)
    await expect(page.getByRole('heading', { level: 1, name: "You're booked" })).toBeVisible()
  }
  await checkout.goto('/lessons')
  await expect(checkout.getByText('Coach Maya').first()).toBeVisible()
  await expect(checkout.getByText('Confirmed').first()).toBeVisible()
  await expectAccessible(checkout, 'lessons')
  await expectNoSidewaysScroll(checkout)

  const coach = await pageOfAnother(browser)
  await signIn(coach, 'coach')
  await coach.goto('/instructor/dashboard')
  await expect(coach.getByText(name).first()).toBeVisible()
  await expectNoSidewaysScroll(coach)

  await expect.poll(() => lettersTo(coach.request, email)).toContain('You are booked with')
})
