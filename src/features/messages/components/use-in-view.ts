import { type RefCallback, useCallback, useEffect, useRef } from 'react'

/**
 * For the end of a list: calls back while the element is visible or about to be.
 * @param margin how far before
 */
export function useInView(onView: () => void, margin = '600px'): RefCallback<HTMLElement> {
  const latest = useRef(onView)
  const inView = useRef(false)
  useEffect(() => {
    latest.current = onView
    // The loaded items may not have filled the view.
    if (inView.current) onView()
  })
  return useCallback(
    (element) => {
      if (!element) return
      const observer = new IntersectionObserver(
        ([entry]) => {
          inView.current = entry?.isIntersecting ?? false
          if (inView.current) latest.current()
        },
        { root: scrollParent(element), rootMargin: margin },
      )
      observer.observe(element)
      return () => {
        inView.current = false
        observer.disconnect()
      }
    },
    [margin],
  )
}

const scrollParent = (element: HTMLElement) => element.closest<HTMLElement>('[data-scroller]')
