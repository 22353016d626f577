import { useSyncExternalStore } from 'react'

const unchanging = () => () => undefined

/**
 * The IANA zone of whoever looks at the page; null on the server and until the page has come to life, so that both
 * render the same.
 */
export function useViewerZone(): string | null {
  return useSyncExternalStore(
    unchanging,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone || null,
    () => null,
  )
}
