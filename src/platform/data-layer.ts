declare global {
  interface Window {
    dataLayer?: Record<string, unknown>[]
  }
}

/** Tells whatever tag manager is on the page; without one the event waits in the list and goes nowhere. */
export function pushToDataLayer(event: { event: string } & Record<string, string>): void {
  window.dataLayer ??= []
  window.dataLayer.push(event)
}
