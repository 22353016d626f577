import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'

export type CardProps = ComponentProps<'div'> & {
  padding?: 'none' | 'sm' | 'md' | 'lg'
  asChild?: boolean
}

const paddings = { none: '', sm: 'p-4', md: 'p-5 sm:p-6', lg: 'p-6 sm:p-8' }

/** A plain panel with a thin border. */
export function Card({ padding = 'md', asChild, className, ...props }: CardProps) {
  const Element = asChild ? Slot.Root : 'div'
  return (
    <Element
      {...props}
      className={cn('rounded-card border bg-surface-raised', paddings[padding], className)}
    />
  )
}

/** The header of a card or section: a heading, a sentence below it, and actions on the right. */
export function CardHeader({
  title,
  description,
  action,
  className,
}: {
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  className?: string
}) {
  return (
    <div className={cn('mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2', className)}>
      <div>
        <h2 className="text-xl">{title}</h2>
        {description ? <p className="mt-0.5 text-sm text-muted">{description}</p> : null}
      </div>
      {action ? <div className="shrink-0">{action}</div> : null}
    </div>
  )
}
