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

// A question and a document that are not there are asked for on purpose.
test.use({ expectedErrors: [/status of 404/] })

const stamp = () => `${Date.now()}-${Math.floor(Math.random() * 1e6)}`

test.describe('the help button', () => {
  test('opens a drawer, names missing fields, counts characters, and sends [rows 90-91]', {
    tag: '@only-phone',
  }, async ({ page }) => {
    await page.goto('/blog')
    await hydrated(page)
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Need Help?' })
    await expect(drawer).toBeVisible()
    const toasts = page.getByRole('region', { name: 'Notifications', exact: true })

    await drawer.getByRole('button', { name: 'Send message' }).click()
    await expect(toasts).toContainText('Validation Error')
    await expect(toasts).toContainText('Name is required')
    await expect(drawer.getByLabel('Name')).toBeFocused()
    await drawer.getByLabel('Name').fill('Lou Haskell')
    await drawer.getByLabel('Email').fill('lou@')
    await drawer.getByRole('button', { name: 'Send message' }).click()
    await expect(toasts).toContainText('Invalid email address')
    const email = `lou-${stamp()}@visitors.test`
    await drawer.getByLabel('Email').fill(email)
    await drawer.getByRole('button', { name: 'Send message' }).click()
    await expect(toasts).toContainText('Message is required')
    await expect(drawer.getByText('0 / 2000 characters')).toBeVisible()
    await drawer.getByLabel('Message').fill('Do you lend clubs?')
    await expect(drawer.getByText('18 / 2000 characters')).toBeVisible()
    await expectAccessible(page, 'the help drawer')

    await drawer.getByRole('button', { name: 'Send message' }).dblclick()
    await expect(toasts).toContainText('Message Sent!')
    await expect(toasts).toContainText(`We'll get back to you at ${email} within 24 hours.`)
    await expect(drawer).toBeHidden()
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(drawer.getByLabel('Message')).toHaveValue('')
  })

  test.describe('without a connection', () => {
    test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED/] })
    test('keeps the drawer open with the typed text, and sends it once on retry [row 91]', async ({
      page,
    }) => {
      await page.goto('/blog')
      await hydrated(page)
      await page.getByRole('button', { name: 'Help', exact: true }).click()
      const drawer = page.getByRole('dialog', { name: 'Need Help?' })
      await drawer.getByLabel('Name').fill('Lou Haskell')
      await drawer.getByLabel('Email').fill(`lou-${stamp()}@visitors.test`)
      await drawer.getByLabel('Message').fill('Is anybody there?')
      let release = () => {}
      const held = new Promise<void>((done) => {
        release = done
      })
      await page.route('**/rpc/support/send', async (route) => {
        await held
        await route.abort()
      })
      await drawer.getByRole('button', { name: 'Send message' }).click()
      await expect(drawer.getByRole('button', { name: 'Sending...' })).toBeDisabled()
      release()
      const toasts = page.getByRole('region', { name: 'Notifications', exact: true })
      await expect(toasts).toContainText('Failed to Send')
      await expect(toasts).toContainText('Please try again or email support directly.')
      await page.keyboard.press('Escape')
      await expect(drawer).toBeHidden()
      await page.unroute('**/rpc/support/send')
      await page.getByRole('button', { name: 'Help', exact: true }).click()
      await expect(drawer.getByLabel('Message')).toHaveValue('Is anybody there?')
      await drawer.getByRole('button', { name: 'Send message' }).click()
      await expect(toasts).toContainText('Message Sent!')
    })
  })

  test('also opens from the visitor’s Support link', async ({ page }) => {
    await page.goto('/blog')
    await hydrated(page)
    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Support' }).click()
    await expect(page.getByRole('dialog', { name: 'Need Help?' })).toBeVisible()
  })
})

test('a member is answered at the address of the account: the help drawer accepts no other', async ({
  page,
}) => {
  await signIn(page, 'student')
  await page.goto('/support')
  await hydrated(page)
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const email = page.getByRole('dialog', { name: 'Need Help?' }).getByLabel('Email')
  await expect(email).toHaveValue(/@/)
  await expect(email).not.toBeEditable()
})

test('a student finds help in the header of the messages, where a floating button would cover the field [row 90]', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, 'student')
  await page.goto('/inbox')
  await hydrated(page)
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Need Help?' })).toBeVisible()
})

test('the help button does not cover the booking button next to an open menu', async ({ page }) => {
  await signIn(page, 'student')
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  const [help, confirm] = [
    page.getByRole('button', { name: 'Help', exact: true }),
    page.getByRole('button', { name: 'Confirm Booking' }),
  ]
  await expect(confirm).toBeInViewport()
  await expect(help).toBeHidden()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(confirm).not.toBeInViewport()
  await expect(help).toBeVisible()
})

test('a student contacts support, sees the answer arrive, replies and closes the ticket', async ({
  page,
  browser,
}) => {
  await signIn(page, 'student')
  await page.goto('/support')
  await hydrated(page)
  const subject = `My receipt ${stamp()}`
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('Enter a short subject')).toBeVisible()
  await page.getByLabel('What is your question about?').fill(subject)
  await page.getByLabel('Message').fill('Where is it?\n<img src=x onerror=alert(1)>')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByRole('link', { name: subject }).click()
  const thread = page.getByRole('region', { name: 'Your question', exact: true })
  await expect(thread.getByText('<img src=x onerror=alert(1)>')).toBeVisible()

  const office = await pageOfAnother(browser)
  await signIn(office, 'admin')
  const ticketId = new URL(page.url()).searchParams.get('ticket')
  const answer = await office.request.post('/api/functions/send-support-notification', {
    data: { ticketId, adminResponse: 'It stands in My Lessons.' },
  })
  expect(answer.ok()).toBe(true)
  await expect(thread.getByText('It stands in My Lessons.')).toBeVisible()
  await expect(thread.getByText('Answered')).toBeVisible()

  await thread.getByLabel('Write again').fill('Found it!')
  await thread.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(thread.getByText('Found it!')).toBeVisible()
  await thread.getByRole('button', { name: 'Close request' }).click()
  await expect(thread.getByText('Closed')).toBeVisible()
  await expectAccessible(page, 'a question to support')
  await expectNoSidewaysScroll(page)
  await page.goto('/support?ticket=00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('We could not find that request.')).toBeVisible()
})

test('a visitor finds help articles with a question, reads them, and follows links', async ({ page }) => {
  await signIn(page, 'coach')
  await page.goto('/help')
  await hydrated(page)
  await expect(page.getByRole('link', { name: 'How and when you are paid' })).toBeVisible()
  await page.getByRole('link', { name: 'For students' }).click()
  await expect(page.getByRole('link', { name: 'Book a lesson' })).toBeVisible()
  await expectAccessible(page, 'the help')
  const search = page.getByRole('searchbox', { name: 'Search the help' })
  await search.fill('how do I cancel?')
  await search.press('Enter')
  await expect(page).toHaveURL(/q=how/)
  await page.getByRole('link', { name: 'Cancellation policies' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cancellation policies' })).toBeVisible()
  await expectAccessible(page, 'a help document')
  await expectNoSidewaysScroll(page)
  await page.goBack()
  await expect(search).toHaveValue('how do I cancel?')
  await page.goto('/help/no-such-thing')
  await expect(page.getByRole('heading', { name: 'There is no such document' })).toBeVisible()
})
