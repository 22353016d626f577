import { type ReactNode, useEffect, useRef } from 'react'
import { Anchor } from './anchor.tsx'
import { cn } from './class-names.ts'
import { CountBadge } from './count-badge.tsx'
import { showTab, tabClass, tabListClass, useMoreTabs } from './tabs.tsx'

export type NavTab = {
  href: string
  label: ReactNode
  current?: boolean
  count?: number
  /** Identifies a tab whose address changes, so that it keeps the focus. */
  id?: string
}

/** Links that look like tabs: the URL determines the selection. */
export function NavTabs({
  label,
  items,
  className,
}: {
  label: string
  items: readonly NavTab[]
  className?: string
}) {
  const list = useRef<HTMLElement>(null)
  const current = items.find((item) => item.current)?.href
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current tab changes.
  useEffect(() => {
    showTab(list.current, list.current?.querySelector<HTMLElement>('[aria-current]') ?? null)
  }, [current])
  useMoreTabs(list)
  return (
    <nav ref={list} aria-label={label} className={cn('relative', tabListClass, className)}>
      {items.map((item) => (
        <Anchor
          key={item.id ?? item.href}
          href={item.href}
          aria-current={item.current ? 'page' : undefined}
          className={tabClass}
        >
          {item.label}
          {item.count ? <CountBadge count={item.count} /> : null}
        </Anchor>
      ))}
    </nav>
  )
}
