import { useSyncExternalStore } from 'react'

/** Kept in this browser only: the ids of coaches that somebody without an account saved. */
const KEY = 'greenside-saved-coaches'
const MOST = 100
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const listeners = new Set<() => void>()

/** Whether a coach is saved in this browser; false while the server draws, and where the browser stores nothing. */
export const useIsSavedHere = (coachId: string) =>
  useSyncExternalStore(
    subscribe,
    () => readSaves().includes(coachId),
    () => false,
  )

/** Saves a coach in this browser, the newest first. */
export const saveHere = (coachId: string) =>
  keep([coachId, ...readSaves().filter((one) => one !== coachId)].slice(0, MOST))

/** Takes a coach out of what this browser saved. */
export const removeHere = (coachId: string) => keep(readSaves().filter((one) => one !== coachId))

/** What this browser saved, once it belongs to an account; nothing is kept here any more. */
export function takeDeviceSaves(): string[] {
  const ids = readSaves()
  if (ids.length > 0) keep([])
  return ids
}

/** What this browser saved; what is none of ours, or was meddled with, is left out. */
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
    // The browser stores nothing: the form can still be sent.
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
