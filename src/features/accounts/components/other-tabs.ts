import { uuidV4 } from '#platform/uuid.ts'

const CHANNEL = 'greenside-session'
/** When somebody last signed in or out in this browser, for tabs that were still loading and heard nothing. */
const CHANGED_AT = 'greenside-session-changed-at'

// A channel hears what another one of the same tab says.
let tab: string | undefined
const thisTab = () => {
  tab ??= uuidV4()
  return tab
}

/** Says to this browser's other tabs that somebody signed in or out. */
export function tellOtherTabs(): void {
  try {
    window.localStorage.setItem(CHANGED_AT, String(performance.timeOrigin + performance.now()))
  } catch {
    // A browser that stores nothing: tabs that are loading find out when they come to the front.
  }
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(thisTab())
  channel.close()
}

/** Whether somebody signed in or out after this page was asked for. */
function changedWhileLoading(): boolean {
  try {
    return Number(window.localStorage.getItem(CHANGED_AT)) > performance.timeOrigin
  } catch {
    return false
  }
}

let isLoaded = false

/** Calls back when another tab signs in or out, and at once when one did while this page was loading. @returns stop */
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
