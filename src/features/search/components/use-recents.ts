import { useSyncExternalStore } from 'react'
import { addRecent, RECENT_KEY, type Recent, readRecents } from '../recent-searches.ts'

const none: Recent[] = []
const listeners = new Set<() => void>()
let known: { text: string | null; recents: Recent[] } = { text: null, recents: none }

/** Recent searches in this browser; empty during server rendering and if storage is unavailable. */
export const useRecents = () => useSyncExternalStore(subscribe, read, () => none)

/** Adds a search to the list of recent ones. */
export function addRecentSearch(recent: Recent): void {
  if (read()[0]?.zip !== recent.zip) keep(JSON.stringify(addRecent(read(), recent)))
}

/** Clears all recent searches. */
export const forgetSearches = () => keep(null)

function keep(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(RECENT_KEY)
    else localStorage.setItem(RECENT_KEY, text)
  } catch {
    // Storage is unavailable, so there are no suggestions.
  }
  for (const notify of listeners) notify()
}

function read(): Recent[] {
  let text: string | null = null
  try {
    text = localStorage.getItem(RECENT_KEY)
  } catch {
    return none
  }
  if (text !== known.text) known = { text, recents: readRecents(text) }
  return known.text === null ? none : known.recents
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  window.addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', notify)
  }
}
