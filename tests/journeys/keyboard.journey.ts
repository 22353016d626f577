import { newStudent, someLetters } from './lesson-support.ts'
import { expect, hydrated, signIn, tabTo, test } from './support.ts'

test('an admin goes from the palette to a list and acts on its rows with only the keyboard [row 120]', async ({
  page,
  playwright,
  baseURL,
}) => {
  const letters = someLetters()
  for (const name of [`Birch ${letters}`, `Ames ${letters}`]) {
    const student = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) })
    await newStudent(student, name)
    await student.dispose()
  }
  const { keyboard } = page
  await signIn(page, 'admin')
  await page.goto('/')
  await hydrated(page)
  await keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  const looked = page.waitForResponse(/\/rpc\/operations\/find/)
  await keyboard.insertText('users')
  await looked
  await expect(async () => {
    await keyboard.press('ArrowDown')
    const users = palette.getByRole('option', { name: 'Users', exact: true })
    await expect(users).toHaveAttribute('aria-selected', 'true', { timeout: 1_000 })
  }).toPass()
  await keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(page.getByRole('link', { name: 'Open users' })).toBeVisible()
  await tabTo(page, 'main a', 'Open users')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/users/)

  const status = page.getByText(/^\d+ users? · times in /)
  await tabTo(page, 'input[name="q"]')
  await keyboard.type(letters)
  await keyboard.press('Enter')
  await expect(status).toHaveText(/^2 users ·/)
  await expect(page.locator('input[name="q"]')).toBeFocused()
  await tabTo(page, 'button', 'Account')
  await keyboard.press('Enter')
  await tabTo(page, 'input[name="choice"][value="open"]')
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/open/)
  await expect(status).toHaveText(/^2 users ·/)
  for (const name of ['Ames', 'Birch']) {
    await tabTo(page, 'input[type="checkbox"]', `Select ${name} ${letters}`)
    await keyboard.press('Space')
  }
  await expect(page.getByText('2 users selected')).toBeVisible()
  await tabTo(page, 'button', 'Suspend')
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Suspend: 2 users' })
  await tabTo(page, 'textarea[name="reason"]')
  await keyboard.type('A test of the keyboard')
  await tabTo(page, 'button[type="submit"]', 'Suspend')
  await keyboard.press('Enter')
  const undo = page.locator('[data-toaster]').getByRole('button', { name: 'Undo' })
  await expect(dialog).toBeHidden()
  await keyboard.press('F8')
  await expect(undo).toBeFocused()
  await expect(page.getByText('No users like that')).toBeVisible()
  await keyboard.press('Enter')
  await expect(status).toHaveText(/^2 users ·/)
})
