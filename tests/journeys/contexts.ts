import type { Browser, BrowserContext } from '@playwright/test'

/**
 * Contexts of a browser, each lent to one journey at a time and emptied in between: cookies, storage, permissions and pages go,
 * scripts that were fetched and compiled stay. In a new context the first page takes twice the processor time (decision 0099).
 */
class Contexts {
  /** All that the contexts of this journey are made with, by the configuration and `test.use`. */
  settings = ''
  readonly #browser: Browser
  readonly #free = new Map<string, BrowserContext[]>()
  readonly #lent = new Map<BrowserContext, string>()

  constructor(browser: Browser) {
    this.#browser = browser
  }

  async lend(): Promise<BrowserContext> {
    const context = this.#free.get(this.settings)?.pop() ?? (await this.#open())
    this.#lent.set(context, this.settings)
    return context
  }

  /** Empties what the journey was lent, for the next. @param isFit whether it is; otherwise it is closed */
  async takeBack(origin: string, isFit: boolean): Promise<void> {
    for (const [context, settings] of this.#lent) {
      this.#lent.delete(context)
      if (isFit && (await empty(context, origin).catch(() => false)))
        this.#free.set(settings, [...(this.#free.get(settings) ?? []), context])
      else await context.close()
    }
  }

  async #open(): Promise<BrowserContext> {
    const context = await this.#browser.newContext()
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) =>
        console.error(`policy: ${effectiveDirective} refused ${blockedURI} in ${sourceFile}`),
      )
    })
    return context
  }
}

const contexts = new WeakMap<Browser, Contexts>()

/** The contexts of a worker's browser. A journey's second person is lent one as the first is; it is taken back when the journey ends. */
export function contextsOf(browser: Browser): Contexts {
  const known = contexts.get(browser) ?? new Contexts(browser)
  contexts.set(browser, known)
  return known
}

async function empty(context: BrowserContext, origin: string): Promise<boolean> {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  const pages = context.pages()
  // What a page would write while it goes is written before all is cleared.
  await Promise.all(pages.slice(1).map((page) => page.close()))
  const page = pages[0] ?? (await context.newPage())
  await page.goto('about:blank')
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  })
  await page.close()
  await context.clearCookies()
  await context.clearPermissions()
  return true
}
