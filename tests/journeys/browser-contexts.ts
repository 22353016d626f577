import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

interface Kept {
  context: BrowserContext
  page: Page
  session: CDPSession
  settings: string
  viewport: ReturnType<Page['viewportSize']>
}

/**
 * The contexts of a worker's browser: each is lent to one person of one journey at a time and emptied in between. Cookies, storage,
 * permissions, history and other tabs go; what stays is the process of its one page with the scripts that were fetched and compiled,
 * more than half of what a first page in a new context costs (decision 0100).
 */
class BrowserContexts {
  /** What the contexts of the running journey are made with, by the configuration and `test.use`. */
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

  /** @param origin the marketplace's  @param isFit whether what was lent may serve another journey; otherwise it is closed */
  async takeBack(origin: string, isFit: boolean): Promise<void> {
    const lent = this.#lent
    this.#lent = []
    for (const kept of lent)
      if (isFit && !kept.page.isClosed()) {
        await empty(kept, origin)
        this.#free.push(kept)
      } else await kept.context.close()
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
 * A dialog that has just closed steps back in the history, which stops a load that begins in the same few milliseconds. A person
 * types no address in that time; a journey opens it again.
 */
function openAgainWhenStopped(page: Page) {
  const open = page.goto.bind(page)
  page.goto = (...address) =>
    open(...address).catch((error: unknown) => {
      if (!String(error).includes('net::ERR_ABORTED')) throw error
      return open(...address)
    })
}

async function empty({ context, page, session, viewport }: Kept, origin: string) {
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const one of [context, page]) await one.unrouteAll({ behavior: 'ignoreErrors' })
  for (const event of ['console', 'request', 'response', 'weberror']) context.removeAllListeners(event)
  for (const event of ['console', 'dialog', 'request', 'response']) page.removeAllListeners(event)
  await context.setOffline(false)
  // A page of the same origin without a script: the process stays, and nothing is written any more.
  await page.goto(`${origin}/robots.txt`)
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

/** The contexts of a browser. */
export function contextsOf(browser: Browser): BrowserContexts {
  const contexts = known.get(browser) ?? new BrowserContexts(browser)
  known.set(browser, contexts)
  return contexts
}

/** A page of somebody else, in a context of their own that is made as the journey's; it is taken back when the journey ends. */
export async function pageOfAnother(browser: Browser): Promise<Page> {
  const context = await contextsOf(browser).lend()
  const [page] = context.pages()
  return page ?? (await context.newPage())
}
