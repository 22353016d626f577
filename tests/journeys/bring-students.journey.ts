import { randomUUID } from 'node:crypto'
import { newCoach } from './coach-support.ts'
import { newStudent } from './lesson-support.ts'
import { chooseTime, expect, expectFitsBothWidths, hydrated, lettersTo, test } from './support.ts'

test('a coach brings 300 students with 20 bad lines and confirms the letter; one accepts and books a lesson owed', async ({
  page,
  browser,
}) => {
  const { id: coachId } = await newCoach(page.request)
  const run = randomUUID().slice(0, 8)
  const pat = `pat-${run}@golfers.test`
  const lines = Array.from({ length: 319 }, (_, n) =>
    n % 15 === 7 && n < 300
      ? `Nobody,${n},not an address,,,1`
      : `Golfer,${n},golfer-${n}-${run}@golfers.test,802 555 0100,Plays on Saturdays,${n % 4}`,
  )
  const file = [
    'First Name,Last Name,Email,Phone,Notes,Lessons Left',
    `Pat,Palmer,${pat},802 555 0199,Slices,3`,
    ...lines,
  ]
  await page.goto('/your-students')
  await hydrated(page)
  await expect(page.getByText('Bring your students from a file')).toBeVisible()
  await page.getByRole('button', { name: 'Bring your students' }).last().click()
  const dialog = page.getByRole('dialog')
  // Another file first: its preview arrives after that of the right one, and is ignored.
  const preview = '**/rpc/students/previewStudents'
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(
    preview,
    async (route) => {
      await held
      await route.continue()
    },
    { times: 1 },
  )
  const asked = page.waitForRequest(preview)
  await dialog.getByLabel('File').setInputFiles({
    name: 'others.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Name,Email\nSam Rivera,sam-${run}@golfers.test`),
  })
  await asked
  await dialog.getByLabel('File').setInputFiles({
    name: 'clients.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file.join('\n')),
  })
  await expect(dialog.getByText('20 lines are left out')).toBeVisible()
  const late = page.waitForResponse(preview)
  answer()
  await late
  await expect(dialog.getByLabel('Email')).toHaveValue('2')
  await expect(dialog.getByLabel('Lessons you owe')).toHaveValue('5')
  await expect(dialog.getByText('20 lines are left out')).toBeVisible()
  await dialog.getByText('20 lines are left out').click()
  await expect(dialog.getByText('Line 10:')).toBeVisible()
  await expect(dialog.getByText('“not an address” is not an email address').first()).toBeVisible()
  await expectFitsBothWidths(page, 'the students of a file')
  // A column that is not in the file changes what is brought.
  await dialog.getByLabel('Lessons you owe').selectOption('')
  await expect(dialog.getByText('300 students to bring', { exact: true })).toBeVisible()
  await dialog.getByLabel('Lessons you owe').selectOption('5')
  await expect(dialog.getByText(/^300 students to bring, \d+ lessons owed$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Bring 300 students' }).click()
  await expect(dialog.getByText('Nobody has been written to.')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: '300 students added to your list' })).toBeVisible()

  // Undone, the file is still there with its columns.
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByText(/^300 students to bring, \d+ lessons owed$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Bring 300 students' }).click()
  await expect(dialog.getByRole('heading', { name: '300 students added to your list' })).toBeVisible()

  await dialog.getByRole('button', { name: 'See the letter' }).click()
  await dialog.getByLabel('Message').fill('My lessons are here now.')
  const letter = page.frameLocator('iframe[title="The letter as it will be sent"]')
  await expect(letter.getByText('My lessons are here now.')).toBeVisible()
  await expect(letter.getByText(/^3 lessons are waiting for you/)).toBeVisible()
  expect(await lettersTo(page.request, pat)).not.toContain('now takes bookings')
  await expectFitsBothWidths(page, 'the letter to brought students')
  await dialog.getByRole('button', { name: 'Send 300 letters' }).click()
  await expect(page.getByText('300 letters go out')).toBeVisible()
  await page.goto(`/your-students?q=${pat}`)
  await hydrated(page)
  await expect(page.getByText('Pat Palmer').filter({ visible: true }).first()).toBeVisible()

  const student = await browser.newContext(page.viewportSize() ? { viewport: page.viewportSize() } : {})
  const golfer = await student.newPage()
  let link = ''
  await expect(async () => {
    const outbox = (await lettersTo(page.request, pat)).replaceAll('&amp;', '&').replaceAll('&quot;', '"')
    link = /href="([^"]+invitation\?token=[^"&]+)"/.exec(outbox.replaceAll('&amp;', '&'))?.[1] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  await newStudent(golfer.request, 'Pat Palmer')
  await golfer.goto(link)
  await hydrated(golfer)
  await expect(golfer.getByText(/^3 lessons are waiting for you/)).toBeVisible()
  await golfer.getByRole('button', { name: 'Accept the invitation' }).click()
  await golfer.getByRole('link', { name: 'See open times' }).click()
  await expect(golfer.getByLabel('Pay with')).toContainText('Lessons owed: 3 of 3 left')
  await hydrated(golfer)
  await chooseTime(golfer)
  await golfer.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect
    .poll(async () => (await (await golfer.request.get('/api/packages')).json())[0]?.left, {
      timeout: 15_000,
    })
    .toBe(2)
  await golfer.goto('/lessons')
  await hydrated(golfer)
  await expect(golfer.getByText('2 of 3 lessons left').first()).toBeVisible()
  const { userId } = await (await golfer.request.get('/api/me')).json()
  await student.close()

  await page.goto(`/your-students/${userId}`)
  await hydrated(page)
  await expect(page.getByText('2 of 3 lessons left').first()).toBeVisible()
  await expect(page.getByLabel('Note about Pat Palmer')).toHaveValue('Slices\nPhone: 802 555 0199')
  expect(coachId).toBeTruthy()
})
