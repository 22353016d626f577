import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/** A keyboard key. */
export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      {...props}
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-md border border-line-strong bg-surface-raised px-1.5 font-sans text-xs font-medium text-muted',
        className,
      )}
    />
  )
}
