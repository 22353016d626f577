import { LoaderCircle } from 'lucide-react'

/**
 * A loading indicator. Announced if it has a `label`; without one it is decorative and must be next to text
 * that says so.
 */
export function Spinner({ label }: { label?: string }) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex items-center">
      <LoaderCircle aria-hidden className="size-5 animate-spin" />
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
