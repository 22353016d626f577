let isAsked = false
const listeners = new Set<() => void>()

/** Opens the drawer 'Need Help?' from anywhere on the page. */
export const openHelp = () => setAsked(true)
export const closeHelp = () => setAsked(false)

export const isHelpOpen = () => isAsked

/** Calls back on every change until the returned function is called. */
export function subscribeToHelp(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setAsked(value: boolean) {
  isAsked = value
  for (const listener of listeners) listener()
}
