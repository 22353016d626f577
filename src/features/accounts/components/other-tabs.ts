import { deviceNow } from '#platform/clock.ts'
import { uuidV4 } from '#platform/uuid.ts'

const CHANNEL = 'greenside-session'
/** The last change of this browser's session, for tabs that miss the message. */
const LAST_CHANGE = 'greenside-session-changed-at'
/**
 * A page asked for so shortly after a change, in milliseconds, may have been served by a process that did not know of the change yet: the page checks
 * again. Longer than announcements take between processes.
 */
const HEARD_EVERYWHERE_MS = 5_000
/** A channel is registered with the browser a moment after it is made, in milliseconds; a message sent before that is lost. */
const CHANNEL_READY_MS = 1_000

// The id keeps a tab from following its own changes.
let tab: string | undefined
const thisTab = () => {
  tab ??= uuidV4()
  return tab
}

/** By the wall clock, which all tabs share: their monotonic clocks drift apart while the machine sleeps. */
const pageAskedAt = deviceNow() - performance.now()
/** The change that this tab followed last. */
let followed: string | undefined

/** The user whom this tab signed in while its page stayed as it was. */
let keptFor: string | undefined

/** Keeps the page of this tab, which shows a visitor's frame, although this user has signed in. */
export const keepPageFor = (userId: string | undefined): void => {
  keptFor = userId
}
export const isPageKeptFor = (userId: string | undefined): boolean =>
  userId !== undefined && userId === keptFor

/** Announces to the other tabs of this browser that the session changed: signed in, signed out, or an admin acts as another person. */
export function notifyOtherTabs(): void {
  const change = `${deviceNow()} ${thisTab()}`
  try {
    window.localStorage.setItem(LAST_CHANGE, change)
  } catch {
    // Without storage, loading tabs detect the change when they become visible.
  }
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(change)
  channel.close()
}

/**
 * Calls back once for each change of the session by another tab, also when it happened while this page was loading or while its channel
 * was not ready.
 * @returns stop
 */
export function followOtherTabs(onChange: () => void): () => void {
  const follow = (change: string | null) => {
    const [at = '', by] = change?.split(' ') ?? []
    const isShown = Number(at) <= pageAskedAt - HEARD_EVERYWHERE_MS
    if (change === null || isShown || by === thisTab() || change === followed) return
    followed = change
    onChange()
  }
  const followStored = () => {
    try {
      follow(window.localStorage.getItem(LAST_CHANGE))
    } catch {
      // A browser that stores nothing.
    }
  }
  const onStorage = ({ key, newValue }: StorageEvent) => key === LAST_CHANGE && follow(newValue)
  window.addEventListener('storage', onStorage)
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL)
  if (channel) channel.onmessage = ({ data }) => follow(String(data))
  followStored()
  const ready = setTimeout(followStored, CHANNEL_READY_MS)
  return () => {
    clearTimeout(ready)
    window.removeEventListener('storage', onStorage)
    channel?.close()
  }
}
