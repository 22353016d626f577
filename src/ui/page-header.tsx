import type { ReactNode } from 'react'
import { cn } from './class-names.ts'

export type PageHeaderProps = {
  eyebrow?: ReactNode
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** `editorial` for public pages, `compact` for dashboards. */
  look?: 'editorial' | 'compact'
  className?: string
}

/** The page's only h1, with a sentence below it and actions on the right. */
export function PageHeader({ eyebrow, title, lead, actions, look = 'compact', className }: PageHeaderProps) {
  const editorial = look === 'editorial'
  return (
    <header className={cn('flex flex-wrap items-end justify-between gap-x-8 gap-y-4', className)}>
      <div className={editorial ? 'max-w-3xl' : 'max-w-2xl'}>
        {eyebrow ? <p className="eyebrow mb-2">{eyebrow}</p> : null}
        <h1 className={editorial ? 'text-headline' : 'text-[1.75rem]'}>{title}</h1>
        {lead ? (
          <p className={cn('text-muted', editorial ? 'mt-4 text-lead' : 'mt-1 text-[0.9375rem]')}>{lead}</p>
        ) : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-2.5">{actions}</div> : null}
    </header>
  )
}
