export type ToastTone = 'success' | 'error'

export type ToastAction = { label: string; onClick: () => void }

export type ToastMessage = {
  id: number
  /** Milliseconds since the page was opened. */
  shownAt: number
  tone: ToastTone
  title: string
  description?: string
  action?: ToastAction
}

/** How long a toast is shown, in milliseconds. */
export const toastDuration: Record<ToastTone, number> = { success: 4000, error: 5000 }

let current: ToastMessage | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message in place of the one shown now: there is never more than one. Returns its id. */
export function showToast(message: Omit<ToastMessage, 'id' | 'shownAt'>): number {
  lastId += 1
  current = { ...message, id: lastId, shownAt: performance.now() }
  tell()
  return lastId
}

/** Removes a toast, unless another has already replaced it. */
export function dismissToast(id: number): void {
  if (current?.id !== id) return
  current = null
  tell()
}

/** The message shown now, if any. */
export function currentToast(): ToastMessage | null {
  return current
}

/** Subscribes to changes; returns the unsubscribe function. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
