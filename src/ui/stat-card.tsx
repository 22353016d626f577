import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { cn } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

export type StatCardProps = {
  label: ReactNode
  value: ReactNode
  /** A note about the number's meaning or trend. */
  note?: ReactNode
  icon?: LucideIcon
  loading?: boolean
  /** Links to the details behind the number. */
  href?: string
  className?: string
}

/** A key figure in large type. */
export function StatCard({ label, value, note, icon: Icon, loading, href, className }: StatCardProps) {
  return (
    <div
      className={cn(
        'relative rounded-card border bg-surface-raised px-5 py-4.5',
        href && 'transition-colors hover:bg-surface-hover',
        className,
      )}
    >
      <div className="flex items-center justify-between gap-3 text-sm text-muted">
        {href ? (
          <Anchor
            href={href}
            className="underline decoration-line-strong underline-offset-4 after:absolute after:inset-0"
          >
            {label}
          </Anchor>
        ) : (
          <span>{label}</span>
        )}
        {Icon ? <Icon aria-hidden strokeWidth={1.75} className="size-4.5 shrink-0 text-brand" /> : null}
      </div>
      <div className="tabular mt-2 flex h-10 items-center font-display text-[2rem] leading-none font-[560] tracking-tight">
        {loading ? <Skeleton className="h-8 w-24" /> : value}
      </div>
      <div className="mt-1.5 min-h-5 text-sm leading-5 text-muted">
        {loading ? <Skeleton className="mt-1 h-3.5 w-32" /> : note}
      </div>
    </div>
  )
}
