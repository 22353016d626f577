import { expect, expectFitsBothWidths, hydrated, signIn, test } from './support.ts'

/** Letters that no other journey reads; two that run at once take different ones. */
const templates = ['second-factor-off', 'account-claimed', 'email-changed', 'account-closed'] as const

test('an admin edits an email template, previews it, sends a test, and restores the default text [row 140]', async ({
  page,
}) => {
  const template = templates[test.info().parallelIndex % templates.length]
  const subject = `Changed for a while ${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, 'admin')
  await page.goto(`/?tab=email&template=${template}`)
  await hydrated(page)
  const field = page.getByLabel('Subject')
  const before = await field.inputValue()

  await field.fill(`${subject} {{nope}}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('There is no variable {{nope}} in this template').first()).toBeVisible()
  await field.fill(subject)
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByText(`Subject: ${subject}`)).toBeVisible()
  await expect(
    page.frameLocator('iframe[title="Preview of the email"]').getByRole('heading').first(),
  ).toBeVisible()
  await expectFitsBothWidths(page, 'the preview of an email')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Template saved')).toBeVisible()

  await page.getByRole('button', { name: 'Test', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send test email' }).click()
  await expect(dialog.getByText('Please select a template and enter a test email address.')).toBeVisible()
  await dialog.getByLabel('Test email address').fill(`${crypto.randomUUID()}@journeys.test`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Test Email Sent!')).toBeVisible()

  await page.getByRole('tab', { name: 'Versions' }).click()
  await page
    .getByText('The original text.')
    .locator('xpath=ancestor::div[1]')
    .getByRole('button', { name: 'Restore' })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Unchanged', { exact: true })).toBeVisible()
  await page.getByRole('tab', { name: 'Content' }).click()
  await expect(field).toHaveValue(before)
})
