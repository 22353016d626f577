import { useSyncExternalStore } from 'react'

/**
 * True when the browser knows that it has no network. False does not guarantee that the server can be
 * reached.
 */
export const isOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false

/** Whether the browser is offline; false on the server. */
export const useOffline = (): boolean => useSyncExternalStore(subscribe, isOffline, () => false)

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
