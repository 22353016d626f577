import type { Page } from '@playwright/test'
import { composer, inDatabase, say, switchOffCaddie, wordsKept, writeToMaya } from './inbox-support.ts'
import { mayasPage, newStudent } from './lesson-support.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hydrated, isPhone, test } from './support.ts'

// The browser logs an error for every request while offline.
test.use({
  expectedErrors: [
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|network error|Failed to fetch/,
  ],
})

const PHOTOS = ['public/icon-192.png', 'public/icon-512.png'] as const

const chooseFiles = (page: Page, ...files: string[]) => page.locator('input[type=file]').setInputFiles(files)
const photosOn = (page: Page) => page.locator('[data-entry] button img[src^="/files/"]')
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })

/**
 * Reads a conversation from the database: each message with the number of its files, and the unsent uploads
 * of its two people.
 */
const filesKept = (conversationId: string) =>
  inDatabase(async (client) => {
    const sent = await client.query<{ content: string; files: number }>(
      `select content, (select count(*)::int from message_attachments a where a.message_id = m.id) as files
       from messages m where conversation_id = $1 order by position`,
      [conversationId],
    )
    const unsent = await client.query<{ n: number }>(
      `select count(*)::int as n from message_attachments a join conversations c on a.uploader_id = c.student_id
       where c.id = $1 and a.message_id is null`,
      [conversationId],
    )
    return { sent: sent.rows.map(({ content, files }) => [content, files]), unsent: unsent.rows[0]?.n }
  })

test('photos sent offline are pending on both sides and arrive once, in order [rows 84, 147]', async ({
  page,
  context,
  browser,
}) => {
  test.slow()
  await newStudent(context.request)
  const id = await writeToMaya(context.request, 'Before the tunnel.')
  await switchOffCaddie(id)
  const maya = await mayasPage(browser)
  await Promise.all([page, maya].map((one) => one.goto(`/inbox?conversation=${id}`)))
  await Promise.all([page, maya].map(hydrated))

  await context.setOffline(true)
  await maya.context().setOffline(true)
  await chooseFiles(page, ...PHOTOS)
  await expect(page.getByText('You are offline. Your message will be sent')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Take out / })).toHaveCount(2)
  await composer(page).fill('My grip and my stance')
  await sendButton(page).click()
  await say(page, 'Which one is wrong?')
  await chooseFiles(maya, PHOTOS[0])
  await sendButton(maya).click()
  for (const one of [page, maya]) {
    await expect(one.getByText('Waiting for connection').first()).toBeVisible()
    await expect(one.locator('[data-entry] img[src^="blob:"]').first()).toBeVisible()
  }
  await expectAccessible(page, 'photos that wait for a line')
  await expectNoSidewaysScroll(page)
  expect(await filesKept(id)).toEqual({ sent: [['Before the tunnel.', 0]], unsent: 0 })

  await context.setOffline(false)
  await expect(page.getByText('Waiting for connection')).toHaveCount(0)
  await maya.context().setOffline(false)
  await expect(maya.getByText('Waiting for connection')).toHaveCount(0)
  for (const one of [page, maya]) await expect(photosOn(one)).toHaveCount(3)
  expect(await filesKept(id)).toEqual({
    sent: [
      ['Before the tunnel.', 0],
      ['My grip and my stance', 2],
      ['Which one is wrong?', 0],
      ['', 1],
    ],
    unsent: 0,
  })
  await page.reload()
  await expect(photosOn(page)).toHaveCount(3)
  await expect(page.locator('[data-entry] img[src^="blob:"]')).toHaveCount(0)
})

test('an uploading photo survives a reload, and a lost response creates no duplicate [rows 84, 147]', async ({
  page,
  context,
}) => {
  test.slow()
  await newStudent(context.request)
  const id = await writeToMaya(context.request, 'Before the tunnel.')
  await switchOffCaddie(id)
  await page.goto(`/inbox?conversation=${id}`)
  await hydrated(page)
  // The server stores the photo, but its response is lost; the message itself fails to send.
  await page.route('**/uploads/message-attachments**', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await page.route('**/rpc/messages/send', (route) => route.abort('internetdisconnected'))
  await chooseFiles(page, PHOTOS[0])
  await sendButton(page).click()
  await expect(page.getByText('Waiting for connection')).toBeVisible()
  await page.reload()
  await hydrated(page)
  await expect(page.locator('[data-entry] img[src^="blob:"]')).toBeVisible()
  // Waits for the response in progress to be dropped before the connection is restored.
  await page.unrouteAll({ behavior: 'wait' })
  await expect(photosOn(page)).toHaveCount(1, { timeout: 45_000 })
  await expect
    .poll(() => filesKept(id))
    .toEqual({
      sent: [
        ['Before the tunnel.', 0],
        ['', 1],
      ],
      unsent: 0,
    })
  // Nothing remains stored in the browser.
  const left = () =>
    page.evaluate(async () => {
      const [known] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('greenside-files-'))
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(known?.name ?? '')
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      return await new Promise<number>((resolve) => {
        const count = database.transaction('files').objectStore('files').count()
        count.onsuccess = () => resolve(count.result)
      })
    })
  await expect.poll(left).toBe(0)
})

test('a selected photo stays with its draft when switching conversations and reloading [row 84]', async ({
  page,
  context,
}) => {
  await newStudent(context.request)
  const id = await writeToMaya(context.request, 'A first word.')
  await switchOffCaddie(id)
  await page.goto(`/inbox?conversation=${id}`)
  await hydrated(page)
  await chooseFiles(page, PHOTOS[0])
  await composer(page).fill('Look at')
  const tile = page.getByRole('list', { name: 'Files of this message' }).getByRole('listitem')
  await expect(page.getByRole('button', { name: 'Take out icon-192.png' })).toBeVisible()
  await page.goto('/lessons')
  await page.goto(`/inbox?conversation=${id}`)
  await expect(tile).toHaveCount(1)
  await page.reload()
  await hydrated(page)
  await expect(tile.locator('img')).toBeVisible()
  await expect(composer(page)).toHaveValue('Look at')
  await composer(page).fill('Look at this')
  await sendButton(page).click()
  await expect(tile).toHaveCount(0)
  await expect(photosOn(page)).toHaveCount(1)
  await page.reload()
  await expect(photosOn(page)).toHaveCount(1)
  await expect(tile).toHaveCount(0)
  expect(await filesKept(id)).toEqual({
    sent: [
      ['A first word.', 0],
      ['Look at this', 1],
    ],
    unsent: 0,
  })
})

test('a browser with full storage says so, and keeps what it has', async ({ page, context }) => {
  await newStudent(context.request)
  const id = await writeToMaya(context.request, 'Many photos.')
  await page.goto(`/inbox?conversation=${id}`)
  await hydrated(page)
  // Simulates forty stored photos of other drafts. The page opens its file storage soon after hydration.
  const fill = async () => {
    const [known] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('greenside-files-'))
    if (!known?.name) return false
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(known.name ?? '')
      request.onsuccess = () => resolve(request.result)
    })
    const change = database.transaction('files', 'readwrite')
    for (let n = 0; n < 40; n += 1)
      change.objectStore('files').put({
        id: `00000000-0000-4000-8000-0000000000${n + 10}`,
        thread: 'elsewhere',
        name: `${n}.png`,
        type: 'image/png',
        bytes: new Blob(['x']),
        isDraft: true,
        keptAt: Date.now(),
      })
    await new Promise((resolve) => {
      change.oncomplete = resolve
    })
    return true
  }
  await expect.poll(() => page.evaluate(fill)).toBe(true)
  await chooseFiles(page, PHOTOS[0])
  await expect(page.getByRole('alert')).toContainText('This browser already keeps 40 files or 250 MB')
  await page.getByRole('button', { name: 'Take out icon-192.png' }).click()
  await say(page, 'Words still go.')
  await expect.poll(() => wordsKept(id)).toContain('Words still go.')
})

test('a person reports one message by keyboard or touch, and sees that the report was sent [row 84]', {
  tag: '@only-phone',
}, async ({ page, context, browser }) => {
  await newStudent(context.request)
  const id = await writeToMaya(context.request, 'Good morning.')
  await switchOffCaddie(id)
  const maya = await mayasPage(browser)
  await maya.goto(`/inbox?conversation=${id}`)
  await hydrated(maya)
  await say(maya, 'Pay me in cash, please.')
  await page.goto(`/inbox?conversation=${id}`)
  await hydrated(page)
  const more = page.getByRole('button', { name: /^More about this message from/ })
  await expect(more).toHaveCount(1)
  // With a mouse, the message field has the initial focus.
  if (!isPhone(page)) await expect(composer(page)).toBeFocused()
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Report this message' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this message' })
  await expect(dialog.getByText('Pay me in cash, please.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Choose the problem')).toBeVisible()
  await expectAccessible(page, 'the report of a message')
  await dialog.getByRole('radio', { name: 'Asks to pay outside Greenside' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Reported', { exact: true })).toBeVisible()
  await expect(page.getByText('You reported this message')).toBeVisible()
  const kept = await inDatabase((client) =>
    client.query(
      `select m.content, r.reason from message_reports r join messages m on m.id = r.message_id where r.conversation_id = $1`,
      [id],
    ),
  )
  expect(kept.rows).toEqual([{ content: 'Pay me in cash, please.', reason: 'off_platform_payment' }])
})
