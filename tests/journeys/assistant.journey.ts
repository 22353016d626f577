import type { Page } from '@playwright/test'
import { inDatabase, say, writeToMaya } from './inbox-support.ts'
import { mayasPage, newStudent } from './lesson-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, test } from './support.ts'

/** Words of the conversation itself; the list and what is read out have them, too. */
const said = (page: Page, words: RegExp) => page.locator('[data-entry]').getByText(words)

test('a student asks, AI Caddie answers with open times and leaves when the student asks for the coach, and the student books one of the times [row 85]', async ({
  page,
  context,
}) => {
  await newStudent(context.request)
  const id = await writeToMaya(
    context.request,
    'How much is a 90-minute lesson, and do you have time next week?',
  )
  await page.goto(`/inbox?conversation=${id}`)
  await hydrated(page)
  await expect(page.getByText('Answered automatically')).toBeVisible()
  await expect(said(page, /automatic assistant\. A 90-minute lesson with Coach Maya costs \$/)).toBeVisible()
  const times = page.getByRole('list', { name: 'Times offered' }).getByRole('link')
  await expect(times.first()).toBeVisible()
  await expectAccessible(page, 'a conversation with AI Caddie')
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: 'Talk to the coach' }).click()
  await expect(page.getByText(/has been asked to answer you personally/)).toBeVisible()
  await expect(said(page, /I'll leave it to you two from here/)).toBeVisible()
  await expect(page.getByText('Answered automatically')).toHaveCount(1)

  const name = (await times.first().getAttribute('aria-label')) ?? ''
  const time = /\d{1,2}:\d{2} [AP]M/.exec(name)?.[0] ?? 'no time'
  await times.first().click()
  await expect(page).toHaveURL(/duration=90&date=\d{4}-\d{2}-\d{2}&time=/)
  await expect(page.locator('#instant-book-section').getByText(new RegExp(time)).first()).toBeVisible()
})

test('AI Caddie hands an unknown question to the coach with the reason, stays silent once the coach writes, and notes a proposal that the coach reviews before it is sent [rows 85, 86, 89]', async ({
  page,
  context,
  browser,
}) => {
  const { name } = await newStudent(context.request)
  const id = await writeToMaya(context.request, 'Is there parking at the range?')
  await page.goto(`/inbox?conversation=${id}`)
  await hydrated(page)
  await expect(said(page, /I don't have that information, so I've asked Coach Maya/)).toBeVisible()

  const maya = await mayasPage(browser)
  await maya.goto('/inbox')
  await hydrated(maya)
  const row = maya.getByRole('link').filter({ hasText: name })
  await expect(row.getByText('Needs you')).toBeVisible()
  await row.click()
  await expect(maya.getByText('AI Caddie did not know the answer')).toBeVisible()
  await expect(maya.getByRole('switch', { name: 'AI Caddie answers here' })).toBeChecked()
  await expectAccessible(maya, "the coach's side of a conversation with AI Caddie")

  await say(maya, 'Plenty, right by the gate.')
  await expect(maya.getByRole('switch', { name: 'AI Caddie answers here' })).not.toBeChecked()
  await expect(maya.getByText('You answer here yourself.')).toBeVisible()
  await expect(page.getByText('Plenty, right by the gate.').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Talk to the coach' })).toHaveCount(0)

  await maya.getByRole('switch', { name: 'AI Caddie answers here' }).click()
  await expect(page.getByRole('button', { name: 'Talk to the coach' })).toBeVisible()
  await say(page, 'I would like 5 lessons, any time next week is fine')
  await expect(maya.getByRole('paragraph').filter({ hasText: 'Proposal noted' })).toContainText(
    '5 lessons of 60 minutes',
  )
  await expect(maya.getByText('Would like a proposal from you')).toBeVisible()
  await maya.getByRole('button', { name: 'Review' }).click()
  const dialog = maya.getByRole('dialog', { name: 'Propose a lesson' })
  await expect(dialog.getByLabel('Lesson title')).toHaveValue('5 lessons of 60 minutes')
  await dialog.getByRole('button', { name: 'Send proposal' }).click()
  await expect(maya.getByText('Proposal sent', { exact: true })).toBeVisible()
  await expect(maya.getByText('Proposal noted')).toHaveCount(0)
  await expect(page.getByText('5 lessons of 60 minutes').last()).toBeVisible()
})

test('a coach turns AI Caddie off for everyone, and on again [row 85]', async ({ page, context }) => {
  await newStudent(context.request)
  const { userId } = await (await context.request.get('/api/me')).json()
  await inDatabase(async (client) => {
    await client.query(`update profiles set user_type = 'instructor' where id = $1`, [userId])
    await client.query('insert into instructor_profiles (user_id, is_visible) values ($1, false)', [userId])
  })
  await expect
    .poll(
      async () => (await (await context.request.get('/api/me')).json()).role,
      'the session hears of the role',
    )
    .toBe('coach')
  await page.goto('/inbox')
  await hydrated(page)
  const answersFirst = page.getByRole('switch', { name: 'AI Caddie' })
  await expect(answersFirst).toBeChecked()
  await answersFirst.press('Space')
  await expect(answersFirst).not.toBeChecked()
  await expect(page.getByText('Off: you answer everything yourself')).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(answersFirst).not.toBeChecked()
  await answersFirst.click()
  await expect(answersFirst).toBeChecked()
})
