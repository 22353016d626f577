/*
 * The part of `history-steps.ts` that every page begins with. Listeners of the window are called in the order in which they were added:
 * this one is there before the router's, and what it calls is fetched with the first dialog.
 */

/** The part of the router's history that is used. */
export interface RouterHistory {
  readonly location: { href: string; state: { __TSR_index?: number } }
  subscribe(listener: (event: { action: { type: string } }) => void): () => void
  flush(): void
}

/** The router is null on the server and before it is made; the others are null until the first dialog opens. */
export const heard: {
  router: RouterHistory | null
  onPopState: ((event: PopStateEvent) => void) | null
  leave: ((url: string) => void) | null
} = { router: null, onPopState: null, leave: null }

/** Loads another address in this tab. The entries of open and closed layers are taken out of the history first. */
export function leaveFor(url: string): void {
  if (heard.leave) heard.leave(url)
  else window.location.assign(url)
}

/** Listens to the browser's history. To be called once in a browser, before the router is made. */
export function listenToHistory(): void {
  window.addEventListener('popstate', (event) => heard.onPopState?.(event))
}
