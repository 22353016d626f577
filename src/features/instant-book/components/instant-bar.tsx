import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * A bar with the choice, its price and the booking button, pinned to the lower edge of the window or dialog
 * while the user chooses a time above it. The container defines the distance to its edges (`--pad` at the
 * sides, `--foot` below); `--stick` moves the bar over the padding of the scroll container.
 */
export function InstantBar({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting === true))
    observer.observe(box.current)
    // Longer terms make the bar taller; the last choice must not end up behind it.
    const growth = new ResizeObserver(() => uncover(box.current))
    growth.observe(box.current)
    return () => {
      observer.disconnect()
      growth.disconnect()
    }
  }, [])
  return (
    <div
      ref={box}
      // Floating elements in the corner of the page make room for the bar; focused elements are scrolled
      // clear of it.
      data-pinned-bar={isInSight ? 'in-sight' : ''}
      className="sticky bottom-(--stick,0px) z-10 mt-5 -mx-(--pad,0px) -mb-(--foot,var(--pad,0px)) rounded-b-card border-t bg-surface-raised px-(--pad,0px) pt-3.5 pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <div className="grid gap-3 @[40rem]:grid-cols-2 @[40rem]:items-center @[40rem]:gap-8">
        {summary}
        <div className="flex min-w-0 flex-col gap-3">{children}</div>
      </div>
    </div>
  )
}

/** Scrolls the focused element clear of the bar if the bar covers part of it. */
function uncover(bar: HTMLElement | null) {
  const focused = document.activeElement
  if (!bar || !focused?.matches('input') || bar.contains(focused)) return
  const [choice, edge] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()]
  const isUnder = choice.bottom > edge.top && choice.top < edge.bottom
  if (isUnder) focused.scrollIntoView({ block: 'nearest' })
}
