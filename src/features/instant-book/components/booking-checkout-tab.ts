import { navigateAway } from '#ui/history-listener.ts'

/** The tab that the checkout will open in. */
export interface CheckoutTab {
  /** True when it is a separate tab: the page that opened it stays and can watch the booking. */
  isSeparate: boolean
  go(url: string): void
  /** Called when no checkout will follow. */
  close(): void
}

/** Phones and small windows; the same breakpoint as everywhere. */
const NARROW = '(max-width: 767px)'

const sameTab: CheckoutTab = {
  isSeparate: false,
  go: navigateAway,
  close: () => undefined,
}

/**
 * Opens a tab for the checkout. Call it synchronously in the click handler: browsers block tabs that are
 * opened after awaiting a response. On phones, and when the tab is blocked, it is the current tab.
 */
export function openCheckoutTab(): CheckoutTab {
  if (window.matchMedia(NARROW).matches) return sameTab
  const tab = window.open('', '_blank')
  if (!tab) return sameTab
  sayWait(tab)
  return {
    isSeparate: true,
    // If the user has closed the tab meanwhile, the page shows a link to the checkout.
    go: (url) => tab.closed || tab.location.replace(new URL(url, window.location.href)),
    close: () => tab.close(),
  }
}

/**
 * Shows a placeholder while the checkout is created, and clears `opener`, so that the processor's page cannot
 * access ours.
 */
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
