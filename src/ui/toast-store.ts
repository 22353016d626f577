import { createAtom } from '@tanstack/react-store'

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

/** The message shown now, if any. */
export const currentToast = createAtom<ToastMessage | null>(null)
let lastId = 0

/** Shows a message in place of the one shown now: there is never more than one. Returns its id. */
export function showToast(message: Omit<ToastMessage, 'id' | 'shownAt'>): number {
  lastId += 1
  const shown = { ...message, id: lastId, shownAt: performance.now() }
  currentToast.set(() => shown)
  return lastId
}

/** Removes a toast, unless another has already replaced it. */
export function dismissToast(id: number): void {
  currentToast.set((shown) => (shown?.id === id ? null : shown))
}
