import { leaveFor } from '#ui/history-listener.ts'

/** Where the checkout will appear once it exists. */
export interface CheckoutTab {
  /** True for a tab of its own: then the page that opened it stays and can watch. */
  isSeparate: boolean
  go(url: string): void
  /** There will be no checkout. */
  close(): void
}

/** Phones and small windows, as everywhere in the product. */
const NARROW = '(max-width: 767px)'

const sameTab: CheckoutTab = {
  isSeparate: false,
  go: leaveFor,
  close: () => undefined,
}

/**
 * Opens the place for a checkout. Call it inside the click itself: browsers block tabs that are opened after waiting for
 * an answer. On phones, and where a tab is blocked all the same, it is this very tab.
 */
export function openCheckoutTab(): CheckoutTab {
  if (window.matchMedia(NARROW).matches) return sameTab
  const tab = window.open('', '_blank')
  if (!tab) return sameTab
  sayWait(tab)
  return {
    isSeparate: true,
    // Whoever closed it meanwhile finds the way to the checkout on the page.
    go: (url) => tab.closed || tab.location.replace(new URL(url, window.location.href)),
    close: () => tab.close(),
  }
}

/** Something to look at for the moment before the checkout; and the processor's page must not reach back to ours. */
function sayWait(tab: Window): void {
  tab.opener = null
  const { document } = tab
  document.title = 'Opening the checkout'
  document.documentElement.lang = 'en'
  const line = document.createElement('p')
  line.textContent = 'Holding your time and opening the checkout…'
  line.style.cssText =
    'font: 18px/1.6 system-ui, sans-serif; color: #56605a; margin: 35vh auto; text-align: center'
  document.body.style.cssText = 'background: #fbf8f2; margin: 0'
  document.body.append(line)
}
