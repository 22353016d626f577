import { useSyncExternalStore } from 'react'
import { addRecent, RECENT_KEY, type Recent, readRecents } from '../recent-searches.ts'

const none: Recent[] = []
const listeners = new Set<() => void>()
let known: { text: string | null; recents: Recent[] } = { text: null, recents: none }

/** What was searched in this browser before; empty while the server draws, and where the browser stores nothing. */
export const useRecents = () => useSyncExternalStore(subscribe, read, () => none)

/** Keeps a search for the next visit. */
export function addRecentSearch(recent: Recent): void {
  if (read()[0]?.zip !== recent.zip) keep(JSON.stringify(addRecent(read(), recent)))
}

/** Forgets them all. */
export const forgetSearches = () => keep(null)

function keep(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(RECENT_KEY)
    else localStorage.setItem(RECENT_KEY, text)
  } catch {
    // The browser stores nothing: there is nothing to suggest.
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
