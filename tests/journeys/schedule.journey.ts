import { addDays, dateIn, minuteIn } from '#platform/time.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { newCoach } from './coach-support.ts'
import { bookWithMaya, newStudent } from './lesson-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, signIn, test } from './support.ts'

const quarter = (time: string) => {
  const [, hour = '0', minute = '0', half] = /(\d+):(\d\d)(?:.*?)([AP])M/.exec(time) ?? []
  return (Number(hour) % 12) * 60 + Number(minute) + (half === 'P' ? 720 : 0)
}

test('a coach moves a lesson by dragging and by keyboard, blocks a time, and enters a lesson [rows 95, 147]', async ({
  page,
  browser,
}) => {
  const student = await pageOfAnother(browser)
  const { name } = await newStudent(student.request)
  const bookingId = await bookWithMaya(student.request)
  const { start } = await (await student.request.get(`/api/bookings/${bookingId}`)).json()
  const date = dateIn(Date.parse(start), 'America/New_York')

  await signIn(page, 'coach')
  await page.goto(`/schedule?date=${date}`)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Schedule' })).toBeVisible()
  await expect(page.getByText(/All times in E[SD]T \(New York\)/)).toBeVisible()
  const lesson = page.locator(`[data-entry="${bookingId}"]`)
  await expect(lesson).toHaveAccessibleName(new RegExp(`^Lesson: ${name}, 60-minute Lesson, .*E[SD]T`))

  // Dropped half an hour lower: asked about with both times, and left where it was.
  await lesson.scrollIntoViewIfNeeded()
  await page.waitForFunction(
    (id) => document.querySelector(`[data-entry="${id}"]`)?.getAttribute('draggable') === 'true',
    bookingId,
  )
  const box = await lesson.boundingBox()
  if (!box) throw new Error('no lesson in sight')
  await page.mouse.move(box.x + 12, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 14, box.y + 14, { steps: 3 })
  await page.mouse.move(box.x + 14, box.y + 8 + box.height / 2, { steps: 5 })
  await page.mouse.up()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText(/Move this lesson\?|The lesson stays where it is/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // By keyboard: to seven in the morning, which is outside of her hours and always free.
  const began = quarter((await lesson.textContent()) ?? '')
  await lesson.focus()
  await page.keyboard.press('m')
  await expect(page.getByText(`Moving the lesson of ${name}`)).toBeAttached()
  for (let minute = began; minute > 7 * 60; minute -= 15) await page.keyboard.press('ArrowUp')
  await expect(page.getByText(/, 7:00 AM$/)).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This is outside of your open hours.')).toBeVisible()
  await expect(dialog.getByText(/unchanged. Nothing is paid again/)).toBeVisible()
  await expectAccessible(page, 'moving a lesson')
  await dialog.getByRole('button', { name: 'Move the lesson' }).click()
  await expect(page.getByText('Lesson moved')).toBeVisible()
  await expect(lesson).toHaveAccessibleName(/7:00 – 8:00 AM/)

  // The time cursor chooses a time; blocking it has an undo.
  const cursor = page.getByRole('button', { name: /^Choose a time with the arrow keys/ })
  await cursor.focus()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^Block time/ }).click()
  await dialog.getByLabel('Note').fill('A walk')
  await dialog.getByRole('button', { name: /^Block/ }).click()
  const keep = dialog.getByRole('button', { name: 'Block and keep lessons' })
  // A message with an undo says that it is blocked, unless there are lessons at that time to ask about.
  const undo = page.locator('[data-toaster]').getByRole('button', { name: 'Undo' })
  await expect(undo.or(keep)).toBeVisible()
  if (await keep.isVisible()) await keep.click()
  await undo.hover()
  await expect(page.getByRole('button', { name: /^Blocked, A walk/ })).toBeVisible()
  await undo.click()
  await expect(page.getByRole('button', { name: /^Blocked, A walk/ })).toBeHidden()

  // A lesson of her own, paid elsewhere, for the same student at six in the morning.
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Add a lesson' }).click()
  await dialog.getByRole('button', { name: /send the link/ }).click()
  await expect(dialog.getByText('Choose a date')).toBeVisible()
  await dialog.getByLabel('Student', { exact: true }).selectOption({ label: name })
  await dialog.getByLabel('Date').fill(date)
  await dialog.getByLabel('Starts').fill('05:30')
  await dialog.getByLabel('Price').fill('70')
  await dialog.getByLabel(/^Elsewhere/).check()
  await expectAccessible(page, 'adding a lesson')
  await dialog.getByRole('button', { name: 'Add the lesson' }).click()
  await dialog.getByRole('button', { name: 'Yes, use this time' }).click()
  await expect(page.getByText('Lesson entered')).toBeVisible()
  await page.getByRole('link', { name: new RegExp(`${name}.*5:30 – 6:30 AM`) }).click()
  await expect(dialog.getByText('$70, paid outside Greenside.')).toBeVisible()
})

test.describe('a lesson whose response is lost', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('is entered once when the coach sends it again; whether its time has passed is read from the clock of its place', async ({
    page,
  }) => {
    await newCoach(page.request)
    const added = await page.request.post('/api/coach/places', {
      data: { locationName: 'Palm Range', address: '1 Shore Road', zip: '96815' },
    })
    expect(added.ok(), await added.text()).toBe(true)
    const date = addDays(dateIn(Date.now(), 'America/New_York'), 5)
    await page.goto(`/schedule?date=${date}`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Add a lesson' }).click()
    const dialog = page.getByRole('dialog')

    // An hour ago in Vermont is hours ahead in Honolulu.
    const hourAgo = Date.now() - 3_600_000
    const minute = minuteIn(hourAgo, 'America/New_York')
    const [hours, minutes] = [Math.floor(minute / 60), minute % 60].map((part) =>
      String(part).padStart(2, '0'),
    )
    await dialog.getByLabel('Date').fill(dateIn(hourAgo, 'America/New_York'))
    await dialog.getByLabel('Starts').fill(`${hours}:${minutes}`)
    await expect(dialog.getByText('This time has passed')).toBeVisible()
    await dialog.getByLabel('Where', { exact: true }).selectOption('Palm Range')
    await expect(dialog.getByText('This time has passed')).toBeHidden()
    await dialog.getByLabel('Where', { exact: true }).selectOption('Worcester Range')

    // The price follows the length until the coach changes it.
    await expect(dialog.getByLabel('Price')).toHaveValue('80')
    await dialog.getByLabel('Length').selectOption('120')
    await expect(dialog.getByLabel('Price')).toHaveValue('160')
    await dialog.getByLabel('Price').fill('150')
    await dialog.getByLabel('Length').selectOption('90')
    await expect(dialog.getByLabel('Price')).toHaveValue('150')
    await dialog.getByLabel('Student', { exact: true }).selectOption('New student, phone only')
    await dialog.getByLabel('Name', { exact: true }).fill('Robin Marsh')
    await dialog.getByLabel('Phone', { exact: true }).fill('7045550123')
    await dialog.getByLabel('Date').fill(date)
    await dialog.getByLabel('Starts').fill('05:30')
    await dialog.getByRole('button', { name: 'Add the lesson' }).click()
    await page.route('**/rpc/schedule/enter', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await dialog.getByRole('button', { name: 'Yes, use this time' }).click()
    await expect(dialog.getByText('The lesson was not entered')).toBeVisible()
    await page.unroute('**/rpc/schedule/enter')
    await dialog.getByRole('button', { name: 'Yes, use this time' }).click()
    await expect(page.getByText('Lesson entered')).toBeVisible()
    await expect(page.getByRole('link', { name: /Robin Marsh.*5:30 – 7:00 AM/ })).toHaveCount(1)
  })
})

test('a coach views the calendar on a phone [row 95] @only-phone', async ({ page }) => {
  await signIn(page, 'coach')
  await page.goto('/schedule')
  await hydrated(page)
  const views = page.getByRole('navigation', { name: 'View' })
  for (const view of ['Agenda', 'Month']) {
    await views.getByRole('link', { name: view }).click()
    await expect(views.getByRole('link', { name: view })).toHaveAttribute('aria-current', 'page')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, view)
  }
})
