import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The time without input after which the visitor counts as about to leave. */
const IDLE_MS = 75_000
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart'] as const

/**
 * Detects that the visitor is about to leave: the pointer leaves the window at the top, the back button is
 * pressed on a phone (which is blocked that one time), or there is no input for a long time.
 * @param isOn false while there is no offer to make; the back button is not blocked then
 */
export function useLeaving(isOn: boolean, onLeaving: () => void): void {
  const notice = useRef(onLeaving)
  notice.current = onLeaving

  useBlocker({
    disabled: !isOn,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action, current, next }) => {
      if (action !== 'BACK' || current.pathname === next.pathname || !isTouched()) return false
      notice.current()
      return true
    },
  })

  useEffect(() => {
    if (!isOn) return
    let idle: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(idle)
      idle = setTimeout(() => document.visibilityState === 'visible' && notice.current(), IDLE_MS)
    }
    const leave = (event: MouseEvent) => {
      if (!isTouched() && event.relatedTarget === null && event.clientY <= 0) notice.current()
    }
    wait()
    for (const sign of SIGNS_OF_LIFE) document.addEventListener(sign, wait, { passive: true })
    document.documentElement.addEventListener('mouseleave', leave)
    return () => {
      clearTimeout(idle)
      for (const sign of SIGNS_OF_LIFE) document.removeEventListener(sign, wait)
      document.documentElement.removeEventListener('mouseleave', leave)
    }
  }, [isOn])
}

/** Touch screens have no pointer that could leave the window. */
const isTouched = () => window.matchMedia('(pointer: coarse)').matches
