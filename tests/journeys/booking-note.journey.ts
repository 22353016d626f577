import { mayasPage, newStudent, payHeld } from './lesson-support.ts'
import { chooseTime, expect, expectFitsBothWidths, hydrated, scenario, test, toCheckout } from './support.ts'

const words = 'I slice my driver. My son comes along to watch.'

test('a student books with a note, changes it, and the coach reads it', async ({ page, browser }) => {
  await newStudent(page.request)
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Add a note for Coach Maya' }).click()
  const field = page.getByLabel('Note for Coach Maya')
  await expect(field).toBeFocused()
  await field.fill(words)
  await expect(page.getByText('47 / 500 characters')).toBeVisible()

  // What was typed stays after a reload.
  await page.reload()
  await hydrated(page)
  await expect(field).toHaveValue(words)
  await expectFitsBothWidths(page, 'a note for the coach')

  await chooseTime(page)
  await toCheckout(page)
  const held = async () => {
    const lessons = await (await page.request.get('/api/bookings')).json()
    return lessons.find(({ note }: { note: string | null }) => note === words)
  }
  const { id, checkoutUrl } = await held()
  const bookingId = await payHeld(page.request, { bookingId: id, checkoutUrl })
  await page.goto(`/lessons?lesson=${bookingId}`)
  const lesson = page.getByRole('dialog')
  await expect(lesson.getByText(words)).toBeVisible()
  await lesson.getByRole('button', { name: 'Change the note' }).click()
  await expect(lesson.getByLabel('Note for Coach Maya')).toBeFocused()
  await lesson.getByLabel('Note for Coach Maya').fill('Only putting, please.')
  await expectFitsBothWidths(page, 'changing the note')
  await lesson.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()
  await expect(lesson.getByText('Only putting, please.')).toBeVisible()

  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${bookingId}`)
  await expect(coach.getByRole('dialog').getByText('Only putting, please.')).toBeVisible()
  await expect(coach.getByRole('button', { name: 'Change the note' })).toHaveCount(0)
})

test('the note comes back after a checkout that was left without paying', async ({ page }) => {
  await newStudent(page.request)
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Add a note for Coach Maya' }).click()
  await page.getByLabel('Note for Coach Maya').fill(words)
  await chooseTime(page)
  const checkout = await toCheckout(page)
  await checkout.getByRole('button', { name: 'Leave without paying' }).click()
  await checkout.waitForURL(/\/instructor\//)
  await checkout.getByRole('button', { name: 'Choose a time again' }).click()
  await expect(checkout.getByLabel('Note for Coach Maya')).toHaveValue(words)
})

test('a note for one coach is not for the next one', async ({ page }) => {
  await newStudent(page.request)
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Add a note for Coach Maya' }).click()
  await page.getByLabel('Note for Coach Maya').fill(words)
  const others = page.getByRole('region', { name: 'Other coaches nearby' })
  await others.scrollIntoViewIfNeeded()
  await others
    .getByRole('link', { name: /^View profile/ })
    .first()
    .click()
  await expect(page).not.toHaveURL(new RegExp(scenario.maya.id))
  await expect(page.getByRole('region', { name: /^Book a lesson with/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Book a lesson with Coach Maya' })).toHaveCount(0)
  await expect(page.getByLabel(/^Note for/)).toHaveCount(0)
  // It is still there for the coach it was written for.
  await page.goBack()
  await expect(page.getByLabel('Note for Coach Maya')).toHaveValue(words)
})
