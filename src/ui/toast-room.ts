import { currentToast, dismissToast } from './toast-store.ts'

/** How long a message stays at least: a dialog may open together with it. */
const READ_MS = 1000

/** A success that was there before a dialog opened makes room for it. Errors, and messages with something to do, stay. */
export function makeRoomForDialog(): void {
  const shown = currentToast.get()
  if (shown?.tone === 'success' && !shown.action && performance.now() - shown.shownAt > READ_MS)
    dismissToast(shown.id)
}
