import { useSyncExternalStore } from 'react'

/** True when the browser knows that it has no network. False says nothing: the server may still be out of reach. */
export const isOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false

/** Whether the browser is offline, as it changes; false on the server. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false)

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
