import { randomUUID } from 'node:crypto'
import { plainPhoto } from '../support/media.ts'
import { newCoach } from './coach-support.ts'
import { bookWithMaya, letItPass, newStudent } from './lesson-support.ts'
import { expect, expectAccessible, hydrated, scenario, signIn, test } from './support.ts'

test('an admin answers a ticket, settles a dispute with a half refund, handles a reported message, and checks a certificate [rows 98, 122, 125, 133]', async ({
  page,
  playwright,
  baseURL,
}) => {
  const student = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) })
  const { name } = await newStudent(student)
  const subject = `Clubs for ${name}`
  await test.step('a student asks for help, and reports a problem and a conversation', async () => {
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
  const coaching = await playwright.request.newContext({ ...(baseURL ? { baseURL } : {}) })
  const credential = `Putting license ${name}`
  await test.step('a coach requests a certificate check', async () => {
    await newCoach(coaching, { credential })
    const sent = await coaching.post(`/uploads/coach-pictures?id=${randomUUID()}&purpose=document`, {
      data: Buffer.from(await plainPhoto('png', 900, 700)),
      headers: { 'content-type': 'image/png' },
    })
    const { id: documentId } = await sent.json()
    const asked = await coaching.post('/api/coach/credentials/checks', {
      data: { credential, documentId, note: 'Number 4821' },
    })
    expect(await asked.json()).toEqual({ ok: true })
  })
  await signIn(page, 'admin')
  const find = `q=${encodeURIComponent(name)}`

  await test.step('the ticket is answered and closed', async () => {
    await page.goto(`/?tab=support&${find}`)
    await hydrated(page)
    // What was written fills one line of the list, and opens where it is longer.
    const message = page.getByRole('button', { name: 'May I rent clubs?' })
    await message.click()
    await expect(message).toHaveAttribute('aria-expanded', 'true')
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
    // The bell in the header leads to what needs attention.
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Notifications, .*need attention$/ }).click()
    await expect(page.getByRole('menuitem', { name: /^Support tickets \d+$/ })).toBeVisible()
    await page.getByRole('menuitem', { name: /^Disputes to settle \d+$/ }).click()
    await page.getByRole('button', { name: `Manage the dispute of ${name}` }).click()
    const dialog = page.getByRole('dialog', { name: /Dispute/ })
    await expect(dialog.getByText(`Half of it only, says ${name}`)).toBeVisible()
    await dialog.getByLabel('Notes').fill('Half is fair.')
    await dialog.getByLabel('Refund amount').fill('10,50')
    await dialog.getByRole('button', { name: /^Refund/ }).click()
    await expect(dialog.getByText('Enter an amount, such as 42.50')).toBeVisible()
    await dialog.getByLabel('Refund amount').fill('9999')
    await dialog.getByRole('button', { name: /^Refund/ }).click()
    await expect(dialog.getByText(/^You can refund \$\d.* at most$/)).toBeVisible()
    await expect(dialog.getByLabel('Notes')).toHaveValue('Half is fair.')
    await expectAccessible(page, 'a dispute')
    await dialog.getByRole('button', { name: 'Half' }).click()
    await dialog.getByRole('button', { name: /^Refund \$/ }).click()
    const confirmation = page.getByRole('alertdialog', { name: new RegExp(`^Refund \\$.* to ${name}\\?$`) })
    await expect(confirmation.getByText(/Maya .*loses \$/)).toBeVisible()
    await confirmation.getByRole('button', { name: /^Refund \$/ }).click()
    await expect(page.getByText(`refunded to ${name}`)).toBeVisible()
    await expect(dialog.getByLabel('Notes')).toHaveValue('Half is fair.')
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

  await test.step('the certificate is checked and recorded', async () => {
    await page.goto(`/?tab=certificates&${find}`)
    await hydrated(page)
    await page.getByRole('button', { name: `Check ${credential}` }).click()
    const dialog = page.getByRole('dialog', { name: credential })
    await expect(dialog.getByText('Number 4821')).toBeVisible()
    const document = dialog.getByRole('img', { name: /^What .* sent for/ })
    await expect
      .poll(() => document.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBeGreaterThan(0)
    await dialog.getByLabel('What were you shown?').fill('Membership card 4821, asked the association')
    await expectAccessible(page, 'a certificate')
    await dialog.getByRole('button', { name: 'Record as checked' }).click()
    await expect(page.getByText('Certificate recorded')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Checked', { exact: true }).first()).toBeVisible()
  })

  await student.dispose()
  await coaching.dispose()
})
