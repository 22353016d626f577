import { expect, hydrated, isPhone, scenario, test } from './support.ts'

test('from the ZIP code to the account dialog with the keyboard alone', async ({ page }) => {
  test.skip(isPhone(page), 'a phone has no keyboard to walk with')
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
})

/** Presses Tab until the focus is where it should be; a hundred and fifty stops are too many for anybody. */
async function tabTo(page: import('@playwright/test').Page, selector: string, text?: string) {
  for (let stops = 0; stops < 150; stops++) {
    await page.keyboard.press('Tab')
    const there = await page.evaluate(
      ([wanted = '', words]) => {
        const at = document.activeElement
        return Boolean(at?.matches(wanted) && (!words || at.textContent?.includes(words)))
      },
      [selector, text] as const,
    )
    if (there) return
  }
  throw new Error(`the keyboard never reached ${selector}`)
}
