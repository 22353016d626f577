import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { wantsNoTracking } from '../tracking.ts'
import { stopListening } from './signals.ts'

declare global {
  interface Navigator {
    /** https://w3c.github.io/gpc/ */
    globalPrivacyControl?: boolean
  }
}

/** Milliseconds after which counting begins even if the page never rests. */
const AT_THE_LATEST = 2_000

/**
 * Counts pages, once for the whole document. What counts is loaded when the page has come to rest, and not at all for
 * admins and for people who asked not to be tracked.
 */
export function Tracker({ isAdmin }: { isAdmin: boolean }) {
  const router = useRouter()
  useEffect(() => {
    if (isAdmin || !mayCount()) {
      stopListening({ forGood: true })
      return
    }
    let stop: (() => void) | null = null
    let isOver = false
    const cancel = whenIdle(() => {
      import('./collector.ts').then(
        ({ startCollector }) => {
          if (!isOver) stop = startCollector(router)
        },
        () => stopListening({ forGood: true }),
      )
    })
    return () => {
      isOver = true
      cancel()
      stop?.()
      stopListening({ forGood: false })
    }
  }, [router, isAdmin])
  return null
}

function mayCount(): boolean {
  const { cookieEnabled, doNotTrack, globalPrivacyControl } = navigator
  return cookieEnabled && !wantsNoTracking({ doNotTrack, globalPrivacyControl })
}

function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, AT_THE_LATEST / 4)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: AT_THE_LATEST })
  return () => cancelIdleCallback(handle)
}
