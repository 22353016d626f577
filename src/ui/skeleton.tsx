import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/**
 * A gray placeholder with the size of the expected content. Hidden from screen readers: announce "Loading…"
 * once around a group of them.
 */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div aria-hidden {...props} className={cn('animate-breathe rounded-lg bg-line/80', className)} />
}

/** Placeholder lines of text; the last one is shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  const keys = Array.from({ length: lines }, (_, line) => line)
  return (
    <div aria-hidden className={cn('flex flex-col gap-2.5', className)}>
      {keys.map((line) => (
        <Skeleton key={line} className={cn('h-3.5', line === lines - 1 ? 'w-3/5' : 'w-full')} />
      ))}
    </div>
  )
}
