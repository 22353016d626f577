import type { Browser, Page } from '@playwright/test'
import { pageOfAnother } from './browser-contexts.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  scenario,
  signIn,
  test,
} from './support.ts'

const ofStudent = `/student-collaborate?coach=${scenario.maya.id}`
const ofCoach = `/student-workspace/${scenario.sam.id}`

async function open(browser: Browser, who: 'student' | 'coach', path: string): Promise<Page> {
  const page = await pageOfAnother(browser)
  await signIn(page, who)
  await page.goto(path)
  await hydrated(page)
  return page
}

test('a coach’s note shows to the student, and a check mark to the coach, without a reload [rows 95, 99]', async ({
  page,
  browser,
}) => {
  await signIn(page, 'student')
  await page.goto(ofStudent)
  await hydrated(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Coach Maya' })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'the workspace of a student')
  const coach = await open(browser, 'coach', ofCoach)

  // The coach's input is saved automatically, and visible to the student once it is shared.
  const words = `Quiet head, loud feet ${crypto.randomUUID()}`
  const next = coach.getByRole('region', { name: 'Next lesson' })
  await next
    .getByRole('button', { name: /^(Write|Edit) notes$/ })
    .first()
    .click()
  await coach.getByLabel('Notes for Sam').first().fill(words)
  await coach.getByLabel('Private note').first().fill('Ask about the knee')
  await expect(coach.getByText('Saved as a draft').first()).toBeVisible()
  await expect(page.getByText(words)).toBeHidden()
  await coach
    .getByRole('button', { name: /^Share (with Sam|changes)$/ })
    .first()
    .click()
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('Ask about the knee')).toBeHidden()

  // One tap to mark it, and one to undo.
  const tick = page.getByRole('button', { name: 'Done today: Step and swing' })
  await tick.click()
  // Its message has an undo button.
  await page.locator('[data-toaster]').getByRole('button', { name: 'Undo' }).hover()
  await expect(tick).toHaveAttribute('aria-pressed', 'true')
  // Drills marked before are listed next to it.
  const week = coach.getByText(/^Sam (practiced|has not practiced)/)
  await expect(week).toContainText(/Today:.*Step and swing/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tick).toHaveAttribute('aria-pressed', 'false')
  await expect(week).not.toContainText('Step and swing')
  await coach.context().close()
})

test('all changes that come while the workspace is open are seen', async ({ page, browser }) => {
  await signIn(page, 'student')
  await page.goto(`${ofStudent}&part=notes`)
  await hydrated(page)
  const coach = await open(browser, 'coach', ofCoach)
  const ofBoth = `/api/workspaces/${scenario.maya.id}/${scenario.sam.id}`
  for (const words of [`Grip ${crypto.randomUUID()}`, `Stance ${crypto.randomUUID()}`]) {
    const written = await coach.request.post(`${ofBoth}/notes`, { data: { isShared: true, content: words } })
    expect(written.status(), await written.text()).toBe(201)
    await expect(page.getByText(words)).toBeVisible()
  }
  await expect.poll(async () => (await (await page.request.get(ofBoth)).json()).news).toBe(0)
  await coach.context().close()
})

test('a private note that is not saved yet is still private after a reload', async ({ page }) => {
  await signIn(page, 'student')
  await page.goto(`${ofStudent}&part=notes`)
  await hydrated(page)
  const words = `Only for me ${crypto.randomUUID()}`
  await page.getByLabel('A new note').fill(words)
  await page.getByRole('switch', { name: 'Share with Coach Maya' }).click()
  await page.reload()
  await hydrated(page)
  await expect(page.getByLabel('A new note')).toHaveValue(words)
  await expect(page.getByRole('switch', { name: 'Share with Coach Maya' })).not.toBeChecked()
  await page.getByRole('button', { name: 'Keep the note' }).click()
  await expect(page.getByText('Saved for you only')).toBeVisible()
})

test.describe('a note that is changed in another window', () => {
  test.use({ expectedErrors: [/409/] })

  test('is not overwritten by the form that is open here', async ({ page }) => {
    await signIn(page, 'student')
    const words = `Ball position ${crypto.randomUUID()}`
    const made = await page.request.post(`/api/workspaces/${scenario.maya.id}/${scenario.sam.id}/notes`, {
      data: { isShared: true, content: words },
    })
    expect(made.status(), await made.text()).toBe(201)
    await page.goto(`${ofStudent}&part=notes`)
    await hydrated(page)
    await page
      .getByRole('listitem')
      .filter({ hasText: words })
      .getByRole('button', { name: 'Edit', exact: true })
      .click()
    const note = page.getByLabel('Note', { exact: true })
    const form = page.getByRole('listitem').filter({ has: note })
    await note.fill(`${words}, typed here`)
    const latest = `${words}, changed there`
    const { id } = await made.json()
    const changed = await page.request.put(`/api/workspace-notes/${id}`, {
      data: { basedOn: 1, isShared: true, content: latest },
    })
    expect(changed.status(), await changed.text()).toBe(200)
    await form.getByRole('button', { name: 'Share the note' }).click()
    await expect(form.getByText('This note was changed in another window')).toBeVisible()
    await expect(note).toHaveValue(`${words}, typed here`)
    await form.getByRole('button', { name: 'Show the latest' }).click()
    await expect(note).toHaveValue(latest)
  })
})

test('a launch-monitor file is previewed, saved, and charted with its table [row 95]', async ({ page }) => {
  await signIn(page, 'student')
  await page.goto(`${ofStudent}&part=numbers`)
  await hydrated(page)
  await expect(page.getByRole('img', { name: /^Carry with Driver: a chart of/ })).toBeVisible()
  await expectAccessible(page, 'launch-monitor numbers')
  await page.getByRole('button', { name: 'Add a launch-monitor file' }).click()
  const dialog = page.getByRole('dialog')
  const name = `wedges ${crypto.randomUUID().slice(0, 8)}`
  const speed = (100 + Math.random() * 20).toFixed(3)
  const shots = [150, 151, 152, 149, 150].map((carry) => `8i,${speed},${carry},2024-05-04`)
  await dialog.getByLabel('File').setInputFiles({
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`Club,Ball Speed (mph),Carry (yd),Played\n${shots.join('\n')}\n8i,fast,150,\n`),
  })
  await expect(dialog.getByText('5 shots, 1 line left out')).toBeVisible()
  await expectAccessible(page, 'the import of a launch-monitor file')
  const day = dialog.getByLabel('Hit on')
  const today = await day.inputValue()
  await dialog.getByLabel('Date', { exact: true }).selectOption('Played')
  await expect(day).toHaveValue('2024-05-04')
  await dialog.getByLabel('Date', { exact: true }).selectOption('Not in the file')
  await expect(day).toHaveValue(today)
  await dialog.getByRole('button', { name: 'Add 5 shots' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `Open ${name}` }).click()
  const session = page.getByRole('dialog', { name })
  await expect(session.getByRole('row', { name: /^1 150/ })).toBeVisible()
  await expectAccessible(page, 'a launch-monitor session')
  await page.goBack()
  await expect(session).toBeHidden()
  await page.getByLabel('Club', { exact: true }).selectOption('8 iron')
  await page.getByText('The same numbers as a table').click()
  await expect(page.getByRole('cell', { name: '150', exact: true }).first()).toBeVisible()
})
