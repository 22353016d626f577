import type { LucideIcon } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'
import { CountBadge } from './count-badge.tsx'
import { useSidebar } from './sidebar-state.ts'
import { Tooltip } from './tooltip.tsx'

// When collapsed, labels are visually hidden but stay in the accessible name.
const unfolded = 'group-data-[state=folded]/sidebar:sr-only'

/** A group of items. */
export function SidebarGroup({ children }: { children: ReactNode }) {
  return (
    <div className="mb-4 last:mb-0">
      <ul className="flex flex-col gap-0.5">{children}</ul>
    </div>
  )
}

export type SidebarItemProps = {
  icon: LucideIcon
  label: string
  /** A count, shown up to 99+. */
  badge?: number
  /** What is counted, for screen readers: "unread". */
  badgeLabel?: string
  /** A short tag next to the label. */
  tag?: string
  active?: boolean
  /** Adds a red outline. */
  outlined?: boolean
  /** A single empty element to style: a link for navigation, a button for an action. */
  children: ReactNode
}

/** A sidebar item around an empty link or button: `<SidebarItem …><Link to="/inbox" /></SidebarItem>`. */
export function SidebarItem({
  icon: Icon,
  label,
  badge = 0,
  badgeLabel,
  tag,
  active,
  outlined,
  children,
}: SidebarItemProps) {
  const { open, drawerOpen } = useSidebar()
  return (
    <li>
      <Tooltip content={label} side="right" disabled={open || drawerOpen}>
        <Slot.Root
          aria-current={active ? 'page' : undefined}
          className={cn(
            'relative flex h-10 w-full items-center gap-3 rounded-control px-2.5 text-left text-[0.9375rem] font-medium text-ink/85 transition-colors',
            'hover:bg-surface-hover hover:text-ink focus-visible:-outline-offset-2 group-data-[state=folded]/sidebar:px-2',
            'aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand',
            outlined && 'ring-2 ring-accent ring-inset',
          )}
        >
          <Icon aria-hidden strokeWidth={1.75} className="size-5 shrink-0" />
          <span className={cn('min-w-0 flex-1 truncate', unfolded)}>{label}</span>
          {tag ? (
            <span
              className={cn(
                'rounded-full border border-line-strong/60 px-2 text-xs leading-5 text-muted',
                unfolded,
              )}
            >
              {tag}
            </span>
          ) : null}
          <CountBadge count={badge} label={badgeLabel} className={unfolded} />
          {badge > 0 ? (
            <span
              aria-hidden
              className="absolute top-1.5 right-1 hidden size-2 rounded-full bg-accent group-data-[state=folded]/sidebar:block"
            />
          ) : null}
          <Slot.Slottable>{children}</Slot.Slottable>
        </Slot.Root>
      </Tooltip>
    </li>
  )
}

/** The sidebar's header: an avatar, a name and secondary lines; when collapsed, only the avatar. */
export function SidebarIdentity({
  avatar,
  name,
  children,
}: {
  avatar: ReactNode
  name: ReactNode
  children?: ReactNode
}) {
  return (
    <div className="flex items-center gap-3 px-1 group-data-[state=folded]/sidebar:px-0">
      {avatar}
      <div className={cn('min-w-0 flex-1', unfolded)}>
        <p className="truncate font-semibold">{name}</p>
        {children ? <div className="flex flex-col text-sm leading-5 text-muted">{children}</div> : null}
      </div>
    </div>
  )
}
