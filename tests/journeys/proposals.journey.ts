import type { APIRequestContext, Page } from '@playwright/test'
import { dateIn } from '#platform/time.ts'
import { switchOffCaddie, writeToMaya } from './inbox-support.ts'
import { mayasPage, newStudent, payHeld, someLetters } from './lesson-support.ts'
import { expect, expectAccessible, hydrated, scenario, signIn, tabTo, test } from './support.ts'

const card = (page: Page, title: string) => page.getByRole('article', { name: `Proposal: ${title}` })

/**
 * Chooses a late day with enough times in Maya's calendar, on the page of this month or the next one, and two
 * of its times.
 */
async function chooseTimes(maya: Page, dialog: ReturnType<Page['getByRole']>) {
  const late = (await laterTimes(maya.request)).map((start) => dateIn(Date.parse(start), 'America/New_York'))
  const day = late.findLast((date, place) => date === late[place - 3]) ?? ''
  const button = dialog.locator(`[data-day="${day}"] button`)
  await expect(dialog.getByRole('gridcell').locator('button:not([disabled])').first()).toBeVisible()
  if ((await button.count()) === 0) await dialog.getByRole('button', { name: /next month/i }).click()
  await button.click()
  const times = dialog.getByRole('checkbox', { name: /[AP]M/ })
  await expect(times.first()).toBeVisible()
  await times.first().check()
  await times.nth(2).check()
  await expect(dialog.getByRole('list', { name: 'Chosen times' }).getByRole('listitem')).toHaveCount(2)
}

test('a coach proposes in the conversation, the student asks for changes, the coach revises, the student accepts and pays: both see it scheduled [rows 89, 94, 147]', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  const { name } = await newStudent(context.request)
  const id = await writeToMaya(context.request, 'Could you help me with my short game?')
  await switchOffCaddie(id)
  const maya = await mayasPage(browser)
  const title = `Short game ${someLetters()}`
  await maya.goto(`/inbox?conversation=${id}`)
  await hydrated(maya)
  const propose = maya.getByRole('button', { name: /^Propose/ })
  await propose.click()
  const dialog = maya.getByRole('dialog', { name: 'Propose a lesson' })
  await dialog.getByRole('button', { name: 'Send proposal' }).click()
  await expect(dialog.getByText('Give the lesson a title')).toBeVisible()
  await expect(dialog.getByText('Choose at least one time')).toBeVisible()
  await expect(dialog.getByLabel('Lesson title')).toBeFocused()
  await dialog.getByLabel('Lesson title').fill(title)
  await dialog.getByLabel('Note').fill('Bring your wedges and a towel.')
  // What is typed is kept after Back and after a reload.
  await maya.goBack()
  await expect(dialog).toBeHidden()
  await maya.goto(`/inbox?conversation=${id}`)
  await hydrated(maya)
  await propose.click()
  await expect(dialog.getByLabel('Lesson title')).toHaveValue(title)
  await chooseTimes(maya, dialog)
  await expectAccessible(maya, 'the form of a proposal')
  await dialog.getByRole('button', { name: 'Send proposal' }).click()
  await expect(dialog).toBeHidden()

  await page.goto(`/inbox?conversation=${id}`)
  await hydrated(page)
  const offer = card(page, title)
  await expect(offer.getByText('Pending')).toBeVisible()
  await expect(offer.getByText('Bring your wedges and a towel.')).toBeVisible()
  await expectAccessible(page, 'a proposal in the conversation')
  await offer.getByRole('button', { name: 'Accept and pay $85' }).click()
  await expect(offer.getByText('Choose one of the times first')).toBeVisible()
  await offer.getByRole('button', { name: 'Ask for changes' }).click()
  const asking = page.getByRole('dialog', { name: 'Ask for changes' })
  await asking.getByLabel('What should be different?').fill('Could we do it for $80?')
  await asking.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(offer.getByText('Changes requested')).toBeVisible()

  // The coach's open page shows it without a reload, and the list contains it.
  await expect(card(maya, title).getByText(`${name} asks for changes`)).toBeVisible()
  await maya.goto('/proposals?tab=changes')
  await hydrated(maya)
  const listed = card(maya, title)
  await expect(listed.getByText('Could we do it for $80?')).toBeVisible()
  await listed.getByRole('button', { name: 'Change the proposal' }).click()
  const revising = maya.getByRole('dialog', { name: 'Change the proposal' })
  await expect(revising.getByLabel('Lesson title')).toHaveValue(title)
  await revising.getByLabel('Price').fill('80')
  await revising.getByRole('button', { name: 'Send the changes' }).click()
  await expect(revising).toBeHidden()

  const changed = card(page, title)
  await expect(changed.getByRole('button', { name: 'Accept and pay $80' })).toBeVisible()
  await changed.getByRole('radio').first().check()
  await changed.getByRole('button', { name: 'Accept and pay $80' }).click()
  await page.waitForURL(/\/checkout\//)
  await expect(page.getByText('$80').first()).toBeVisible()
  const [{ bookingId }] = await (await page.request.get(`/api/proposals/with/${scenario.maya.id}`)).json()
  await payHeld(page.request, { bookingId, checkoutUrl: new URL(page.url()).pathname })

  // The student's card says so after paying by keyboard: `keyboard-conversation.journey.ts`.
  await maya.getByRole('link', { name: /^Scheduled/ }).click()
  await expect(card(maya, title).getByText('Scheduled')).toBeVisible()
  const dashboard = await maya.request.get('/instructor/dashboard')
  expect(await dashboard.text()).toContain(`Proposal: ${title}`)
})

/** Lists Maya's open times at least two weeks ahead. */
async function laterTimes(request: APIRequestContext): Promise<string[]> {
  const answer = await request.get(`/api/coaches/${scenario.maya.id}/slots?durationMinutes=60`)
  const { days } = await answer.json()
  const from = Date.now() + 16 * 86_400_000
  return days
    .flatMap((day: { slots: { start: string }[] }) => day.slots.map(({ start }) => start))
    .filter((start: string) => Date.parse(start) > from)
}

test('a student books from a paid package on its card with only the keyboard', async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  const { name } = await newStudent(context.request)
  const id = await writeToMaya(context.request, 'I would like several lessons.')
  await switchOffCaddie(id)
  const maya = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await signIn({ request: maya }, 'coach')
  const students = await (await maya.get('/api/coach/proposal-students')).json()
  const student = students.find((one: { name: string }) => one.name === name)
  const times = await laterTimes(context.request)
  const title = `Five lessons ${someLetters()}`
  const made = await maya.post('/api/proposals', {
    data: {
      studentId: student.id,
      title,
      durationMinutes: 60,
      times: [times.at(-2), times.at(-5)],
      priceCents: 40_000,
      lessons: 5,
      validDays: 180,
    },
  })
  expect(made.status()).toBe(201)
  const { proposalId } = await made.json()
  await maya.dispose()
  // Accepting and paying by keyboard is tested in `keyboard-conversation.journey.ts`.
  const held = await context.request.post(`/api/proposals/${proposalId}/acceptance`, {
    data: { version: 1, start: times.at(-2) },
  })
  await payHeld(context.request, await held.json())

  await page.goto(`/inbox?conversation=${id}`)
  await hydrated(page)
  await expect(page.getByText('4 of 5 lessons left')).toBeVisible()
  await tabTo(page, 'button', 'Book a lesson')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Book from ${title}` })
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await expectAccessible(page, 'booking from a package')
  await tabTo(page, 'input[name="time-slot"]')
  await page.keyboard.press('Space')
  // The earliest time may be too soon to book by then.
  await page.keyboard.press('ArrowRight')
  await tabTo(page, 'button', 'Book ')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('3 of 5 lessons left')).toBeVisible()
})
