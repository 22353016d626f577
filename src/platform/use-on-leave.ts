import { useEffect, useRef } from 'react'

/** Calls back when the tab is hidden or closed, and when the component disappears: the last moments to send what was typed. */
export function useOnLeave(onLeave: () => void): void {
  const latest = useRef(onLeave)
  useEffect(() => {
    latest.current = onLeave
  })
  useEffect(() => watchLeaving(() => latest.current()), [])
}

/**
 * Calls back whenever the tab is hidden, which includes closing it, and once more when stopped.
 * @returns stop
 */
export function watchLeaving(onLeave: () => void): () => void {
  const onHide = () => {
    if (document.visibilityState === 'hidden') onLeave()
  }
  document.addEventListener('visibilitychange', onHide)
  return () => {
    document.removeEventListener('visibilitychange', onHide)
    onLeave()
  }
}
