import type { Page } from '@playwright/test'
import { composer, fillUpTo, say, switchOffCaddie, wordsKept, wordsOn, writeToMaya } from './inbox-support.ts'
import { mayasPage, newStudent } from './lesson-support.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  isPhone,
  scenario,
  test,
} from './support.ts'

test.describe('two people send messages', () => {
  // The browser logs an error for every request while offline.
  test.use({
    expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to load resource|network error|Failed to fetch/],
  })

  test('one goes offline for a while: order and count match on both sides and in the database [rows 84, 147]', async ({
    page,
    context,
    browser,
  }) => {
    await newStudent(context.request)
    const id = await writeToMaya(context.request, 'Hello Maya, here I am.')
    await switchOffCaddie(id)
    const maya = await mayasPage(browser)
    await Promise.all([page, maya].map((one) => one.goto(`/inbox?conversation=${id}`)))
    await Promise.all(
      [page, maya].map((one) => expect(one.getByText('Hello Maya, here I am.').last()).toBeVisible()),
    )
    await Promise.all([hydrated(page), hydrated(maya)])

    await say(maya, 'Good to hear from you.')
    await expect(page.getByText('Good to hear from you.').last()).toBeVisible()
    await say(page, 'When do you have time?')
    await expect(page.getByText(/^Read( \d|$)/)).toBeVisible()

    await context.setOffline(true)
    const lost = Array.from({ length: 6 }, (_, index) => `Said without a line, number ${index + 1}`)
    for (const text of lost) await say(page, text)
    await expect(page.getByText('Waiting for connection').first()).toBeVisible()
    await say(maya, 'Are you still there?')
    await say(maya, 'Tuesday would be fine.')
    expect(await wordsKept(id)).not.toContain(lost[0])

    await context.setOffline(false)
    await expect(maya.getByText(lost[5] ?? '').last()).toBeVisible()
    await expect(page.getByText('Tuesday would be fine.').last()).toBeVisible()
    await expect(page.getByText('Waiting for connection')).toHaveCount(0)
    await say(page, 'There again.')
    await expect(maya.getByText('There again.').last()).toBeVisible()

    const kept = await wordsKept(id)
    expect(kept).toHaveLength(12)
    expect(kept.filter((text) => lost.includes(text))).toEqual(lost)
    await expect.poll(() => wordsOn(page)).toEqual(kept)
    await expect.poll(() => wordsOn(maya)).toEqual(kept)
    await page.reload()
    await expect.poll(() => wordsOn(page)).toEqual(kept)
  })

  test('pending messages and drafts survive a reload [row 84]', async ({ page, context }) => {
    await newStudent(context.request)
    const id = await writeToMaya(context.request, 'Before the tunnel.')
    await switchOffCaddie(id)
    await page.goto(`/inbox?conversation=${id}`)
    await hydrated(page)
    // The server cannot be reached, although the page itself was loaded.
    await page.route('**/rpc/messages/send', (route) => route.abort('internetdisconnected'))
    await say(page, 'From inside the tunnel.')
    await composer(page).fill('Half a sen')
    await expect(page.getByText('Waiting for connection')).toBeVisible()
    await page.reload()
    await expect(page.getByText('From inside the tunnel.').last()).toBeVisible()
    await expect(composer(page)).toHaveValue('Half a sen')
    await page.unrouteAll({ behavior: 'wait' })
    await expect
      .poll(() => wordsKept(id), { timeout: 40_000 })
      .toEqual(['Before the tunnel.', 'From inside the tunnel.'])
    await expect(page.getByText(/^Sent( \d|$)/)).toBeVisible()
  })
})

test('a photo is sent, with a preview before and a picture on the other side after', {
  tag: '@only-phone',
}, async ({ page, context, browser }) => {
  await newStudent(context.request)
  const id = await writeToMaya(context.request, 'My grip:')
  await switchOffCaddie(id)
  await page.goto(`/inbox?conversation=${id}`)
  await hydrated(page)
  const chooser = page.locator('input[type=file]')
  await chooser.setInputFiles({ name: 'grip.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByRole('alert')).toContainText('Only photos')
  await page.getByRole('button', { name: 'Take out grip.txt' }).click()
  await chooser.setInputFiles('public/icon-192.png')
  await expect(page.getByRole('button', { name: 'Take out icon-192.png' })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const maya = await mayasPage(browser)
  await maya.goto(`/inbox?conversation=${id}`)
  const photo = maya.locator('[data-entry] img').first()
  await expect(photo).toBeVisible()
  await expect.poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  await hydrated(maya)
  await photo.click()
  await expect(maya.getByRole('dialog', { name: /^Photo from/ })).toBeVisible()
})

test('a visitor clicks Message, signs up, and the message is sent [rows 33, 45, 77-81, 87]', {
  tag: '@only-phone',
}, async ({ page }) => {
  const words = `Do you teach left-handers? ${Date.now()}`
  await page.goto(`/instructor/${scenario.maya.id}`)
  await hydrated(page)
  await page.getByRole('link', { name: 'Message', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Your Account' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Create account and send' }).click()
  await expect(dialog.getByText('Message is required')).toBeVisible()
  await expectAccessible(page, 'the sign-up with a message')
  await dialog.getByLabel('Name').fill('Robin Vale')
  await dialog.getByLabel('Email').fill(`robin-${Date.now()}-${isPhone(page)}@visitors.test`)
  await dialog.getByLabel('Phone').fill('704 555 0177')
  await dialog.getByLabel('Password', { exact: true }).fill('fairway-seven')
  await dialog.getByLabel('Message').fill('x'.repeat(1_001))
  await dialog.getByRole('button', { name: 'Create account and send' }).click()
  await expect(dialog.getByText('Message must be less than 1000 characters')).toBeVisible()
  await dialog.getByLabel('Message').fill(words)
  await dialog.getByRole('button', { name: 'Create account and send' }).click()
  await expect(page.getByText('Account created! 🎉')).toBeVisible()
  await expect(page.getByText('Your message has been sent')).toBeVisible()
  await expect(page).toHaveURL(/\/inbox\?conversation=/)
  await expect(page.getByText(words).last()).toBeVisible()
  // Writing to the same coach again opens the existing conversation.
  await page.goto(`/compose?instructor=${scenario.maya.id}`)
  await expect(page).toHaveURL(/\/inbox\?conversation=/)
  await expect(page.getByText(words).last()).toBeVisible()
})

test('a first message to a coach starts a conversation [rows 45, 87]', async ({ page, context }) => {
  await newStudent(context.request)
  await page.goto(`/compose?instructor=${scenario.keoni.id}`)
  await hydrated(page)
  await expect(page.getByText('Say hello to')).toBeVisible()
  await expectAccessible(page, 'a new conversation')
  await say(page, 'Aloha! Is the wind always like this?')
  await expect(page).toHaveURL(/\/inbox\?conversation=/)
  await expect(page.getByText('Aloha! Is the wind always like this?').last()).toBeVisible()
})

test('unread conversations are counted in the menu until they are read [rows 11, 13, 86]', async ({
  page,
  context,
  browser,
}) => {
  await newStudent(context.request)
  const id = await writeToMaya(context.request, 'Counting with you.')
  await switchOffCaddie(id)
  await page.goto('/lessons')
  await hydrated(page)
  const maya = await mayasPage(browser)
  await maya.goto(`/inbox?conversation=${id}`)
  await hydrated(maya)
  await say(maya, 'One, two.')
  const inbox = page.getByRole('link', { name: /^Inbox/ }).first()
  await expect(inbox).toContainText('1 unread')
  await inbox.click()
  await page.locator('[data-row]').first().click()
  await expect(page.getByText('One, two.').last()).toBeVisible()
  await expect(inbox).not.toContainText('unread')
})

test('the inbox has one or two panes, fills the window and passes axe [rows 84, 86]', {
  tag: '@phone',
}, async ({ page, context }) => {
  await newStudent(context.request)
  await page.goto('/inbox')
  await expect(page.getByText('Your inbox is empty')).toBeVisible()
  await expectAccessible(page, 'an empty inbox')
  const id = await writeToMaya(context.request, 'See https://golf.example/range and the map.')
  await page.goto('/inbox')
  await hydrated(page)
  await page.locator('[data-row]').first().click()
  await expect(page).toHaveURL(new RegExp(`conversation=${id}`))
  await expect(page.getByRole('heading', { name: scenario.maya.name })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search conversations and messages' })
  await expect(search).toBeVisible({ visible: !isPhone(page) })
  await expectNoSidewaysScroll(page)
  const height = await page.evaluate(() => [document.documentElement.scrollHeight, window.innerHeight])
  expect(height[0]).toBe(height[1])
  await expectAccessible(page, 'a conversation')
  const link = page.getByRole('link', { name: 'https://golf.example/range', exact: true })
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
  if (isPhone(page)) {
    await page.getByRole('link', { name: 'Back to all conversations' }).click()
    await expect(search).toBeVisible()
  }
})

test.describe('another person’s conversation', () => {
  test.use({ expectedErrors: [/404/] })

  test('switching the impersonated person resets the inbox: no draft, conversation or list of the previous one, also by URL [rows 23, 84]', async ({
    page,
    context,
  }) => {
    await newStudent(context.request)
    const id = await writeToMaya(context.request, 'Only for Maya.')
    await page.goto(`/inbox?conversation=${id}`)
    await hydrated(page)
    await composer(page).fill('A thought not sent')
    // Another user signs in in this browser, as an impersonating admin does. Leaves the previous user's page
    // first, because its pending requests would be refused.
    await page.goto('about:blank')
    await newStudent(context.request)
    await page.goto('/inbox')
    await expect(page.getByText('Your inbox is empty')).toBeVisible()
    await expect(page.getByText('Only for Maya.')).toHaveCount(0)
    await page.goto('/compose?instructor='.concat(scenario.maya.id))
    await expect(page.getByRole('textbox', { name: /message/i }).last()).toHaveValue('')
    await page.goto(`/inbox?conversation=${id}`)
    await expect(page.getByText('There is no such conversation')).toBeVisible()
    await expect(page.getByText('Only for Maya.')).toHaveCount(0)
  })
})

test('a person uses only the keyboard: through the list, into a conversation, a line, a new line, and back [row 84]', async ({
  page,
  context,
}) => {
  await newStudent(context.request)
  const id = await writeToMaya(context.request, 'First of all')
  await switchOffCaddie(id)
  await page.goto('/inbox')
  await hydrated(page)
  await expect(page.locator('[data-row]')).toBeVisible()
  await page.getByRole('searchbox').focus()
  for (let tabs = 0; tabs < 5 && !(await isOnRow(page)); tabs += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(composer(page)).toBeFocused()
  await page.keyboard.type('Tuesday?')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Or Thursday?')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Sent( \d|$)/)).toBeVisible()
  await expect.poll(() => wordsKept(id)).toEqual(['First of all', 'Tuesday?\nOr Thursday?'])
  await page.keyboard.press('Escape')
  await expect.poll(() => isOnRow(page)).toBe(true)
})

test('hostile text stays text: no script runs, no text is reversed, and the page does not widen', async ({
  context,
  browser,
}) => {
  const { name } = await newStudent(context.request)
  const hostile = [
    '<img src=x onerror="window.hit=1"><script>window.hit=1</script>',
    '"><svg/onload=window.hit=1><iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
    'javascript:window.hit=1 data:text/html,<script>window.hit=1</script> [x](javascript:window.hit=1)',
    '{{constructor.constructor("window.hit=1")()}} <%= window.hit=1 %> #{window.hit=1}',
    `\u202e\u2066evil\u2069 gnp.exe \u202e https://golf.example/\u202egnp`,
    'W'.repeat(4_000),
    `${'\n'.repeat(60)}the end`,
    `Z${'\u0300\u0301\u0302\u0489'.repeat(200)}`,
  ]
  const id = await writeToMaya(context.request, hostile[0] ?? '')
  await switchOffCaddie(id)
  for (const content of hostile.slice(1)) await writeToMaya(context.request, content)
  const maya = await mayasPage(browser)
  await maya.goto(`/inbox?conversation=${id}`)
  await hydrated(maya)
  await expect(maya.locator('[data-entry]')).toHaveCount(hostile.length)
  for (const button of await maya.getByRole('button', { name: 'Show all of it' }).all()) await button.click()
  await expectNoSidewaysScroll(maya)
  expect(await maya.evaluate(() => 'hit' in window)).toBe(false)
  expect(await maya.locator('[data-entry] p[dir=auto] :is(img, svg, iframe, script)').count()).toBe(0)
  for (const link of await maya.locator('[data-entry] a').all())
    expect(await link.getAttribute('href')).toMatch(/^https?:\/\//)
  // The message stays within its own paragraph, and the name above it is unaffected.
  await expect(maya.getByRole('heading', { name })).toBeVisible()
})

test('ten thousand messages: the page renders few of them, and keeps the scroll position [row 84]', async ({
  page,
  context,
}) => {
  await newStudent(context.request)
  const id = await writeToMaya(context.request, 'Number 1')
  await switchOffCaddie(id)
  await fillUpTo(id, 10_000)
  await page.goto(`/inbox?conversation=${id}`)
  await hydrated(page)
  await expect(page.getByText('Number 10000', { exact: true }).last()).toBeInViewport()
  const list = page.getByRole('region', { name: /^Messages with/ })
  test.setTimeout(240_000)
  for (let pages = 0; pages < 6; pages += 1) {
    const oldest = await oldestHere(page)
    const read = await list.evaluate((view) => {
      view.scrollTop = -view.scrollHeight
      const { top } = view.getBoundingClientRect()
      const entries = [...view.querySelectorAll<HTMLElement>('[data-entry]')]
      const first = entries.find((entry) => entry.getBoundingClientRect().bottom > top)
      return { position: first?.dataset.position, top: first?.getBoundingClientRect().top ?? 0 }
    })
    await expect.poll(() => oldestHere(page)).toBeLessThan(oldest)
    // New messages arrived above: the scroll position is preserved.
    const moved = async () =>
      await list
        .locator(`[data-position="${read.position}"]`)
        .evaluate((entry, top) => Math.abs(entry.getBoundingClientRect().top - top), read.top)
    await expect.poll(moved).toBeLessThan(3)
  }
  expect(await oldestHere(page)).toBeLessThan(9_700)
  expect(await page.locator('[data-entry]').count()).toBeLessThanOrEqual(240)
  // Measured: 3,300 elements, independent of the scroll position.
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(5_000)
  await page.getByRole('button', { name: /Newest|New messages/ }).click()
  await expect(page.getByText('Number 10000', { exact: true }).last()).toBeInViewport()
  // A search result scrolls to the message.
  await page.getByRole('button', { name: /^More about the conversation/ }).click()
  await page.getByRole('menuitem', { name: 'Find in this conversation' }).click()
  await page.getByRole('searchbox', { name: 'Words' }).fill('Number 4321')
  await page.getByRole('link', { name: /Number 4321/ }).click()
  await expect(page.getByText('Number 4321', { exact: true }).last()).toBeInViewport()
})

/** The position of the first message on the page. */
const oldestHere = async (page: Page) =>
  Number(await page.locator('[data-entry]').first().getAttribute('data-position'))

const isOnRow = (page: Page) => page.evaluate(() => document.activeElement?.matches('[data-row]') ?? false)
