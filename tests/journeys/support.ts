import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type APIRequestContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
} from '@playwright/test'
import type axe from 'axe-core'
import { demoPassword, scenario } from '#db/seed/scenarios.ts'
import { cardAt } from '../support/now.ts'
import { contextsOf } from './browser-contexts.ts'

export { expect, scenario }

/** Half as long as with its comments, and each page reads it anew. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Options {
  expectedErrors: readonly RegExp[]
  /** Whether the browser may have been somebody's before. Not where its cache counts, or for a script that is added to every page. */
  mayBeUsed: boolean
}

/** Every journey fails on an unexpected error in the console: a script that broke, a hydration that differed, a policy breach. */
export const test = base.extend<Options & { madeWith: string }>({
  expectedErrors: [[], { option: true }],
  mayBeUsed: [true, { option: true }],
  // All of what `test.use` may change of a context.
  madeWith: async (
    {
      bypassCSP,
      colorScheme,
      contextOptions,
      extraHTTPHeaders,
      geolocation,
      hasTouch,
      isMobile,
      javaScriptEnabled,
      locale,
      permissions,
      serviceWorkers,
      storageState,
      timezoneId,
      userAgent,
      viewport,
      actionTimeout,
    },
    use,
  ) => {
    const page = { bypassCSP, colorScheme, contextOptions, hasTouch, isMobile, javaScriptEnabled, viewport }
    const person = { extraHTTPHeaders, geolocation, locale, permissions, storageState, timezoneId, userAgent }
    await use(JSON.stringify({ ...page, ...person, serviceWorkers, actionTimeout }))
  },
  context: async ({ browser, baseURL, expectedErrors, madeWith, mayBeUsed, permissions }, use) => {
    const contexts = contextsOf(browser)
    contexts.settings = mayBeUsed ? madeWith : crypto.randomUUID()
    const context = await contexts.lend()
    const errors: string[] = []
    const note = (text: string) => {
      if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text)
    }
    context.on('console', (message: ConsoleMessage) => message.type() === 'error' && note(message.text()))
    context.on('weberror', (error) => note(String(error.error())))
    await use(context)
    await contexts.takeBack(baseURL ?? '', mayBeUsed && !permissions?.length)
    expect(errors, 'errors in the browser').toEqual([])
  },
  page: async ({ context }, use) => {
    const [page] = context.pages()
    await use(page ?? (await context.newPage()))
  },
})

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Signs in one of the people of the demo. The page they use for it has journeys of its own. */
export async function signIn(page: Pick<Page, 'request'>, who: 'student' | 'coach' | 'admin' | 'prospect') {
  const people = {
    student: scenario.sam,
    coach: scenario.maya,
    admin: scenario.avery,
    prospect: scenario.jordan,
  }
  const { email } = people[who]
  const answer = await page.request.post('/api/sessions', { data: { email, password: demoPassword } })
  expect(answer.ok(), `${who} signs in`).toBe(true)
}

/** What was sent to an address, as the local outbox shows it, however many letters others got since. */
export async function lettersTo(request: APIRequestContext, email: string): Promise<string> {
  return await (await request.get(`/dev/outbox?to=${encodeURIComponent(email)}`)).text()
}

/**
 * Waits until React has taken over the whole page and has nothing left to draw: the frame, every part that is hydrated on its own,
 * and what its first effects change, as where the focus begins. Until then what is typed may be dropped, and a click be the bare
 * document's. React itself is asked, as elements bear its marks before they are its own: a part whose script is still on its way is
 * tried, let go and tried again.
 */
export async function hydrated(page: Page) {
  // Polled here: a wait for a function takes the promise of an asynchronous one for a yes.
  await expect(async () => expect(await page.evaluate(hasTakenOver)).toBe(true)).toPass({
    intervals: [20, 50, 100, 250],
    timeout: 60_000,
  })
}

/** In the browser: whether React has nothing left to hydrate or draw, before and after the effects of what was drawn last. */
async function hasTakenOver(): Promise<boolean> {
  type Fiber = { child: Fiber | null; sibling: Fiber | null; memoizedState: unknown; stateNode: unknown }
  // What lies below the search at home sleeps until somebody comes near.
  const maySleep = (one: Fiber) => one.stateNode instanceof Element && one.stateNode.id === 'more'
  const isLeft = (state: unknown) =>
    state instanceof Object &&
    (('dehydrated' in state && state.dehydrated !== null) ||
      ('isDehydrated' in state && state.isDehydrated === true))
  const hasLeft = (first: Fiber | null): boolean => {
    for (let one = first; one; one = one.sibling)
      if (!maySleep(one) && (isLeft(one.memoizedState) || hasLeft(one.child))) return true
    return false
  }
  const isDone = () => {
    const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
    if (key === undefined) return false
    const root = Reflect.get(document, key).stateNode
    return root.pendingLanes === 0 && !hasLeft(root.current)
  }
  if (!isDone()) return false
  // Effects run in a task of their own after what is drawn: an idle browser has run them.
  await new Promise((done) => requestIdleCallback(done, { timeout: 2_000 }))
  return isDone()
}

/** Rests the pointer on a message that offers something: it stays for as long, as for somebody who means to press its button. */
export async function restOn(page: Page, message: string) {
  await page.locator('[data-toaster]').getByText(message).hover()
}

/** Waits until what fades or slides in has arrived: halfway, its colours are nobody's. What moves for ever is left alone. */
export async function settled(page: Page) {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)))
  })
}

/** What `look` gives of a page on which nothing began to fade or slide while it looked. */
async function whileSettled<T>(page: Page, look: () => Promise<T>): Promise<T> {
  for (;;) {
    await settled(page)
    const moved = await page.evaluateHandle(() => {
      const seen = { any: false }
      for (const begin of ['transitionrun', 'animationstart'])
        document.addEventListener(begin, () => (seen.any = true), { once: true, capture: true })
      return seen
    })
    const seen = await look()
    if (!(await moved.evaluate(({ any }) => any))) return seen
  }
}

/** Chooses one of the times in sight, a random one: journeys run side by side. */
export async function chooseTime(page: Page) {
  const times = page.locator('input[name="time-slot"]')
  await times.first().waitFor()
  // Where clocks differ, the browser writes its own times below each, and the grid grows by a line. Journeys are at home in New York.
  const zone = await page
    .getByText(/^Times in \w+/)
    .first()
    .textContent()
  if (!/^Times in E[SD]T/.test(zone ?? '')) await page.getByText(/, yours in E[SD]T below/).waitFor()
  await expect(async () => {
    // By its instant, not by its place in the list: another journey may book an earlier one in the meantime, or this very one.
    const starts = await times.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')))
    // The earliest may be too soon to book by the time that it is.
    const bookable = starts.length > 1 ? starts.slice(1) : starts
    const start = bookable[Math.floor(Math.random() * bookable.length)]
    const time = page.locator(`input[name="time-slot"][value="${start}"]`)
    await time.check({ timeout: 5_000 })
    await expect(time).toBeChecked({ timeout: 5_000 })
  }).toPass()
}

/**
 * No violation of WCAG 2.2 AA that axe can find. What a page frames is a page of its own, or a preview of a letter.
 * @param measured `colours`: whether contrast is, half of the time and the same at every width; `sizes`: whether what is pressed is,
 *   a seventh of it
 */
export async function expectAccessible(page: Page, what: string, measured = { colours: true, sizes: true }) {
  // The rules stay where they were read: a page is looked at more than once, and reading them is a tenth of each look.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource)
    await page.evaluate(rememberColours)
  }
  const violations = await whileSettled(page, () => page.evaluate(violationsFound, measured))
  // A pin of the map may lie under another: the list beside it holds the same links at full size (WCAG 2.5.8, equivalent).
  const found = violations
    .filter(({ id, nodes }) => !(id === 'target-size' && nodes.every(isMapPin)))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
  expect(found, `axe on ${what}`).toEqual([])
}

/** In the browser: axe reads each colour's text once, not at each element that has it, which is a sixth of its time. */
function rememberColours() {
  const { prototype } = window.axe.commons.color.Color
  const read = prototype.parseString
  const known = new Map<string, Omit<Colour, 'parseString'>>()
  prototype.parseString = function (text) {
    const colour = known.get(text)
    if (colour) return Object.assign(this, colour)
    const { r, g, b, alpha } = read.call(this, text)
    known.set(text, { r, g, b, alpha })
    return this
  }
}

/** In the browser: what axe finds wrong, with the little of it that is told. */
async function violationsFound({ colours, sizes }: { colours: boolean; sizes: boolean }) {
  // What comes after the fourth of a list looks as one of those before it.
  const exclude = [':is(tbody tr, li, article):nth-child(n + 5)']
  // A dialog is looked at alone: no page has one from the start, and what lies behind was looked at by every-page.journey.ts.
  const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter((one) =>
    one.checkVisibility(),
  )
  const { violations } = await window.axe.run(
    dialogs.length > 0 ? { include: dialogs, exclude } : { exclude },
    {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
      reporter: 'no-passes',
      iframes: false,
      rules: { 'color-contrast': { enabled: colours }, 'target-size': { enabled: sizes } },
    },
  )
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, target }) => ({ html, target: target.join(' ') })),
  }))
}

/** What axe's own types leave out. */
interface Colour {
  r: number
  g: number
  b: number
  alpha: number
  parseString(text: string): Colour
}

declare global {
  interface Window {
    axe: typeof axe & { commons: { color: { Color: { prototype: Colour } } } }
  }
}

const isMapPin = (node: { html: string }) => /aria-label="\d+\. [^"]+ an hour/.test(node.html)

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page, where = 'sideways scroll') {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, where).toBeLessThanOrEqual(0)
}

/** Types a test card into the stand-in processor's page and pays. */
export async function payByCard(page: Page, number = '4242 4242 4242 4242') {
  await hydrated(page)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill(cardAt(Date.now()).expiry)
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** Presses Tab until the focus is where it should be; two hundred stops are too many for anybody. */
export async function tabTo(page: Page, selector: string, text?: string) {
  for (let stops = 0; stops < 200; stops++) {
    await page.keyboard.press('Tab')
    const there = await page.evaluate(
      ([wanted = '', words]) => {
        const at = document.activeElement
        const said = `${at?.textContent ?? ''} ${at?.getAttribute('aria-label') ?? ''}`
        return Boolean(at?.matches(wanted) && (!words || said.toLowerCase().includes(words.toLowerCase())))
      },
      [selector, text] as const,
    )
    if (there) return
  }
  throw new Error(`the keyboard never reached ${selector}`)
}
