import { type RefObject, useEffect, useRef } from 'react'

/** Pixels below the page's own header, and above the window's lower edge. */
const ABOVE = 84
const BELOW = 20

/**
 * Lets something taller than the window stick by its lower edge, so that its last button is in sight; what fits sticks by
 * its upper edge. For an element with `position: sticky`.
 */
export function useStickyTop(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const place = () => {
      const room = window.innerHeight - element.offsetHeight - BELOW
      element.style.top = `${Math.min(ABOVE, room)}px`
    }
    const observer = new ResizeObserver(place)
    observer.observe(element)
    window.addEventListener('resize', place)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', place)
    }
  }, [])
  return ref
}
