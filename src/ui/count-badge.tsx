import { cn } from './class-names.ts'

/** Formats a count for a badge: empty for zero, `99+` beyond 99. */
export function capCount(count: number): string {
  if (count <= 0) return ''
  return count > 99 ? '99+' : String(Math.floor(count))
}

/**
 * A small count on an accent background; hidden at zero. `label` tells screen readers what is counted
 * ("unread").
 */
export function CountBadge({
  count,
  label,
  className,
}: {
  count: number
  label?: string
  className?: string
}) {
  const text = capCount(count)
  if (!text) return null
  return (
    <span
      className={cn(
        'tabular inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1.5 text-xs font-semibold text-on-accent',
        className,
      )}
    >
      {text}
      {label ? <span className="sr-only"> {label}</span> : null}
    </span>
  )
}
