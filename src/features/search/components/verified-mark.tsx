import { BadgeCheck } from 'lucide-react'
import { cn } from '#ui/class-names.ts'

/** The mark of every listed coach. What was checked for this one, and when, is on the profile. */
export function VerifiedMark({ className }: { className?: string }) {
  return (
    <span
      title="Verified: the profile says what was checked"
      className={cn('inline-block align-[-0.12em]', className)}
    >
      <BadgeCheck aria-hidden className="size-[1.05em] text-brand" strokeWidth={2} />
      <span className="sr-only">Verified</span>
    </span>
  )
}
