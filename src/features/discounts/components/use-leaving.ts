import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Hands in the lap for so long: somebody is thinking, or gone. */
const IDLE_MS = 75_000
const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart'] as const

/**
 * Notices that somebody is about to leave: the pointer goes out over the top of the window, on a phone the back button is
 * pressed (which is held up that one time) or nothing happens for a long while.
 * @param isOn false while there is nothing to say; the back button is then nobody's business
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

/** A screen that is touched has no pointer that could leave it. */
const isTouched = () => window.matchMedia('(pointer: coarse)').matches
