import { newStudent, someLetters } from './lesson-support.ts'
import { expect, hydrated, scenario, signIn, tabTo, test } from './support.ts'

// How a dialog fades is looked at below.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a visitor goes from the ZIP code to a card and the account dialog with only the keyboard [row 33]', async ({
  page,
}) => {
  await page.goto('/')
  await hydrated(page)
  await tabTo(page, 'input[name="zip"]')
  await page.keyboard.type('28202')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Found \d+ instructors within 50 miles of 28202/)).toBeVisible()
  await tabTo(page, `a[href*="${scenario.maya.id}"]`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: scenario.maya.name })).toBeVisible()
  await hydrated(page)
  await expect(page.getByRole('radio', { name: /[AP]M/ }).first()).toBeVisible()
  await tabTo(page, 'input[name="time-slot"]')
  await page.keyboard.press('Space')
  await expect(page.locator('input[name="time-slot"]:checked')).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('input[name="time-slot"]:checked')).toBeFocused()
  await tabTo(page, 'button', 'Confirm Booking')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Complete Your Booking' })
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeFocused()

  // Opened again while it fades away, it has the keys; until then neither keys nor clicks are for it.
  await page.evaluate(() =>
    document.documentElement.style.setProperty('--animate-sink-out', 'sink-out 60s both'),
  )
  await page.keyboard.press('Enter')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  const fading = page.locator('[role="dialog"]')
  await expect(fading).toHaveAttribute('data-state', 'closed')
  await expect(fading).toHaveAttribute('inert')
  await page.locator('button', { hasText: 'Confirm Booking' }).focus()
  await page.keyboard.press('Enter')
  await expect(fading).toHaveAttribute('data-state', 'open')
  await expect(fading).toBeFocused()
  await expect(fading).not.toHaveAttribute('inert')
})

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
  // What is done twice is undone twice: the second message is another one.
  for (const time of ['once', 'again'])
    await test.step(`suspended and undone ${time}`, async () => {
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
})
