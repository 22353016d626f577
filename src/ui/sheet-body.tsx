import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * The scrolling content of a dialog or drawer; it can be scrolled by keyboard even if nothing in it is
 * focusable.
 */
export function SheetBody({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isStop, setStop] = useState(false)
  useEffect(() => {
    const box = ref.current
    if (!box || !content.current) return
    const look = () =>
      setStop(
        box.scrollHeight > box.clientHeight &&
          !box.querySelector('a[href], button, input, select, textarea, summary'),
      )
    look()
    const observer = new ResizeObserver(look)
    observer.observe(box)
    observer.observe(content.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={ref}
      tabIndex={isStop ? 0 : undefined}
      className="min-h-0 flex-1 overflow-y-auto px-5 has-[[data-pinned-bar]]:scroll-pb-60 pb-6 -outline-offset-2 sm:px-7"
    >
      <div ref={content}>{children}</div>
    </div>
  )
}
