import { type ReactNode, type RefCallback, Suspense, useCallback, useState } from 'react'

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

/**
 * Renders its children once the visitor scrolls near it; they may be loaded lazily.
 * @param props.className reserves the children's space, to avoid a layout shift
 */
export function Near({ className, children }: { className?: string; children: ReactNode }) {
  const [frame, isNear] = useNear()
  return (
    <div ref={frame} className={className}>
      {isNear ? <Suspense fallback={null}>{children}</Suspense> : null}
    </div>
  )
}
