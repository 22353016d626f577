import { LoaderCircle } from 'lucide-react'
import { cn } from './class-names.ts'

/**
 * A loading indicator. Announced if it has a `label`; without one it is decorative and must be next to text
 * that says so.
 */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center">
      <LoaderCircle aria-hidden className={cn('size-5 animate-spin', className)} />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
