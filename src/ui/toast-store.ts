export type ToastTone = 'success' | 'error'

export type ToastAction = { label: string; onClick: () => void }

export type ToastMessage = {
  id: number
  tone: ToastTone
  title: string
  description?: string
  action?: ToastAction
}

/** How long a message stays, in milliseconds. */
export const toastDuration: Record<ToastTone, number> = { success: 4000, error: 5000 }

let current: ToastMessage | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a message in place of the one shown now: there is never more than one. Returns its id. */
export function showToast(message: Omit<ToastMessage, 'id'>): number {
  lastId += 1
  current = { ...message, id: lastId }
  tell()
  return lastId
}

/** Takes a message away, unless another has already taken its place. */
export function dismissToast(id: number): void {
  if (current?.id !== id) return
  current = null
  tell()
}

/** The message shown now, if any. */
export function currentToast(): ToastMessage | null {
  return current
}

/** Calls back on every change until the returned function is called. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
