import { BadgeCheck, CircleMinus } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { siteName } from '#platform/site-name.ts'
import { formatDate } from '#platform/time.ts'
import { cn } from '#ui/class-names.ts'
import { Dialog } from '#ui/dialog.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CoachProfile } from '../schema.ts'

const CoachVerifications = lazyPart(() => import('./coach-verifications.tsx'), 'CoachVerifications')

/** What was checked for a coach, each check with its day. Admins keep the records here. */
export function CoachChecks({
  coach,
  isAdmin,
  open,
  onOpenChange,
}: {
  coach: CoachProfile
  isAdmin: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { verifiedCredentials: verified, backgroundCheckedOn } = coach
  const others = coach.credentials.filter((one) => !verified.some(({ credential }) => credential === one))
  return (
    <Dialog size="sm" title="What “Verified” means" open={open} onOpenChange={onOpenChange}>
      <p>
        Every coach listed on {siteName} has the Verified badge. It does not mean that everything was checked.
        This is what we have checked for {coach.label}:
      </p>
      <ul className="mt-4 space-y-2.5 text-[0.9375rem]">
        <Check title="Background check" isMade={backgroundCheckedOn !== null}>
          {backgroundCheckedOn
            ? `Report checked ${formatDate(backgroundCheckedOn)}`
            : 'We have not checked this. Ask the coach or their club if it matters to you.'}
        </Check>
        {verified.map(({ credential, checkedOn }) => (
          <Check key={credential} title={credential} isMade>
            Certificate checked {formatDate(checkedOn)}
          </Check>
        ))}
        {others.map((credential) => (
          <Check key={credential} title={credential} isMade={false}>
            Added by {coach.label}. We have not checked the certificate.
          </Check>
        ))}
        {coach.credentials.length === 0 ? (
          <Check title="Certification" isMade={false}>
            {coach.label} lists no certificate.
          </Check>
        ) : null}
      </ul>
      <p className="mt-4 text-[0.9375rem] text-muted">
        Reviews come from students after a lesson booked here. Reviews from elsewhere are labeled as imported.
      </p>
      {isAdmin ? (
        <Suspense fallback={<Skeleton className="mt-6 h-40 w-full" />}>
          <CoachVerifications coach={coach} />
        </Suspense>
      ) : null}
    </Dialog>
  )
}

function Check({ title, isMade, children }: { title: string; isMade: boolean; children: ReactNode }) {
  const Icon = isMade ? BadgeCheck : CircleMinus
  return (
    <li className="flex gap-2">
      <Icon aria-hidden className={cn('mt-0.5 size-4.5 shrink-0', isMade ? 'text-green' : 'text-muted')} />
      <span>
        {title}
        <span className="block text-sm text-muted">{children}</span>
      </span>
    </li>
  )
}
