import { uuidV4 } from '#platform/uuid.ts'

const CHANNEL = 'greenside-session'
/**
 * The time of the last sign-in or sign-out in this browser, for tabs that were still loading and missed the
 * message.
 */
const CHANGED_AT = 'greenside-session-changed-at'

// A BroadcastChannel also receives messages from other channels of the same tab, so they are ignored by this
// id.
let tab: string | undefined
const thisTab = () => {
  tab ??= uuidV4()
  return tab
}

/** Notifies other tabs of this browser of a sign-in or sign-out. */
export function tellOtherTabs(): void {
  try {
    window.localStorage.setItem(CHANGED_AT, String(performance.timeOrigin + performance.now()))
  } catch {
    // Without storage, loading tabs detect the change when they become visible.
  }
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(thisTab())
  channel.close()
}

/** Whether there was a sign-in or sign-out after this page was requested. */
function changedWhileLoading(): boolean {
  try {
    return Number(window.localStorage.getItem(CHANGED_AT)) > performance.timeOrigin
  } catch {
    return false
  }
}

let isLoaded = false

/**
 * Calls back when another tab signs in or out, and immediately if one did while this page was loading.
 * @returns a function to unsubscribe
 */
export function hearOtherTabs(onChange: () => void): () => void {
  if (!isLoaded && changedWhileLoading()) onChange()
  isLoaded = true
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data !== thisTab()) onChange()
  }
  return () => channel.close()
}
