import type { Page } from '@playwright/test'
import { bookWithMaya, mayasPage, newStudent, payHeld, someLetters } from './lesson-support.ts'
import {
  chooseTime,
  expect,
  expectFitsBothWidths,
  expectNoSidewaysScroll,
  hydrated,
  scenario,
  test,
  toCheckout,
} from './support.ts'

const childBornIn = () => String(new Date().getUTCFullYear() - 12)

async function describeChild(page: Page, name: string) {
  await page.getByLabel('Name of the golfer').fill(name)
  await expect(page.getByRole('radio', { name: /A child/ })).toBeChecked()
  await page.getByLabel('Year of birth').fill(childBornIn())
}

const held = async (page: Page) => {
  const answer = await page.request.get('/api/bookings')
  // A visitor has no account yet.
  if (!answer.ok()) return undefined
  const lessons = await answer.json()
  return lessons.find(({ status }: { status: string }) => status === 'pending')
}

test('a parent books for a child, and the coach sees the child’s name', async ({ page, browser }) => {
  const parent = await newStudent(page.request)
  const child = `Emma ${someLetters()}`
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Booking for someone else?' }).click()
  await expect(page.getByLabel('Name of the golfer')).toBeFocused()
  await chooseTime(page)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  // Nothing is held before the golfer is named.
  await expect(page.getByText('Name is required')).toBeVisible()
  await describeChild(page, child)
  await expectFitsBothWidths(page, 'booking for a child')
  await toCheckout(page)
  expect((await held(page)).golfer?.name).toBe(child)
  const bookingId = await payHeld(page.request, {
    bookingId: (await held(page)).id,
    checkoutUrl: (await held(page)).checkoutUrl,
  })
  await page.goto(`/lessons?lesson=${bookingId}`)
  await expect(page.getByRole('dialog').getByText(`for ${child}`).first()).toBeVisible()

  const details = page.getByRole('dialog')
  await details.getByLabel('Who plays').selectOption('Me')
  await expect(page.getByText('You play this lesson')).toBeVisible()
  await expectFitsBothWidths(page, 'changing who plays')
  await details.getByLabel('Who plays').selectOption(child)
  await expect(page.getByText(`${child} plays this lesson`)).toBeVisible()

  // The next booking begins with the child.
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  await expect(page.getByRole('radio', { name: child })).toBeChecked()
  await page.getByRole('radio', { name: 'Me', exact: true }).check()

  // Also when the button is pressed before the choice is loaded.
  const loading = Promise.withResolvers<void>()
  await page.route('**/who-plays-*.js', async (route) => {
    await loading.promise
    await route.continue()
  })
  await page.goto(`/instructor/${scenario.maya.id}`, { waitUntil: 'domcontentloaded' })
  await page.locator('input[name="time-slot"]').last().check()
  // Its terms move the button down.
  await expect(page.getByRole('region', { name: 'Price summary' })).toContainText(' until ')
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect.poll(async () => (await held(page))?.golfer?.name).toBe(child)
  loading.resolve()

  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${bookingId}`)
  const lesson = coach.getByRole('dialog')
  await expect(lesson.getByText(`with ${child}`)).toBeVisible()
  await expect(lesson.getByText(`Booked by ${parent.name}, who gets your messages.`)).toBeVisible()
  await expectFitsBothWidths(coach, 'the lesson of a child')
  await coach.goto(`/your-students?q=${encodeURIComponent(child)}`)
  await expect(coach.getByText(`Books for ${child}`).filter({ visible: true })).toBeVisible()

  // The coach enters the next lesson for the child, too.
  await coach.goto('/schedule')
  await hydrated(coach)
  await coach.getByRole('button', { name: 'Add', exact: true }).click()
  await coach.getByRole('menuitem', { name: 'Add a lesson' }).click()
  await lesson.getByLabel('Student', { exact: true }).selectOption({ label: parent.name })
  await expect(lesson.getByLabel('Who plays?')).toHaveValue(/.+/)
  await expect(lesson.getByLabel('Who plays?').locator('option')).toHaveText([parent.name, child])
  await expectFitsBothWidths(coach, 'entering a lesson for a child')
})

test('a visitor books for a child while signing up', async ({ page }) => {
  const child = `Liam ${someLetters()}`
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Booking for someone else?' }).click()
  await describeChild(page, child)
  await chooseTime(page)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  const account = page.getByRole('dialog')
  await account.getByLabel('Name', { exact: false }).first().fill(`Jordan ${someLetters()}`)
  await account.getByLabel('Email').fill(`${someLetters()}@students.test`)
  await account.getByLabel('Phone').fill('7045550123')
  await account.getByLabel('Password', { exact: true }).fill('fairway-seven')
  await account.getByRole('button', { name: 'Continue to Payment' }).click()
  await expect.poll(async () => (await held(page))?.golfer?.name).toBe(child)
})

test.describe('the settings', () => {
  // A year that no child is born in is refused.
  test.use({ expectedErrors: [/400 \(Bad Request\)/] })

  test('golfers are added, changed and removed in the settings', async ({ page }) => {
    await newStudent(page.request)
    await page.goto('/profile')
    await hydrated(page)
    const section = page.getByRole('region', { name: 'Golfers' })
    await expect(section.getByText('Only you so far')).toBeVisible()
    await section.getByRole('button', { name: 'Add a golfer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name of the golfer').fill('Emma Rivera')
    await dialog.getByLabel('Year of birth').fill('1980')
    await dialog.getByRole('button', { name: 'Add golfer' }).click()
    await expect(dialog.getByText('A child is born between')).toBeVisible()
    await dialog.getByLabel('Year of birth').fill(childBornIn())
    await expectFitsBothWidths(page, 'adding a golfer')
    await dialog.getByRole('button', { name: 'Add golfer' }).click()
    await expect(section.getByText(`Child, born in ${childBornIn()}`)).toBeVisible()

    await section.getByRole('button', { name: 'Change Emma Rivera' }).click()
    await dialog.getByRole('radio', { name: /An adult/ }).check()
    await expect(dialog.getByLabel('Year of birth')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Save golfer' }).click()
    await expect(section.getByText('Adult')).toBeVisible()

    await section.getByRole('button', { name: 'Remove Emma Rivera' }).click()
    await page.getByRole('button', { name: 'Remove golfer' }).click()
    await expect(section.getByText('Only you so far')).toBeVisible()
  })
})

test('a child has a workspace of its own, and clips of it once the parent allows them', async ({
  page,
  browser,
}) => {
  const parent = await newStudent(page.request)
  const child = `Emma ${someLetters()}`
  const { id: golferId } = await (
    await page.request.post('/api/me/golfers', {
      data: { name: child, relation: 'child', yearOfBirth: Number(childBornIn()) },
    })
  ).json()
  const bookingId = await bookWithMaya(page.request, undefined, golferId)

  const coach = await mayasPage(browser)
  await coach.goto(`/lessons?lesson=${bookingId}`)
  await coach.getByRole('dialog').getByRole('link', { name: 'Workspace' }).click()
  await expect(coach.getByRole('heading', { level: 1, name: child })).toBeVisible()
  await expect(coach.getByText(`Golfer of ${parent.name}, who gets your messages`)).toBeVisible()
  const parts = coach.getByRole('navigation', { name: 'Parts of the workspace' })
  await parts.getByRole('link', { name: 'Clips' }).click()
  await expect(coach.getByText('A parent decides whether clips of a child can be added.')).toBeVisible()
  await expect(coach.getByRole('button', { name: 'Add clips' })).toHaveCount(0)
  await expectFitsBothWidths(coach, 'clips of a child that are not allowed')

  await page.goto('/profile')
  await hydrated(page)
  const section = page.getByRole('region', { name: 'Golfers' })
  await section.getByRole('button', { name: `Allow clips of ${child}` }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expectFitsBothWidths(page, 'allowing clips of a child')
  await dialog.getByRole('button', { name: 'Allow clips', exact: true }).click()
  await expect(section.getByText('Clips are allowed')).toBeVisible()
  await coach.reload()
  await expect(coach.getByRole('button', { name: 'Add clips' })).toBeVisible()

  // Who plays alone is shown at once; with several, one chooses.
  await page.goto('/clips')
  await hydrated(page)
  await expect(page.getByRole('heading', { name: `of ${child}` })).toBeVisible()
  await bookWithMaya(page.request)
  await page.reload()
  await hydrated(page)
  const players = page.getByRole('navigation', { name: 'Who plays' })
  await expect(players.getByRole('link', { name: parent.name })).toHaveAttribute('aria-current', 'page')
  await players.getByRole('link', { name: child }).click()
  await expect(players.getByRole('link', { name: child })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByText(`${child}`).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add clips' })).toBeVisible()
  await expectFitsBothWidths(page, 'clips of a child, for the parent')

  // The parent chooses whose workspace is shown.
  await page.goto('/student-collaborate')
  await hydrated(page)
  await expect(page.getByText(child).first()).toBeVisible()

  await coach.goto(`/collaborate`)
  await hydrated(coach)
  await expect(coach.getByRole('link', { name: child }).getByText('golfer of')).toBeVisible()
  await expectNoSidewaysScroll(coach)
})
