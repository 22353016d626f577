import { BadgeCheck } from 'lucide-react'
import { cn } from '#ui/class-names.ts'

/** The mark of a listed coach; what stands behind it is explained on the profile (U24). */
export function VerifiedMark({ className }: { className?: string }) {
  return (
    <span title="Verified instructor" className={cn('inline-block align-[-0.12em]', className)}>
      <BadgeCheck aria-hidden className="size-[1.05em] text-brand" strokeWidth={2} />
      <span className="sr-only">Verified</span>
    </span>
  )
}
