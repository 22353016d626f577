import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/**
 * A gray placeholder with the size of the expected content. Hidden from screen readers: announce "Loading…"
 * once around a group of them.
 */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div aria-hidden {...props} className={cn('animate-breathe rounded-lg bg-line/80', className)} />
}
