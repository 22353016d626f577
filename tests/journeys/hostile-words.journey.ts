import type { Page } from '@playwright/test'
import { fillHtml, withFooter } from '#features/notifications/template.ts'
import { hostileTexts, hostileWords } from '../support/hostile-words.ts'
import { addHostileWorld, type HostileWorld } from '../support/hostile-world.ts'
import { pageOfAnother } from './browser-contexts.ts'
import { inDatabase } from './inbox-support.ts'
import { newStudent } from './lesson-support.ts'
import { expect, expectNoSidewaysScroll, hydrated, test } from './support.ts'

/*
 * Every journey fails on a violation report of the content security policy, so parsed markup is detected even
 * when the policy blocks it. This journey also counts executed scripts, dialogs and requests to other
 * servers, and checks what was shown.
 */

/** Counts what must not happen in a page. */
async function watch(page: Page) {
  const seen = { ran: 0, asked: 0, called: 0, shown: 0, pages: 0 }
  page.on('dialog', (dialog) => {
    seen.asked += 1
    void dialog.dismiss()
  })
  page.context().on('request', (request) => {
    if (request.url().includes('evil.test')) seen.called += 1
  })
  return {
    seen,
    /** Counts the strings that are shown verbatim on the page, and looks for traces of executed ones. */
    async read(words: readonly string[], within = 'main'): Promise<number> {
      seen.pages += 1
      for (const frame of page.frames())
        if (await frame.evaluate(() => 'hurt' in window).catch(() => false)) seen.ran += 1
      const text = flat((await page.locator(within).first().textContent()) ?? '')
      const found = words.filter((one) => text.includes(flat(one))).length
      seen.shown += found
      return found
    },
  }
}

/** Ignores white space, which the page may change. */
const flat = (text: string) => text.replace(/\s+/g, '')
const allOf = hostileWords.length

/**
 * Every string is tested in a message, and in an email below; everywhere else, where the same components show text, one page
 * of them, other strings on each.
 */
const some = { ticket: 0, lesson: 1, profile: 2 }

const idOf = async (request: Page['request']) => String((await (await request.get('/api/me')).json()).userId)

test('three hundred markup strings are shown as text on every page with words of other people', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(420_000)
  expect(allOf).toBeGreaterThanOrEqual(300)
  const coach = await pageOfAnother(browser)
  const coachContext = coach.context()
  await newStudent(context.request)
  await newStudent(coachContext.request)
  const [studentId, coachId] = [await idOf(context.request), await idOf(coachContext.request)]
  const world = await inDatabase((client) => addHostileWorld(client, { coachId, studentId }))
  await inDatabase((client) => client.query(`select pg_notify('greenside', 'session:' || $1)`, [coachId]))
  const errors: string[] = []
  coachContext.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  const [student, teacher] = [await watch(page), await watch(coach)]

  await test.step('messages', async () => {
    // Some are also tested separately below, as the last message in the inbox.
    await page.goto(`/inbox?conversation=${world.talk}`)
    await hydrated(page)
    const said = page.locator('[data-entry] p[dir=auto]')
    const texts = hostileTexts(1_900)
    await expect.poll(async () => (await said.allTextContents()).map(flat)).toEqual(texts.map(flat))
    expect(await student.read(hostileWords)).toBe(allOf)
    await expectNoSidewaysScroll(page)
  })

  await test.step('names and last messages in the inbox', async () => {
    await coach.goto('/inbox')
    await hydrated(coach)
    const rows = coach.locator('[data-row]')
    await expect
      .poll(
        async () => {
          await rows.last().scrollIntoViewIfNeeded()
          return await rows.count()
        },
        { timeout: 60_000, intervals: [50] },
      )
      .toBeGreaterThanOrEqual(allOf / 3)
    expect(await teacher.read(hostileWords, 'main')).toBeGreaterThanOrEqual(allOf / 3)
    await expectNoSidewaysScroll(coach)
  })

  await test.step('proposal titles, notes and requests', async () => {
    await coach.goto('/proposals?tab=changes')
    await expect(coach.getByRole('article', { name: /^Proposal: / }).first()).toBeVisible()
    // A card shows three of them.
    expect(await teacher.read(hostileWords)).toBeGreaterThanOrEqual(50)
  })

  await test.step('tickets and answers', async () => {
    const n = some.ticket
    await page.goto(`/support?ticket=${world.tickets[n]}`)
    await expect(page.getByRole('heading', { name: hostileWords[n + 1] ?? '' }).first()).toBeVisible()
    const words = wordsOf(n)
    expect(await student.read(words)).toBe(words.length)
  })

  await test.step('lessons: reviews, replies, notes and reported problems', async () => {
    await seeLesson(page, world, student)
    await coach.goto('/reviews')
    await expect(coach.getByRole('heading', { level: 1 })).toBeVisible()
    await teacher.read(hostileWords)
    await page.goto(`/instructor/${coachId}`)
    await hydrated(page)
    expect(await student.read(wordsOf(0))).toBeGreaterThan(0)
  })

  await test.step('profiles and cards', async () => {
    const n = some.profile
    await page.goto(`/instructor/${world.coaches[n]}`)
    const words = wordsOf(n, 3_900)
    expect(await student.read(words)).toBe(words.length)
    await page.goto(`/?zip=${world.zip}`)
    await expect(page.getByText(/Found \d+ instructors/)).toBeVisible()
    expect(await student.read(hostileWords, 'body')).toBeGreaterThan(10)
  })

  expect(errors).toEqual([])
  for (const { seen } of [student, teacher])
    expect({ ran: seen.ran, asked: seen.asked, called: seen.called }).toEqual({ ran: 0, asked: 0, called: 0 })
  const [one, other] = [student.seen, teacher.seen]
  console.log(
    `pages: ${allOf} strings, shown ${one.shown + other.shown} times on ${one.pages + other.pages} pages, 0 ran, 0 policy reports`,
  )
})

/** The strings of the text with this number. */
function wordsOf(n: number, atMost = 1_900): string[] {
  const words = hostileTexts(atMost)[n]?.split('\n') ?? []
  expect(words.length).toBeGreaterThan(10)
  return words
}

async function seeLesson(page: Page, world: HostileWorld, student: Awaited<ReturnType<typeof watch>>) {
  const n = some.lesson
  await page.goto(`/lessons?when=past&lesson=${world.lessons[n]}`)
  await expect(page.getByRole('dialog')).toBeVisible()
  // The notes of a lesson are loaded once its dialog is open.
  await expect(page.getByRole('heading', { name: 'Reviews and notes' })).toBeVisible()
  await expect(page.getByText('Private note from')).toBeVisible()
  await expect(page.getByText(/^We are reviewing your report\./)).toBeVisible()
  const words = wordsOf(n)
  expect(await student.read(words, '[role=dialog]')).toBe(words.length)
}

test('the same strings, a tenth of them per email, are shown as text in a mail client that runs everything', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { rows: templates } = await inDatabase((client) =>
    client.query<{ template_key: string; html_content: string }>(
      'select template_key, html_content from email_templates',
    ),
  )
  expect(templates.length).toBeGreaterThan(20)
  // Without a content security policy, injected markup would run.
  const context = await browser.newContext({ offline: false, bypassCSP: true })
  const page = await context.newPage()
  const { seen } = await watch(page)
  await page.setContent('<img src=x onerror="window.hurt=1">')
  await expect.poll(() => page.evaluate(() => 'hurt' in window)).toBe(true)
  await page.evaluate(() => Reflect.deleteProperty(window, 'hurt'))
  const links = {
    unsubscribeUrl: 'https://greenside.test/unsubscribe',
    appUrl: 'https://greenside.test',
    sender: 'Greenside, 1 Main Street',
  }
  // Every field of every email is tested with each string in `tests/api/hostile-letters.test.ts`. Here each
  // email is tested with a tenth of them, alternating between its fields.
  const mails = templates.flatMap(({ html_content: html }, template) => {
    const names = new Set([...html.matchAll(/\{\{\s*([a-z_]+)\s*\}\}/g)].map(([, name = '']) => name))
    // URLs are generated; every other variable may contain user input.
    const written = [...names].filter((name) => !name.endsWith('_url'))
    const ours = Object.fromEntries([...names].map((name) => [name, 'https://greenside.test/lessons']))
    const tenth = Math.ceil(allOf / 10)
    return Array.from({ length: Math.ceil(tenth / Math.max(1, written.length)) }, (_, time) => {
      const words = written.map((name, at) => [
        name,
        hostileWords[(template * tenth + time * written.length + at) % allOf] ?? '',
      ])
      return withFooter(fillHtml(html, { ...ours, ...Object.fromEntries(words) }), links)
    })
  })
  const together = 100
  for (let at = 0; at < mails.length; at += together) {
    await page.setContent(mails.slice(at, at + together).join('\n'), { waitUntil: 'domcontentloaded' })
    const found = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
      return {
        ran: 'hurt' in window,
        strange: document.querySelectorAll(
          'script, img, svg, iframe, object, embed, video, audio, input, textarea, select, details, link, base, form, math, [onerror], [onload], [onfocus], a:not([href^="https://greenside.test"]):not([href^="mailto:"])',
        ).length,
        isThere: document.body.textContent?.length ?? 0,
      }
    })
    expect({ ran: found.ran, strange: found.strange }).toEqual({ ran: false, strange: 0 })
    expect(found.isThere).toBeGreaterThan(1_000)
  }
  expect({ asked: seen.asked, called: seen.called }).toEqual({ asked: 0, called: 0 })
  console.log(
    `mails: ${hostileWords.length} strings in ${templates.length} templates, ${mails.length} mails, 0 ran`,
  )
  await context.close()
})
