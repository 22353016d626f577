import { useSyncExternalStore } from 'react'

const unchanging = () => () => undefined

/** The IANA zone of the browser; null during server rendering and hydration, so that both render the same. */
export function useViewerZone(): string | null {
  return useSyncExternalStore(
    unchanging,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || null,
    () => null,
  )
}
