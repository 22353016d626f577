import { type RefCallback, useCallback, useState } from 'react'

/**
 * For parts of a page that are loaded once the visitor scrolls near them.
 * @param margin how far before, as a CSS length
 * @returns the ref of an element, and true once that element was near
 */
export function useNear(margin = '300px'): [RefCallback<HTMLElement>, boolean] {
  const [isNear, setNear] = useState(false)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return
      const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
        rootMargin: margin,
      })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [margin],
  )
  return [ref, isNear]
}
