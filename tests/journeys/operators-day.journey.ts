import { randomUUID } from 'node:crypto'
import { bookWithMaya, letItPass, newStudent } from './lesson-support.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  scenario,
  signIn,
  test,
} from './support.ts'

test('an operator answers a ticket, settles a dispute with half a refund, and deals with a reported message @phone [rows 122, 125, 133]', async ({
  page,
  playwright,
  baseURL,
}) => {
  const student = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) })
  const { name } = await newStudent(student)
  const subject = `Clubs for ${name}`
  await test.step('somebody asks, reports a problem and a conversation', async () => {
    const { email } = await (await student.get('/api/me')).json()
    await student.post('/api/support-tickets', {
      data: { clientId: randomUUID(), name, email, subject, message: 'May I rent clubs?' },
    })
    const bookingId = await bookWithMaya(student)
    // Some hour of the last nine days: other journeys need Maya's yesterday.
    await letItPass(bookingId, 2 + Math.floor(Math.random() * 200))
    const reported = await student.post(`/api/bookings/${bookingId}/problems`, {
      data: { reason: 'service_unsatisfactory', details: `Half of it only, says ${name}` },
    })
    expect(reported.status()).toBe(201)
    const begun = await student.post('/api/conversations', {
      data: { clientId: randomUUID(), instructorId: scenario.dale.id, content: `Hello from ${name}` },
    })
    const { conversationId } = await begun.json()
    await student.post(`/api/conversations/${conversationId}/reports`, {
      data: { reason: 'other', details: `Please look, ${name}` },
    })
  })
  await signIn(page, 'admin')
  const find = `q=${encodeURIComponent(name)}`

  await test.step('the ticket is answered and closed', async () => {
    await page.goto(`/?tab=support&${find}`)
    await hydrated(page)
    await page.getByRole('button', { name: `Open the ticket of ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: subject })
    await dialog.getByRole('button', { name: 'Send answer' }).click()
    await expect(dialog.getByText('Message is required')).toBeVisible()
    await dialog.getByLabel('Answer').fill('Yes, ten dollars a day.')
    await expectAccessible(page, 'a ticket')
    await dialog.getByRole('button', { name: 'Send answer' }).click()
    await expect(page.getByText('Answer sent')).toBeVisible()
    await dialog.getByLabel('Status').selectOption('closed')
    await expect(page.getByText('Ticket status has been updated successfully')).toBeVisible()
  })

  await test.step('the dispute is settled with half the price', async () => {
    await page.goto(`/?tab=disputes&${find}`)
    await hydrated(page)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: `Manage the dispute of ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: /Dispute/ })
    await expect(dialog.getByText(`Half of it only, says ${name}`)).toBeVisible()
    await dialog.getByLabel('Notes').fill('Half is fair.')
    await dialog.getByLabel('Refund to the student').fill('9999')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/^At most \$/)).toBeVisible()
    await expect(dialog.getByLabel('Notes')).toHaveValue('Half is fair.')
    await expectAccessible(page, 'a dispute')
    await dialog.getByRole('button', { name: 'Half' }).click()
    await dialog.getByLabel('Status').selectOption('resolved')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Dispute updated successfully')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Resolved', { exact: true }).first()).toBeVisible()
  })

  await test.step('the conversation is paused', async () => {
    await page.goto(`/?tab=reported-messages&${find}`)
    await hydrated(page)
    await page.getByRole('button', { name: /Look into it/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Something else' })
    await expect(dialog.getByText(`Please look, ${name}`)).toBeVisible()
    await dialog.getByRole('radio', { name: /Pause the conversation/ }).check()
    await expectAccessible(page, 'a report')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Report dealt with')).toBeVisible()
    await expect(page.getByText('Dealt with', { exact: true }).first()).toBeVisible()
  })
  await student.dispose()
})
