import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  scenario,
  signIn,
  test,
} from './support.ts'

const stamp = () => `${Date.now()}-${Math.floor(Math.random() * 1e6)}`

// Without a connection, and for a question that is not there.
test.use({ expectedErrors: [/ERR_FAILED|status of 404/] })

test.describe('the help drawer', () => {
  test('opens from the visitor’s Support link, names missing fields, counts characters, keeps the typed text when sending fails, and sends once on retry [rows 90-91]', {
    tag: '@only-phone',
  }, async ({ page }) => {
    await page.goto('/blog')
    await hydrated(page)
    await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name: 'Support' }).click()
    const drawer = page.getByRole('dialog', { name: 'Need Help?' })
    const send = drawer.getByRole('button', { name: 'Send message' })
    const toasts = page.getByRole('region', { name: 'Notifications', exact: true })

    await send.click()
    await expect(toasts).toContainText('Validation Error')
    await expect(toasts).toContainText('Name is required')
    await expect(drawer.getByLabel('Name')).toBeFocused()
    await drawer.getByLabel('Name').fill('Lou Haskell')
    await drawer.getByLabel('Email').fill('lou@')
    await send.click()
    await expect(toasts).toContainText('Invalid email address')
    const email = `lou-${stamp()}@visitors.test`
    await drawer.getByLabel('Email').fill(email)
    await send.click()
    await expect(toasts).toContainText('Message is required')
    await expect(drawer.getByText('0 / 2000 characters')).toBeVisible()
    await drawer.getByLabel('Message').fill('Do you lend clubs?')
    await expect(drawer.getByText('18 / 2000 characters')).toBeVisible()
    await expectAccessible(page, 'the help drawer')

    // Without a connection.
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/rpc/support/send', async (route) => {
      await held
      await route.abort()
    })
    await send.click()
    await expect(drawer.getByRole('button', { name: 'Sending...' })).toBeDisabled()
    release()
    await expect(toasts).toContainText('Failed to Send')
    await expect(toasts).toContainText('Please try again or email support directly.')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await page.unroute('**/rpc/support/send')

    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(drawer.getByLabel('Message')).toHaveValue('Do you lend clubs?')
    await send.dblclick()
    await expect(toasts).toContainText('Message Sent!')
    await expect(toasts).toContainText(`We'll get back to you at ${email} within 24 hours.`)
    await expect(drawer).toBeHidden()
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(drawer.getByLabel('Message')).toHaveValue('')
  })
})

test('a student contacts support, sees the answer arrive, replies and closes the ticket', async ({
  page,
  playwright,
  baseURL,
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

  const office = await playwright.request.newContext(baseURL ? { baseURL } : {})
  await signIn({ request: office }, 'admin')
  const ticketId = new URL(page.url()).searchParams.get('ticket')
  const answer = await office.post('/api/functions/send-support-notification', {
    data: { ticketId, adminResponse: 'It stands in My Lessons.' },
  })
  expect(answer.ok()).toBe(true)
  await office.dispose()
  await expect(thread.getByText('It stands in My Lessons.')).toBeVisible()
  await expect(thread.getByText('Answered')).toBeVisible()

  await thread.getByLabel('Write again').fill('Found it!')
  await thread.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(thread.getByText('Found it!')).toBeVisible()
  await thread.getByRole('button', { name: 'Close request' }).click()
  await expect(thread.getByText('Closed')).toBeVisible()
  await expectAccessible(page, 'a question to support')
  await expectNoSidewaysScroll(page)
})

test('a member finds help where it covers nothing, and is answered at the address of the account [row 90]', async ({
  page,
}) => {
  await signIn(page, 'student')
  const help = page.getByRole('button', { name: 'Help', exact: true })
  const drawer = page.getByRole('dialog', { name: 'Need Help?' })
  await page.goto('/support?ticket=00000000-0000-4000-8000-000000000000')
  await hydrated(page)
  await expect(page.getByText('We could not find that request.')).toBeVisible()
  await help.click()
  await expect(drawer.getByLabel('Email')).toHaveValue(/@/)
  await expect(drawer.getByLabel('Email')).not.toBeEditable()

  // In the header of the messages, where a floating button would cover the field.
  await page.goto('/inbox')
  await hydrated(page)
  await help.click()
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  const desktop = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: 390, height: 844 })
  await help.click()
  await expect(drawer).toBeVisible()
  await page.setViewportSize(desktop)

  // Not over the booking button next to an open menu.
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  const confirm = page.getByRole('button', { name: 'Confirm Booking' })
  await expect(confirm).toBeInViewport()
  await expect(help).toBeHidden()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(confirm).not.toBeInViewport()
  await expect(help).toBeVisible()
})

test('a coach finds help articles with a question, reads them, and follows links', async ({ page }) => {
  await signIn(page, 'coach')
  await page.goto('/help')
  await hydrated(page)
  await expect(page.getByRole('link', { name: 'How and when you are paid' })).toBeVisible()
  await page.getByRole('link', { name: 'For students' }).click()
  await expect(page.getByRole('link', { name: 'Book a lesson' })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search the help' })
  await search.fill('how do I cancel?')
  await search.press('Enter')
  await expect(page).toHaveURL(/q=how/)
  await page.getByRole('link', { name: 'Cancellation policies' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cancellation policies' })).toBeVisible()
  await page.goBack()
  await expect(search).toHaveValue('how do I cancel?')
  const missing = await page.request.get('/help/no-such-thing')
  expect(missing.status()).toBe(404)
  expect(await missing.text()).toContain('There is no such document')
})
