import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { cn } from './class-names.ts'
import { CountBadge } from './count-badge.tsx'

export type TabItem = {
  value: string
  label: ReactNode
  count?: number
  content: ReactNode
  /** Once shown, the content stays mounted while another tab is shown, so that its unsaved changes are kept. */
  isKept?: boolean
}

export type TabsProps = {
  /** The purpose of the tabs, for screen readers. */
  label: string
  items: readonly TabItem[]
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  className?: string
}

/**
 * Tabs with panels. Arrow keys, Home and End move between the tabs. Use NavTabs for tabs that are links. Not
 * based on the library's tabs, because they put style attributes into server-rendered pages.
 */
export function Tabs({ label, items, value, defaultValue, onValueChange, className }: TabsProps) {
  const id = useId()
  const [own, setOwn] = useState(defaultValue ?? items[0]?.value)
  const chosen = value ?? own
  const [shown, setShown] = useState<ReadonlySet<string | undefined>>(() => new Set([chosen]))
  if (!shown.has(chosen)) setShown(new Set([...shown, chosen]))
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => showTab(list.current, document.getElementById(`${id}-tab-${chosen}`)), [id, chosen])
  useMoreTabs(list)
  const choose = (next: string) => {
    setOwn(next)
    onValueChange?.(next)
  }
  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = items.findIndex((item) => item.value === chosen)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key]
    const next = to === undefined ? undefined : items[(to + items.length) % items.length]
    if (!next) return
    event.preventDefault()
    choose(next.value)
    document.getElementById(`${id}-tab-${next.value}`)?.focus()
  }
  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={moveFocus}
        className={cn('relative', tabListClass)}
      >
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-tab-${item.value}`}
            aria-selected={item.value === chosen}
            aria-controls={`${id}-panel-${item.value}`}
            tabIndex={item.value === chosen ? 0 : -1}
            onClick={() => choose(item.value)}
            className={tabClass}
          >
            {item.label}
            {item.count ? <CountBadge count={item.count} /> : null}
          </button>
        ))}
      </div>
      {items.map((item) => (
        <div
          key={item.value}
          role="tabpanel"
          id={`${id}-panel-${item.value}`}
          aria-labelledby={`${id}-tab-${item.value}`}
          hidden={item.value !== chosen}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must still be reachable by keyboard.
          tabIndex={0}
          className="pt-6"
        >
          {item.value === chosen || (item.isKept && shown.has(item.value)) ? item.content : null}
        </div>
      ))}
    </div>
  )
}

/**
 * Scrolls a tab into view if the list is wider than its container.
 * @param list must be positioned, because the tabs' offsets are relative to it
 */
export function showTab(list: HTMLElement | null, tab: HTMLElement | null): void {
  if (!tab || !list) return
  const hidden = tab.offsetLeft + tab.offsetWidth + FADE - list.clientWidth
  if (hidden > list.scrollLeft) list.scrollLeft = hidden
  else if (tab.offsetLeft - FADE < list.scrollLeft) list.scrollLeft = tab.offsetLeft - FADE
}

/** The width of the fading edge, in pixels. */
const FADE = 56

/** Marks the sides on which a list of tabs overflows, so that they fade. */
export function useMoreTabs(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = list.current
    if (!element) return
    const mark = () => {
      const { scrollLeft, scrollWidth, clientWidth } = element
      element.toggleAttribute('data-more-before', scrollLeft > 1)
      element.toggleAttribute('data-more-after', scrollWidth - clientWidth - scrollLeft > 1)
    }
    // The list's width changes with the screen, and the tabs' widths with their counts.
    const observer = new ResizeObserver(mark)
    for (const sized of [element, ...element.children]) observer.observe(sized)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [list])
}

export const tabListClass = cn(
  'flex gap-6 overflow-x-auto overflow-y-hidden border-b [scrollbar-width:none] scroll-px-14',
  '[--after:0px] [--before:0px] data-more-after:[--after:3.5rem] data-more-before:[--before:3.5rem]',
  '[mask-image:linear-gradient(to_right,transparent,black_var(--before),black_calc(100%-var(--after)),transparent)]',
)

export const tabClass = cn(
  'relative -mb-px flex min-h-11 items-center gap-2 border-b-2 border-transparent text-[0.9375rem] font-medium whitespace-nowrap text-muted',
  'transition-colors hover:text-ink focus-visible:-outline-offset-2',
  'aria-selected:border-brand aria-selected:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink',
)
