import { cn } from './class-names.ts'

/** A thin line, optionally with text in the middle ("or"). */
export function Separator({ children, className }: { children?: string; className?: string }) {
  if (!children) return <hr className={cn('border-line', className)} />
  return (
    <div className={cn('flex items-center gap-4 text-sm text-muted', className)}>
      <span aria-hidden className="h-px flex-1 bg-line" />
      {children}
      <span aria-hidden className="h-px flex-1 bg-line" />
    </div>
  )
}
