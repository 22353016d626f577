import { useSyncExternalStore } from 'react'

/** Coach ids saved by visitors without an account, in local storage. */
const KEY = 'greenside-saved-coaches'
const MOST = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const listeners = new Set<() => void>()

/** Whether a coach is saved in this browser; false during server-side rendering and without local storage. */
export const useIsSavedHere = (coachId: string) =>
  useSyncExternalStore(
    subscribe,
    () => readSaves().includes(coachId),
    () => false,
  )

/** Saves a coach in this browser, newest first. */
export const saveHere = (coachId: string) =>
  keep([coachId, ...readSaves().filter((one) => one !== coachId)].slice(0, MOST))

/** Removes a coach saved in this browser. */
export const removeHere = (coachId: string) => keep(readSaves().filter((one) => one !== coachId))

/** Returns the coaches saved in this browser and clears them, to be moved to an account. */
export function takeDeviceSaves(): string[] {
  const ids = readSaves()
  if (ids.length > 0) keep([])
  return ids
}

/** Reads the coaches saved in this browser, ignoring invalid entries. */
function readSaves(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    if (!Array.isArray(found)) return []
    return found.filter((one): one is string => typeof one === 'string' && UUID.test(one)).slice(0, MOST)
  } catch {
    return []
  }
}

function keep(ids: readonly string[]) {
  try {
    if (ids.length === 0) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, JSON.stringify(ids))
  } catch {
    // Local storage is unavailable: the form can still be sent.
  }
  for (const notify of listeners) notify()
}

function subscribe(notify: () => void) {
  listeners.add(notify)
  window.addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', notify)
  }
}
