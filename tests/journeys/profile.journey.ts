import { newStudent } from './lesson-support.ts'
import { expect, expectAccessible, hydrated, scenario, signIn, test } from './support.ts'

const { maya } = scenario
const profile = `/instructor/${maya.id}`

test('a visitor browses pictures full screen, sees places, checked certificates and times, and saves the profile with one tap [rows 48, 50]', async ({
  page,
}) => {
  await page.goto(profile)
  await hydrated(page)

  await test.step('times are shown once where the clocks agree', async () => {
    const panel = page.locator('#instant-book-section')
    await expect(panel.getByRole('radio', { name: /[AP]M/ }).first()).toBeVisible()
    await expect(panel.getByText('your time')).toHaveCount(0)
  })

  await test.step('pictures: next, previous, wrap around, and focus returns', async () => {
    const opener = page.getByRole('button', { name: /All \d+ pictures/ })
    await opener.click()
    const box = page.getByRole('dialog')
    await expect(box.getByText('1 of 4')).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(box.getByText('2 of 4')).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect(box.getByText('4 of 4')).toBeVisible()
    await expectAccessible(page, 'pictures in full')
    await page.keyboard.press('Escape')
    await expect(box).toBeHidden()
    await expect(opener).toBeFocused()
  })

  await test.step('places on a map with directions, and a verified certificate with its date', async () => {
    const places = page.getByRole('region', { name: 'Where you meet' })
    await places.scrollIntoViewIfNeeded()
    await expect(places.locator('svg path').first()).toBeAttached()
    await expect(places.getByRole('link', { name: /Directions to Longleaf Hollow/ })).toHaveAttribute(
      'href',
      /destination=Longleaf/,
    )
    await expect(page.getByText(/Certificate checked \w+ \d+, \d{4}/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Verified: background and certificate' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('PGA Class A Professional')
    await expect(dialog).toContainText(/Background checkReport checked \w+ \d+, \d{4}/)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('the profile is saved in this browser, and with an email address afterwards', async () => {
    await page.getByRole('button', { name: /Save/ }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Profile saved' })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const saved = page.getByRole('main').getByRole('button', { name: 'Saved' })
    await expect(saved).toBeVisible()
    // The closed dialog goes back in the history.
    await hydrated(page)
    await page.reload()
    await hydrated(page)
    await saved.click()
    await page.getByRole('button', { name: 'Save profile' }).first().click()
    await expect(dialog.getByRole('link', { name: 'Create an account instead' })).toBeVisible()
    await expectAccessible(page, 'a saved profile')
    await dialog.getByRole('button', { name: 'Save with my email' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await dialog.getByLabel('Name').fill('Nora Field')
    await dialog.getByLabel('Email').fill(`saver-${crypto.randomUUID()}@students.test`)
    await dialog.getByRole('button', { name: 'Save with my email' }).click()
    await expect(page.getByRole('dialog', { name: 'Your details are saved' })).toBeVisible()
  })
})

test('a student saves a profile with one tap, and finds it in the saved list [row 50]', async ({ page }) => {
  const coach = scenario.ruth
  await newStudent(page.request)
  await page.goto(`/instructor/${coach.id}`)
  await hydrated(page)
  const button = page.getByRole('main').getByRole('button', { name: /Save/ }).first()
  await button.click()
  await expect(page.getByRole('main').getByRole('button', { name: /Saved/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main').getByRole('button', { name: /Saved/ })).toBeVisible()
})

test('an admin records a certificate check, and withdraws it [row 48]', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto(`/instructor/${scenario.priya.id}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Verified' }).click()
  const dialog = page.getByRole('dialog')
  const records = dialog.getByRole('region', { name: /Records/ })
  await expect(records.getByRole('listitem').first()).toBeVisible()
  // Withdraws the records of the demo first.
  while (await records.getByRole('button', { name: /^Withdraw the record/ }).count()) {
    await records
      .getByRole('button', { name: /^Withdraw the record/ })
      .first()
      .click()
    await records.getByLabel('Why it is no longer valid').fill('A test looks anew')
    await records.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(records.getByLabel('Why it is no longer valid')).toHaveCount(0)
  }
  const evidence = `Membership card ${crypto.randomUUID()}`
  await records.getByLabel('Evidence you saw').fill(evidence)
  await records.getByRole('button', { name: 'Record the check' }).click()
  await expect(records.getByText(evidence)).toBeVisible()
  await expect(dialog.getByText(/^Certificate checked/)).toBeVisible()
  await expect(page.getByText('We have not checked this.')).toBeVisible()
  await expectAccessible(page, 'what verified means, with the records of certificates')
})

test('a link to a coach opens booking over the list, and closing it shows the list [row 8]', {
  tag: '@only-phone',
}, async ({ page }) => {
  await page.goto(`/?zip=28202&openBooking=${maya.id}`)
  await hydrated(page)
  const dialog = page.getByRole('dialog', { name: 'Book a Lesson' })
  await expect(dialog.getByRole('heading', { name: 'Select Your Lesson Time' })).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /[AP]M/ }).first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Continue to Booking' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/Found \d+ instructors within 50 miles of 28202/)).toBeVisible()
  await expect(page).not.toHaveURL(/openBooking/)
})
