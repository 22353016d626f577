import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  restOn,
  scenario,
  signIn,
  test,
} from './support.ts'

test('a coach finds a student, grants and revokes calendar access, and invites another [rows 95, 100]', async ({
  page,
}, { project }) => {
  await signIn(page, 'coach')
  await page.goto('/your-students')
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expectNoSidewaysScroll(page)

  // The view is in the URL, and the exported file contains the same view.
  await page.getByLabel('Search your students by name').fill('rivera')
  await expect(page).toHaveURL(/q=rivera/)
  await expect(page.getByRole('link', { name: 'Former student' })).toHaveCount(0)
  const row = page
    .locator(project.name === 'phone' ? 'li' : 'tr')
    .filter({ has: page.getByRole('link', { name: 'Sam Rivera' }) })
  const file = page.getByRole('link', { name: 'CSV of this list' })
  await expect(file).toHaveAttribute('href', /query=rivera/)

  const access = row.getByRole('switch')
  await expect(access).toHaveAttribute('aria-checked', 'true')
  await access.click()
  await restOn(page, 'Calendar closed')
  await expect(access).toHaveAttribute('aria-checked', 'false')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(access).toHaveAttribute('aria-checked', 'true')

  await page.getByRole('button', { name: 'Invite a student' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a student' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await expectAccessible(page, 'an invitation')
  const email = `journey-${project.name}-${crypto.randomUUID()}@golfers.test`
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  await page.goto(`/your-students?q=${encodeURIComponent(email)}`)
  await hydrated(page)
  await page.getByRole('button', { name: `Invitation of ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  await expect(page.getByText('No students found for')).toBeVisible()

  await page.goto(`/your-students/${scenario.sam.id}`)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Sam Rivera' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  const note = `Written on ${project.name} ${crypto.randomUUID()}`
  await page.getByLabel('Note about Sam Rivera').fill(note)
  await page.reload()
  await hydrated(page)
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Note saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Note about Sam Rivera')).toHaveValue(note)
})

test.describe('a note that is saved in another window', () => {
  test.use({ expectedErrors: [/409/] })

  test('is not overwritten by the text of this tab, even after a reload', async ({ page }) => {
    await signIn(page, 'coach')
    await page.goto(`/your-students/${scenario.sam.id}`)
    await hydrated(page)
    const note = page.getByLabel('Note about Sam Rivera')
    const save = page.getByRole('button', { name: 'Save note' })
    const conflict = page.getByText('This note was changed in another window')
    await note.fill(`Typed here ${crypto.randomUUID()}`)
    const latest = await saveElsewhere()
    await page.reload()
    await hydrated(page)
    await expect(note).toHaveValue(/^Typed here/)
    await save.click()
    await expect(conflict).toBeVisible()
    await page.getByRole('button', { name: 'Show the latest' }).click()
    await expect(note).toHaveValue(latest)

    const mine = `Typed later ${crypto.randomUUID()}`
    await note.fill(mine)
    await saveElsewhere()
    await save.click()
    await expect(conflict).toBeVisible()
    await page.getByRole('button', { name: 'Keep mine' }).click()
    await save.click()
    await expect(page.getByText('Note saved')).toBeVisible()
    await page.reload()
    await expect(note).toHaveValue(mine)

    async function saveElsewhere() {
      const path = `/api/coach/students/${scenario.sam.id}`
      const student = await (await page.request.get(path)).json()
      const text = `Saved there ${crypto.randomUUID()}`
      const saved = await page.request.put(`${path}/note`, {
        data: { note: text, basedOn: student.note.version },
      })
      expect(saved.ok(), await saved.text()).toBe(true)
      return text
    }
  })
})

test('what a coach types while a note is being saved is kept', async ({ page }) => {
  await signIn(page, 'coach')
  await page.goto(`/your-students/${scenario.sam.id}`)
  await hydrated(page)
  const response = Promise.withResolvers<void>()
  await page.route('**/rpc/students/saveNote', async (route) => {
    await response.promise
    await route.continue()
  })
  const note = page.getByLabel('Note about Sam Rivera')
  const words = `Grip ${crypto.randomUUID()}`
  await note.fill(words)
  await page.getByRole('button', { name: 'Save note' }).click()
  await note.fill(`${words} and stance`)
  response.resolve()
  await expect(page.getByText('Note saved')).toBeVisible()
  await expect(note).toHaveValue(`${words} and stance`)
  await expect(page.getByText('Not saved yet')).toBeVisible()
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByText('Not saved yet')).toBeHidden()
  await page.reload()
  await expect(note).toHaveValue(`${words} and stance`)
})

test('a student finds the coaches, books again in one tap, and removes a saved one with undo @only-phone [row 99]', async ({
  page,
}) => {
  await signIn(page, 'student')
  await page.goto('/your-instructors')
  await hydrated(page)
  const maya = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: scenario.maya.name }) })
  await expect(maya.getByText('Next open:')).toBeVisible()
  await expectNoSidewaysScroll(page)
  await maya.getByRole('link', { name: 'Book again with Coach Maya' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /^Saved/ }).click()
  const saved = page.getByRole('article').filter({ hasText: scenario.priya.name })
  await expect(saved).toBeVisible()
  await expectAccessible(page, 'saved coaches')
  await saved.getByRole('button', { name: /^Remove/ }).click()
  const undo = page.locator('[data-toaster]').getByRole('button', { name: 'Undo' })
  await undo.hover()
  await expect(saved).toHaveCount(0)
  await undo.click()
  await expect(saved).toBeVisible()
})
