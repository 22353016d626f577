declare global {
  interface Window {
    dataLayer?: Record<string, unknown>[]
  }
}

/**
 * Pushes an event to the data layer for a tag manager. Without one on the page the event stays in the array.
 */
export function pushToDataLayer(event: { event: string } & Record<string, string>): void {
  window.dataLayer ??= []
  window.dataLayer.push(event)
}
