import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const NEAR_END_PX = 56

export interface KeptPlace {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** The newest message is visible. */
  isAtEnd: boolean
  scrollToEnd(): void
  /** Makes the current scroll position the one to keep, after a programmatic scroll. */
  keep(): void
}

/**
 * Keeps the scroll position of a list that grows at both ends. The scroller is laid out from its end
 * (`flex-col-reverse`), so that the newest entry is visible from the first paint. Anywhere else, the entry at
 * the top of the view stays in place when others are added or removed around it. Elements are identified by
 * `data-entry`.
 * @param changed changes whenever the entries do
 * @param hasNewer there are newer entries that are not loaded: then added entries do not scroll the view to
 *   the end
 */
export function useKeptPlace(changed: unknown, hasNewer: boolean): KeptPlace {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const anchor = useRef<{ id: string; top: number } | null>(null)
  const atEnd = useRef(true)
  /** The scroll offset at the time the position was stored. */
  const scrolledTo = useRef(0)
  const isPart = useRef(hasNewer)
  const [isAtEnd, setAtEnd] = useState(true)

  const remember = useCallback(() => {
    const view = scroller.current
    if (!view) return
    // Offsets are measured from the end and therefore never positive.
    atEnd.current = view.scrollTop > -NEAR_END_PX && !isPart.current
    setAtEnd(atEnd.current)
    anchor.current = firstInView(view)
    scrolledTo.current = view.scrollTop
  }, [])

  const restore = useCallback(() => {
    const view = scroller.current
    if (!view) return
    // If the user has just scrolled away from the end, the scroll event may not have fired yet, and the view
    // must not be pulled back.
    if (atEnd.current && view.scrollTop <= -NEAR_END_PX) return remember()
    if (atEnd.current) view.scrollTop = 0
    else if (anchor.current) {
      const found = view.querySelector(`[data-entry="${CSS.escape(anchor.current.id)}"]`)
      // A scroll by the user that has not been reported yet is preserved. At the oldest entry the offset
      // changes because the list became shorter.
      const isAtOldest = view.scrollTop <= view.clientHeight - view.scrollHeight + 1
      const scrolledSince = isAtOldest ? 0 : view.scrollTop - scrolledTo.current
      if (found) view.scrollTop += topIn(view, found) - anchor.current.top + scrolledSince
    }
    remember()
  }, [remember])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `changed` triggers the effect.
  useLayoutEffect(() => {
    restore()
    isPart.current = hasNewer
    remember()
  }, [changed, hasNewer, restore, remember])

  useEffect(() => {
    const view = scroller.current
    if (!view || !content.current) return
    view.addEventListener('scroll', remember, { passive: true })
    // For pictures that load, messages that are expanded, and devices that are rotated.
    const sizes = new ResizeObserver(restore)
    sizes.observe(content.current)
    sizes.observe(view)
    return () => {
      view.removeEventListener('scroll', remember)
      sizes.disconnect()
    }
  }, [remember, restore])

  const scrollToEnd = useCallback(() => {
    atEnd.current = true
    scroller.current?.scrollTo({ top: 0 })
  }, [])

  return { scroller, content, isAtEnd, scrollToEnd, keep: remember }
}

const topIn = (view: Element, element: Element) =>
  element.getBoundingClientRect().top - view.getBoundingClientRect().top

function firstInView(view: HTMLElement): { id: string; top: number } | null {
  const entries = view.querySelectorAll<HTMLElement>('[data-entry]')
  let [low, high] = [0, entries.length - 1]
  // A binary search for the first entry whose bottom edge is below the top of the view.
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = entries[middle]
    if (entry && topIn(view, entry) + entry.offsetHeight > 0) high = middle
    else low = middle + 1
  }
  const entry = entries[low]
  return entry?.dataset.entry ? { id: entry.dataset.entry, top: topIn(view, entry) } : null
}
