import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

export type PageHeaderProps = {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  className?: string
}

/** The page's only h1, with a sentence below it and actions on the right. */
export function PageHeader({ title, lead, actions, className }: PageHeaderProps) {
  return (
    <header className={cn('flex flex-wrap items-end justify-between gap-x-8 gap-y-4', className)}>
      <div className="max-w-2xl">
        <h1 className="text-[1.75rem]">{title}</h1>
        {lead ? <p className="mt-1 text-[0.9375rem] text-muted">{lead}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2.5">{actions}</div> : null}
    </header>
  )
}
