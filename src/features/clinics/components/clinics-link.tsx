import { ChevronRight, UsersRound } from 'lucide-react'
import { Anchor } from '#ui/anchor.tsx'

/** Leads from the coach's profile editor to the clinics. */
export function ClinicsLink() {
  return (
    <Anchor
      href="/your-clinics"
      className="flex items-center gap-4 rounded-card border bg-surface-raised p-5 hover:bg-surface-hover"
    >
      <UsersRound aria-hidden className="size-5 shrink-0 text-brand" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Clinics and camps</span>
        <span className="block text-[0.9375rem] text-muted">
          Sessions with seats that students book one by one.
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
    </Anchor>
  )
}
