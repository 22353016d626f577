import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const NEAR_END_PX = 56

export interface KeptPlace {
  scroller: RefObject<HTMLDivElement | null>
  content: RefObject<HTMLDivElement | null>
  /** The newest is in sight. */
  isAtEnd: boolean
  scrollToEnd(): void
  /** Takes the place where the view is now for the one to keep: after the page itself has scrolled. */
  keep(): void
}

/**
 * The place in a list that grows at both ends. The scroller lays out from its end (`flex-col-reverse`), so that the newest is in
 * sight from the first paint on; elsewhere, what is at the top of the view stays where it is, whatever is added or taken away
 * around it. Elements are told apart by `data-entry`.
 * @param changed changes whenever entries do
 * @param hasNewer the end of what is here is not the end of all there is: then new entries do not pull the view along
 */
export function useKeptPlace(changed: unknown, hasNewer: boolean): KeptPlace {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const anchor = useRef<{ id: string; top: number } | null>(null)
  const atEnd = useRef(true)
  /** Where the view was scrolled to when its place was remembered. */
  const scrolledTo = useRef(0)
  const isPart = useRef(hasNewer)
  const [isAtEnd, setAtEnd] = useState(true)

  const remember = useCallback(() => {
    const view = scroller.current
    if (!view) return
    // Counted from the end, and so never positive.
    atEnd.current = view.scrollTop > -NEAR_END_PX && !isPart.current
    setAtEnd(atEnd.current)
    anchor.current = firstInView(view)
    scrolledTo.current = view.scrollTop
  }, [])

  const restore = useCallback(() => {
    const view = scroller.current
    if (!view) return
    // Whoever has just scrolled away from the end is not pulled back: the browser tells of it a moment later.
    if (atEnd.current && view.scrollTop <= -NEAR_END_PX) return remember()
    if (atEnd.current) view.scrollTop = 0
    else if (anchor.current) {
      const found = view.querySelector(`[data-entry="${CSS.escape(anchor.current.id)}"]`)
      // A scroll that the browser has not reported yet is the reader's own and stays. At the oldest entry, it is the list that became
      // shorter.
      const isAtOldest = view.scrollTop <= view.clientHeight - view.scrollHeight + 1
      const scrolledSince = isAtOldest ? 0 : view.scrollTop - scrolledTo.current
      if (found) view.scrollTop += topIn(view, found) - anchor.current.top + scrolledSince
    }
    remember()
  }, [remember])

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change itself that moves things.
  useLayoutEffect(() => {
    restore()
    isPart.current = hasNewer
    remember()
  }, [changed, hasNewer, restore, remember])

  useEffect(() => {
    const view = scroller.current
    if (!view || !content.current) return
    view.addEventListener('scroll', remember, { passive: true })
    // Pictures that arrive, messages that are unfolded, a window that is turned.
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
  // They stand in order: the first whose lower edge is below the view's upper one.
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = entries[middle]
    if (entry && topIn(view, entry) + entry.offsetHeight > 0) high = middle
    else low = middle + 1
  }
  const entry = entries[low]
  return entry?.dataset.entry ? { id: entry.dataset.entry, top: topIn(view, entry) } : null
}
