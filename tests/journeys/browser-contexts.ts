import { setTimeout as after } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

interface Kept {
  context: BrowserContext
  page: Page
  session: CDPSession
  settings: string
  viewport: ReturnType<Page['viewportSize']>
}

/**
 * The contexts of a worker's browser. Each is used by one person of one journey at a time, and cleared in
 * between: cookies, storage, permissions, history and other tabs are reset; the renderer process stays, with
 * the fetched and compiled scripts, which are more than half of the cost of a first page in a new context
 * (decision 0100).
 */
class BrowserContexts {
  /** The options of the running journey's contexts, from the configuration and `test.use`. */
  settings = ''
  readonly #browser: Browser
  #free: Kept[] = []
  #lent: Kept[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async lend(): Promise<BrowserContext> {
    const found = this.#free.find(({ settings }) => settings === this.settings)
    const kept = found ?? (await this.#open())
    this.#free = this.#free.filter((one) => one !== kept)
    this.#lent.push(kept)
    return kept.context
  }

  /**
   * @param origin of the marketplace
   * @param isFit whether the contexts may be reused by another journey; otherwise they are closed
   */
  async takeBack(origin: string, isFit: boolean): Promise<void> {
    const lent = this.#lent
    this.#lent = []
    for (const kept of lent)
      if (isFit && !kept.page.isClosed() && (await inTime(isEmptied(kept, origin)))) this.#free.push(kept)
      else await inTime(kept.context.close())
  }

  async #open(): Promise<Kept> {
    const context = await this.#browser.newContext()
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
        console.error(`policy: ${effectiveDirective} refused ${blockedURI} in ${sourceFile}`),
      )
    })
    const page = await context.newPage()
    openAgainWhenStopped(page)
    const session = await context.newCDPSession(page)
    return { context, page, session, settings: this.settings, viewport: page.viewportSize() }
  }
}

/**
 * A dialog that has just closed goes back in the history, which aborts a navigation or reload that starts within
 * the same few milliseconds. A person cannot act that fast; a journey repeats it.
 */
function openAgainWhenStopped(page: Page) {
  const [open, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const orAgain = <Result>(navigate: () => Promise<Result>) =>
    navigate().catch((error: unknown) => {
      if (!String(error).includes('net::ERR_ABORTED')) throw error
      return navigate()
    })
  page.goto = (...address) => orAgain(() => open(...address))
  page.reload = (...options) => orAgain(() => reload(...options))
}

/**
 * Waits for the browser. It rarely does not answer at all, for example when a tab is closed that leaves its page; the context is not used
 * again then, and closes with the browser.
 * @returns undefined when there is no answer within twenty seconds
 */
const inTime = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  Promise.race([answer, after(20_000, undefined, { ref: false })])

/** @returns false when the page does not leave, for instance because it is going back in the history */
async function isEmptied(kept: Kept, origin: string): Promise<boolean> {
  try {
    await empty(kept, origin)
    return true
  } catch {
    return false
  }
}

async function empty({ context, page, session, viewport }: Kept, origin: string) {
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const one of [context, page]) await one.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of ['console', 'request', 'requestfailed', 'response', 'weberror'])
    context.removeAllListeners(event)
  for (const event of ['console', 'dialog', 'request', 'response']) page.removeAllListeners(event)
  await context.setOffline(false)
  // A page of the same origin without scripts: keeps the process, and stops all writes to storage.
  await page.goto(`${origin}/robots.txt`, { timeout: 10_000 })
  await page.evaluate(() => sessionStorage.clear())
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,file_systems,service_workers',
  })
  await context.clearCookies()
  await context.clearPermissions()
  await page.emulateMedia({ colorScheme: 'light' })
  if (viewport) await page.setViewportSize(viewport)
  await page.mouse.move(-1, -1)
  await session.send('Page.resetNavigationHistory')
}

const known = new WeakMap<Browser, BrowserContexts>()

/** Returns the contexts of a browser. */
export function contextsOf(browser: Browser): BrowserContexts {
  const contexts = known.get(browser) ?? new BrowserContexts(browser)
  known.set(browser, contexts)
  return contexts
}

/**
 * A page for another user, in a new context with the journey's options, which is released when the journey
 * ends.
 */
export async function pageOfAnother(browser: Browser): Promise<Page> {
  const context = await contextsOf(browser).lend()
  const [page] = context.pages()
  return page ?? (await context.newPage())
}
