import { type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * What is chosen, what it costs, and the button it all leads to: pinned to the lower edge of the window or dialog while the time
 * is being chosen above it. What it stands in says how far its own edges are (`--pad` at the sides, `--foot` below), and
 * `--stick` moves it over the padding of what scrolls.
 */
export function InstantBar({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting === true))
    observer.observe(box.current)
    // Longer terms make it taller: what was chosen a moment ago must not end behind it.
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
      // What floats over the page's corner makes room; what gets the focus is scrolled clear of it.
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

/** Scrolls what has the focus clear of the bar, when the bar covers a part of it. */
function uncover(bar: HTMLElement | null) {
  const focused = document.activeElement
  if (!bar || !focused?.matches('input') || bar.contains(focused)) return
  const [choice, edge] = [focused.getBoundingClientRect(), bar.getBoundingClientRect()]
  const isUnder = choice.bottom > edge.top && choice.top < edge.bottom
  if (isUnder) focused.scrollIntoView({ block: 'nearest' })
}
