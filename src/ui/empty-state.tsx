import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

export type EmptyStateProps = {
  icon?: LucideIcon
  title: ReactNode
  /** The suggested next step, in one sentence. */
  children?: ReactNode
  action?: ReactNode
  className?: string
}

/** A placeholder for an empty list, with a suggested action. */
export function EmptyState({ icon: Icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={cn(
        'flex flex-col items-center rounded-card border border-dashed border-line px-6 py-12 text-center',
        className,
      )}
    >
      {Icon ? <Icon aria-hidden strokeWidth={1.5} className="mb-4 size-8 text-brand" /> : null}
      <p className="font-display text-xl font-[560]">{title}</p>
      {children ? <p className="mt-1.5 max-w-[44ch] text-[0.9375rem] text-muted">{children}</p> : null}
      {action ? <div className="mt-5">{action}</div> : null}
    </div>
  )
}
