import { useSyncExternalStore } from 'react'
import { addRecent, RECENT_KEY, type Recent, readRecents } from '../recent/recent.ts'

const none: Recent[] = []
const listeners = new Set<() => void>()
let known: { text: string | null; recents: Recent[] } = { text: null, recents: none }

/** What was searched in this browser before; empty while the server draws, and where nothing may be kept. */
export const useRecents = () => useSyncExternalStore(subscribe, read, () => none)

/** Keeps a search for the next visit. */
export function rememberSearch(recent: Recent): void {
  if (read()[0]?.zip !== recent.zip) keep(JSON.stringify(addRecent(read(), recent)))
}

/** Forgets them all. */
export const forgetSearches = () => keep(null)

function keep(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(RECENT_KEY)
    else localStorage.setItem(RECENT_KEY, text)
  } catch {
    // A browser that keeps nothing: then there is nothing to suggest.
  }
  for (const tell of listeners) tell()
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

function subscribe(tell: () => void) {
  listeners.add(tell)
  window.addEventListener('storage', tell)
  return () => {
    listeners.delete(tell)
    window.removeEventListener('storage', tell)
  }
}
