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

/** Minified, because every page parses it again. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Options {
  expectedErrors: readonly RegExp[]
  /**
   * Whether a used browser context may be reused. False for tests of the cache, and for scripts added to
   * every page.
   */
  mayBeUsed: boolean
}

/**
 * Every journey fails on an unexpected console error: a script error, a hydration mismatch, a violation of
 * the content security policy.
 */
export const test = base.extend<Options & { madeWith: string }>({
  expectedErrors: [[], { option: true }],
  mayBeUsed: [true, { option: true }],
  // Every context option that `test.use` may change.
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
  context: async ({ browser, baseURL, expectedErrors, madeWith, mayBeUsed, permissions }, use, testInfo) => {
    const contexts = contextsOf(browser)
    contexts.settings = mayBeUsed ? madeWith : crypto.randomUUID()
    const context = await contexts.lend()
    const errors: string[] = []
    const note = (text: string, at = '') => {
      if (!expectedErrors.some((expected) => expected.test(text))) errors.push(`${text} ${at}`.trim())
    }
    context.on(
      'console',
      (message: ConsoleMessage) => message.type() === 'error' && note(message.text(), message.location().url),
    )
    context.on('weberror', (error) => note(String(error.error())))
    // Listed in the report of a failure, because many failures on a busy machine do not happen again.
    const refused: string[] = []
    context.on('response', (answer) => {
      if (answer.status() >= 400)
        refused.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`)
    })
    context.on('requestfailed', (request) => {
      refused.push(`${request.failure()?.errorText} ${request.method()} ${request.url()}`)
    })
    await use(context)
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('refused and failed requests', {
        body: refused.join('\n'),
        contentType: 'text/plain',
      })
    await contexts.takeBack(baseURL ?? '', mayBeUsed && !permissions?.length)
    expect(errors, 'errors in the browser').toEqual([])
  },
  page: async ({ context }, use) => {
    const [page] = context.pages()
    await use(page ?? (await context.newPage()))
  },
})

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** Signs in a demo user. The sign-in page has its own journeys. */
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

/**
 * Reads the emails sent to an address from the local outbox, regardless of later emails to other addresses.
 */
export async function lettersTo(request: APIRequestContext, email: string): Promise<string> {
  return await (await request.get(`/dev/outbox?to=${encodeURIComponent(email)}`)).text()
}

/**
 * Waits until React has hydrated the whole page and is idle: the shell, every part that is hydrated
 * separately, and the changes of its first effects, such as the initial focus. Before that, input may be
 * lost, and a click may reach the plain document. Reads React's internal state, because elements have React's
 * markers before they are hydrated: a part whose script is still loading is tried, suspended and tried again.
 */
export async function hydrated(page: Page) {
  // Polled here, because `waitForFunction` treats the promise of an async function as truthy.
  await expect(async () => expect(await page.evaluate(hasTakenOver)).toBe(true)).toPass({
    intervals: [20, 50, 100, 250],
    timeout: 60_000,
  })
}

/**
 * Runs in the browser: whether React has nothing left to hydrate or render, before and after the effects of
 * the last render.
 */
async function hasTakenOver(): Promise<boolean> {
  type Fiber = { child: Fiber | null; sibling: Fiber | null; memoizedState: unknown; stateNode: unknown }
  // The part of the home page below the search is hydrated only when the visitor scrolls near it.
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
  // Effects run in their own task after rendering: when the browser is idle, they have run.
  await new Promise((done) => requestIdleCallback(done, { timeout: 2_000 }))
  return isDone()
}

/**
 * Hovers over a message with an action, which keeps it open, as for a user who is about to press its button.
 */
export async function restOn(page: Page, message: string) {
  await page.locator('[data-toaster]').getByText(message).hover()
}

/**
 * Waits until transitions have finished, because colors are undefined in between. Ignores infinite
 * animations.
 */
export async function settled(page: Page) {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getTiming().iterations !== Number.POSITIVE_INFINITY)
    await Promise.all(ending.map((one) => one.finished.catch(() => undefined)))
  })
}

/** Returns the result of `look` from a run during which no transition started. */
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

/**
 * Presses "Confirm Booking" and returns the open checkout: in the same tab on a phone, in another one on a
 * desktop. On a phone, a journey must wait for it before it goes to another page: the two navigations would
 * interrupt each other.
 * @param press in place of that button
 */
export async function toCheckout(
  page: Page,
  press = () => page.getByRole('button', { name: 'Confirm Booking' }).click(),
): Promise<Page> {
  const opened = isPhone(page) ? page : page.waitForEvent('popup')
  const [checkout] = await Promise.all([opened, press()])
  await checkout.waitForURL(/\/checkout\//)
  await hydrated(checkout)
  return checkout
}

/** Chooses a random visible time, because journeys run in parallel. */
export async function chooseTime(page: Page) {
  const times = page.locator('input[name="time-slot"]')
  await times.first().waitFor()
  // In another time zone, the browser adds local times below each time, which makes the grid taller. Journeys
  // run in New York's zone.
  const zone = await page
    .getByText(/^Times in \w+/)
    .first()
    .textContent()
  if (!/^Times in E[SD]T/.test(zone ?? '')) await page.getByText(/, yours in E[SD]T below/).waitFor()
  const otherDay = page.locator('[data-day]:not([aria-selected]) button:not([disabled])').first()
  // Late in the day one time is left, and the page may have selected it already.
  if ((await times.count()) === 1 && (await otherDay.count()) > 0) {
    const last = (await times.first().getAttribute('value')) ?? ''
    await hydrated(page)
    await otherDay.click()
    await expect(times.first()).not.toHaveAttribute('value', last)
  }
  await expect(async () => {
    // Selects by instant, not by index: another journey may meanwhile book an earlier time, or this one.
    const starts = await times.evaluateAll((inputs) => inputs.map((input) => input.getAttribute('value')))
    // The earliest time may be too soon to book by then.
    const bookable = starts.length > 1 ? starts.slice(1) : starts
    const start = bookable[Math.floor(Math.random() * bookable.length)]
    const time = page.locator(`input[name="time-slot"][value="${start}"]`)
    await time.check({ timeout: 5_000 })
    await expect(time).toBeChecked({ timeout: 5_000 })
  }).toPass()
  // The summary and the terms of the time move the button below it.
  await hydrated(page)
}

/**
 * Expects no violation of WCAG 2.2 AA that axe can detect. Frames are excluded: they are pages of their own,
 * or previews of emails.
 * @param measured `colours`: whether to check contrast, which takes half of the time and is equal at every
 * width; `sizes`: whether to check target sizes, a seventh of it
 */
export async function expectAccessible(page: Page, what: string, measured = { colours: true, sizes: true }) {
  // The rules stay loaded: a page is checked several times, and parsing them takes a tenth of each check.
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource)
    await page.evaluate(rememberColours)
  }
  // What is being loaded again is paler for a moment.
  await expect(page.locator('[aria-busy=true]'), `${what} comes to rest`).toHaveCount(0)
  const violations = await whileSettled(page, () => page.evaluate(violationsFound, measured))
  // Pins on the map may overlap: the list next to it has the same links at full size (WCAG 2.5.8,
  // equivalent).
  const found = violations
    .filter(({ id, nodes }) => !(id === 'target-size' && nodes.every(isMapPin)))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' | ')}`)
  expect(found, `axe on ${what}`).toEqual([])
}

/** Runs in the browser: caches axe's parsing of colors, which takes a sixth of its time. */
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

/** Runs in the browser: returns the violations that axe finds, reduced to the reported fields. */
async function violationsFound({ colours, sizes }: { colours: boolean; sizes: boolean }) {
  // Items after the fourth of a list look like the ones before.
  const exclude = [':is(tbody tr, li, article):nth-child(n + 5)']
  // A dialog is checked alone: pages have none initially, and the page behind is checked by
  // every-page.journey.ts.
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

/** The members missing from axe's own types. */
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

/** Expects that nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page, where = 'sideways scroll') {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, where).toBeLessThanOrEqual(0)
}

const phoneScreen = { width: 390, height: 844 }

/**
 * Expects that a screen passes axe and fits at the journey's width and at a phone's. For journeys at desktop width alone whose
 * screens are laid out differently on a phone.
 */
export async function expectFitsBothWidths(page: Page, what: string) {
  const desktop = page.viewportSize()
  for (const size of [desktop, phoneScreen]) {
    if (size) await page.setViewportSize(size)
    const where = `${what} at ${size?.width} pixels`
    // Colors are the same at both widths; touch targets are smallest on a phone.
    await expectAccessible(page, where, { colours: size === desktop, sizes: size === phoneScreen })
    await expectNoSidewaysScroll(page, where)
  }
  if (desktop) await page.setViewportSize(desktop)
}

/** Enters a test card on the simulated processor's page and pays. */
export async function payByCard(page: Page, number = '4242 4242 4242 4242') {
  await hydrated(page)
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill(cardAt(Date.now()).expiry)
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

/** Presses Tab, or Shift+Tab, until the expected element has the focus; fails after two hundred stops. */
export async function tabTo(page: Page, selector: string, text?: string, key = 'Tab') {
  for (let stops = 0; stops < 200; stops++) {
    await page.keyboard.press(key)
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
