import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { switchOffCaddie, wordsKept } from './inbox-support.ts'
import { mayasPage, someLetters } from './lesson-support.ts'
import { expect, hydrated, scenario, tabTo, test } from './support.ts'

test('two people use only keyboards from the ZIP code through a card, the account dialog, a question and a proposal to a paid lesson [rows 33, 77, 84, 89]', async ({
  page,
  browser,
}, info) => {
  test.slow()
  const pointers = await countPointers(page)
  const key = (name: string) => page.keyboard.press(name)

  await page.goto('/')
  await hydrated(page)
  await tabTo(page, 'input[name="zip"]')
  await page.keyboard.type('28202')
  await key('Enter')
  await expect(page.getByText(/Found \d+ instructors within 50 miles of 28202/)).toBeVisible()
  await tabTo(page, `a[href*="${scenario.maya.id}"]`)
  await key('Enter')
  await expect(page.getByRole('heading', { level: 1, name: scenario.maya.name })).toBeVisible()
  await hydrated(page)
  await expect(page.getByRole('radio', { name: /[AP]M/ }).first()).toBeVisible()
  await tabTo(page, 'input[name="time-slot"]')
  await key('Space')
  await expect(page.locator('input[name="time-slot"]:checked')).toHaveCount(1)
  await key('ArrowRight')
  await expect(page.locator('input[name="time-slot"]:checked')).toBeFocused()
  await tabTo(page, 'button', 'Confirm Booking')
  await key('Enter')
  const booking = page.getByRole('dialog', { name: 'Complete Your Booking' })
  await expect(booking).toBeVisible()
  await expect(booking.locator(':focus')).toHaveCount(1)
  await key('Escape')
  await expect(booking).toBeHidden()
  await expect(page.getByRole('button', { name: 'Confirm Booking' })).toBeFocused()

  // Opened again while it fades away, it has the keys; until then neither keys nor clicks are for it.
  await page.evaluate(() =>
    document.documentElement.style.setProperty('--animate-sink-out', 'sink-out 60s both'),
  )
  await key('Enter')
  await expect(booking.locator(':focus')).toHaveCount(1)
  await key('Escape')
  const fading = page.locator('[role="dialog"]')
  await expect(fading).toHaveAttribute('data-state', 'closed')
  await expect(fading).toHaveAttribute('inert')
  await page.locator('button', { hasText: 'Confirm Booking' }).focus()
  await key('Enter')
  await expect(fading).toHaveAttribute('data-state', 'open')
  await expect(fading).toBeFocused()
  await expect(fading).not.toHaveAttribute('inert')
  await page.evaluate(() => document.documentElement.style.removeProperty('--animate-sink-out'))
  await key('Escape')
  await expect(booking).toBeHidden()

  // The visitor asks first: the link is above.
  await tabTo(page, `a[href*="instructor=${scenario.maya.id}"]`, 'Message', 'Shift+Tab')
  await key('Enter')
  const account = page.getByRole('dialog', { name: 'Create Your Account' })
  await expect(account.locator(':focus')).toHaveCount(1)
  await hydrated(page)
  const name = `Kim ${someLetters()}`
  await fillByKeyboard(page, 'Name', name)
  await fillByKeyboard(page, 'Email', `${randomUUID()}@visitors.test`)
  await fillByKeyboard(page, 'Phone', '7045550177')
  await fillByKeyboard(page, 'Password', 'fairway-seven')
  await fillByKeyboard(page, 'Message', 'Could you help me out of bunkers?')
  await tabTo(page, 'button', 'Create account and send')
  await key('Enter')
  await page.waitForURL(/\/inbox\?conversation=/)
  const id = new URL(page.url()).searchParams.get('conversation') ?? ''
  await switchOffCaddie(id)
  await hydrated(page)

  // The coach proposes a lesson from inside the conversation.
  const maya = await mayasPage(browser)
  const mayasPointers = await countPointers(maya)
  const title = `Bunkers ${info.project.name} ${id.slice(0, 4)}`
  await maya.goto(`/inbox?conversation=${id}`)
  await hydrated(maya)
  await expect(maya.getByRole('textbox', { name: /^Message / })).toBeFocused()
  await maya.keyboard.type('Gladly. I send you two times.')
  await maya.keyboard.press('Enter')
  await expect(page.getByText('Gladly. I send you two times.').last()).toBeVisible()
  await tabTo(maya, 'button', 'Propose')
  await maya.keyboard.press('Enter')
  const dialog = maya.getByRole('dialog', { name: 'Propose a lesson' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await fillByKeyboard(maya, 'Lesson title', title)
  // At the end of a month, the calendar opens at the next one, which may be the last.
  if (await dialog.getByRole('button', { name: /next month/i }).isEnabled()) {
    await tabTo(maya, 'button', 'next month')
    await maya.keyboard.press('Enter')
  }
  await tabTo(maya, '[role=gridcell] button:not([disabled])')
  await maya.keyboard.press('Enter')
  const times = dialog.getByRole('checkbox', { name: /[AP]M/ })
  await expect(times.first()).toBeVisible()
  await tabTo(maya, 'input[type=checkbox]', '')
  await maya.keyboard.press('Space')
  await expect(dialog.getByRole('list', { name: 'Chosen times' }).getByRole('listitem')).toHaveCount(1)
  await tabTo(maya, 'button', 'Send proposal')
  await maya.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  // It arrives where the student sits; a time, the card, and it is paid.
  const card = page.getByRole('article', { name: `Proposal: ${title}` })
  await expect(card).toBeVisible()
  await tabTo(page, 'input[type="radio"][name^="time-"]')
  await key('Space')
  await tabTo(page, 'button', 'Accept and pay')
  await key('Enter')
  await page.waitForURL(/\/checkout\//)
  await hydrated(page)
  await tabTo(page, 'input[autocomplete="cc-number"]')
  await page.keyboard.type('4242424242424242')
  await tabTo(page, 'input[autocomplete="cc-exp"]')
  await page.keyboard.type('1230')
  await tabTo(page, 'input[autocomplete="cc-csc"]')
  await page.keyboard.type('123')
  await key('Enter')
  await page.waitForURL(/\/payment-success/)
  await page.goto(`/inbox?conversation=${id}`)
  await expect(card.getByText('Scheduled')).toBeVisible()
  expect(await wordsKept(id)).toContain('Gladly. I send you two times.')
  expect([await pointers(), await mayasPointers()]).toEqual([0, 0])
})

/** Goes to a field by its label and types. */
async function fillByKeyboard(page: Page, label: string, text: string) {
  for (let stops = 0; stops < 200; stops++) {
    const isThere = await page.evaluate((wanted) => {
      const at = document.activeElement
      const labels =
        at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? [...(at.labels ?? [])] : []
      return labels.some((one) => (one.textContent ?? '').trim().startsWith(wanted))
    }, label)
    if (isThere) return await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard never reached ${label}`)
}

// The count of presses is added to every page, and how a dialog fades is looked at.
test.use({ mayBeUsed: false, contextOptions: { reducedMotion: 'no-preference' } })

/** Counts presses of a mouse or finger, on every page from now on. */
async function countPointers(page: Page) {
  let count = 0
  await page.exposeFunction('pointerWasPressed', () => {
    count += 1
  })
  await page.addInitScript(() => {
    document.addEventListener('pointerdown', () => {
      if ('pointerWasPressed' in window && typeof window.pointerWasPressed === 'function')
        window.pointerWasPressed()
    })
  })
  return async () => count
}
