/*
 * The part of `history-steps.ts` that is in every page's initial script. Window listeners are called in the
 * order in which they were added: this one is added before the router's, and its handler is loaded with the
 * first dialog.
 */

/** The part of the router's history that is used. */
export interface RouterHistory {
  readonly location: { href: string; state: { __TSR_index?: number } }
  subscribe(listener: (event: { action: { type: string } }) => void): () => void
  flush(): void
}

/**
 * The router is null on the server and before it is created; the others are null until the first dialog
 * opens.
 */
export const heard: {
  router: RouterHistory | null
  onPopState: ((event: PopStateEvent) => void) | null
  leave: ((url: string) => void) | null
} = { router: null, onPopState: null, leave: null }

/** Loads another URL in this tab, after removing the history entries of open and closed layers. */
export function navigateAway(url: string): void {
  if (heard.leave) heard.leave(url)
  else window.location.assign(url)
}

/** Listens to the browser's history. Call once in the browser, before the router is created. */
export function listenToHistory(): void {
  window.addEventListener('popstate', (event) => heard.onPopState?.(event))
}
