import { LoaderCircle } from 'lucide-react'
import { cn } from './class-names.ts'

/** Something is under way. With `label` it is announced; without, it is decoration beside words that say so. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center">
      <LoaderCircle aria-hidden className={cn('size-5 animate-spin', className)} />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
